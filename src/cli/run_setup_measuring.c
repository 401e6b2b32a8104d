#include "cli/run_setup_internal.h"

#include "base/err.h"
#include "cli/options.h"
#include "cli/stop.h"
#include "cli/stuck.h"
#include "measure/engine.h"
#include "measure/team.h"
#include "measure/watchdog.h"
#include "measure/whole_file.h"

#include <errno.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#define KEEP_BYTES (64ULL << 20)

static void init_clock(struct run_setup *run)
{
	void *session;
	const struct io_api *api = plan_virtual_api(&run->plan, &session);

	if (!api || !api->virt->now_ns) {
		clock_init(&run->clock);
		return;
	}
	clock_init_virtual(&run->clock, api->virt->now_ns, session);
	run->clock.virtual_wait_ns = api->virt->wait_ns;
}

static void fill_setting(struct run_setup *run, const _Atomic sig_atomic_t *stop)
{
	run->setting = (struct group_setting){
		.clock = &run->clock,
		.target = run->target,
		.direct = { DIRECT_EFFECTIVE, 1, 1 },
		.processes = run->config.processes,
		.stonewall = run->config.stonewall,
		.cpus = run->config.cpus,
		.cpus_n = run->config.cpus_n,
		.pace = pace_is_free(&run->config.pace) ? NULL : &run->config.pace,
		.io = &run->config.io,
		.stop = stop,
		.stuck_after_ns = run->config.stuck_after_ns,
		.settle_ns = run->config.settle_ns,
		.min_time_ns = run->config.min_time_ns,
		.max_time_ns = run->config.max_time_ns,
		.max_time_cuts_cached = run->config.max_time_cuts_cached,
		.include_flush = run->config.include_flush,
		.include_close = run->config.include_close,
		.fallocate = run->config.fallocate,
		.truncate_before_write = run->config.truncate_before_write,
		.verify = run->config.verify,
		.drop_cache = run->config.cache == CACHE_DROP,
		.timing = &run->timing,
	};
}

static int start_watchdog(struct run_setup *run, struct err *err)
{
	const struct watchdog_config config = {
		.clock = &run->clock,
		.stuck_after_ns = run->config.stuck_after_ns,
		.stop = run->setting.stop,
		.signalled = stop_raise,
		.tell = stuck_tell,
	};
	int ret;

	if (target_is_virtual(run->target))
		return 0;
	ret = watchdog_start(&config, &run->watchdog);
	run->setting.watchdog = run->watchdog;
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "cannot start the watchdog") : 0;
}

int run_setup_open_measuring(struct run_setup *run, const _Atomic sig_atomic_t *stop, struct err *err)
{
	init_clock(run);
	fill_setting(run, stop);
	return start_watchdog(run, err);
}

static size_t buffers_size(const struct config *config)
{
	return config_most_jobs(config) * sizeof(struct buffer);
}

int run_setup_make_buffers(struct run_setup *run, struct err *err)
{
	const struct config *c = &run->config;
	uint64_t record = c->records.v[c->records.n - 1];
	struct buffer_size size = engine_buffer_size(record, config_most_depth(c));
	struct buffer_size whole = engine_buffer_size(WHOLE_FILE_RECORD, 1);
	int ret = 0;

	size = (struct buffer_size){ MAX(size.data, whole.data), MAX(size.input, whole.input) };
	run->buffers = team_alloc(buffers_size(c));
	if (!run->buffers)
		ret = -ENOMEM;
	while (!ret && run->buffers_n < config_most_jobs(c)) {
		ret = buffer_init(&run->buffers[run->buffers_n], size, c->seed + run->buffers_n, c->processes);
		if (!ret)
			buffer_shape(&run->buffers[run->buffers_n++], &c->data);
	}
	run->setting.buffers = run->buffers;
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "buffers for %u jobs with %u of the largest record",
			     config_most_jobs(c), config_most_depth(c))
		   : 0;
}

void run_setup_free_buffers(struct run_setup *run)
{
	while (run->buffers_n)
		buffer_release(&run->buffers[--run->buffers_n]);
	team_free(run->buffers, buffers_size(&run->config));
}

/* Files that are done with may stay as long as they take no more than the largest does, or a quarter of what is free. */
void run_setup_choose_keep(struct run_setup *run, uint64_t available)
{
	uint64_t quarter = available / 4 < KEEP_BYTES ? available / 4 : KEEP_BYTES;

	if (run->plan.space_bytes < quarter)
		run->plan.space_bytes = quarter;
	run->setting.space_bytes = run->plan.space_bytes;
}

/* With a time budget, samples are cut so that the first pass takes a third of it, as far as the estimate goes. */
static void fit_budget(struct run_setup *run, const struct option_values *values)
{
	double third = (double)run->budget.measuring_ns / 3;
	uint64_t max_time;

	if (!run->config.time_budget_ns || option_given(values, "max-time"))
		return;
	max_time = estimate_fit(&run->estimate, third);
	run->config.max_time_ns = run->setting.max_time_ns = max_time;
	run->config.max_time_cuts_cached = run->setting.max_time_cuts_cached = true;
	if (estimate_pass(&run->estimate).ns > 1.5 * third)
		strbuf_addstr(&run->remarks, "the time budget is short for this grid: the first pass may take more than a third "
					     "of it\n");
}

/* A model's time is nobody's, and pictures are drawn in real time. */
static void divide_budget(struct run_setup *run, uint64_t trials_ns)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t publish_ns = 0;

	if (!target_is_virtual(run->target))
		publish_ns = budget_publish_ns(&run->plan, processors > 0 ? (unsigned)processors : 1);
	run->budget = budget_divide(run->config.time_budget_ns, trials_ns, publish_ns);
}

int run_setup_make_estimate(struct run_setup *run, const struct option_values *values, struct err *err)
{
	uint64_t start = clock_now_ns(&run->clock);
	int ret = estimate_measure(&run->plan, &run->setting, &run->estimate);

	divide_budget(run, clock_now_ns(&run->clock) - start);
	run->estimated = !ret;
	memset(&run->timing, 0, sizeof(run->timing));
	if (ret == -ENOMEM)
		return err_sys(err, ERR_ENVIRONMENT, ret, "estimate");
	if (run->estimated)
		fit_budget(run, values);
	return 0;
}
