#include "cli/run_setup_internal.h"

#include "base/err.h"
#include "base/units.h"
#include "cli/command_line.h"
#include "cli/options.h"
#include "cli/resolve.h"
#include "cli/resolve_file.h"
#include "cli/resume_check.h"
#include "measure/env_roots.h"
#include "measure/facts.h"
#include "measure/memory_group.h"
#include "measure/watchdog.h"
#include "model/envfacts.h"
#include "model/raid_geometry.h"
#include "store/journal.h"
#include "sweep/refine.h"
#include "sweep/trial.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int note_command(struct run_setup *run, struct err *err)
{
	struct strbuf line;
	int ret;

	strbuf_init(&line);
	command_line_add(&line);
	ret = strbuf_failed(&line) ? -ENOMEM : config_set_string(&run->config.command, line.buf);
	strbuf_release(&line);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "command line") : 0;
}

/* The configuration holds what is done, which is less than what was asked for. */
static void remark_unused(struct run_setup *run, const struct option_values *values)
{
	if (values->depth.v[values->depth.n - 1] > config_most_depth(&run->config))
		strbuf_addf(&run->remarks, "--depth %s is not used: no API of the run can have more than one I/O in flight\n",
			    option_given_text(values, "depth"));
}

/* A list of sizes is what it says, a range and what the program chooses have room. */
static bool may_round_files(const struct run_setup *run, const struct option_values *values)
{
	const char *given = option_given_text(values, "file-size");

	return !run->config.target_is_file && (!given || strchr(given, ':'));
}

static void round_files(struct run_setup *run, const struct raid_geometry *geometry)
{
	uint64_t first = refine_files(geometry, &run->config.file_sizes);
	char least[UNITS_TEXT_LEN], stripe[UNITS_TEXT_LEN];

	if (first)
		strbuf_addf(&run->remarks, "files from %s on are whole stripes of %s\n",
			    units_format_size(first, least),
			    units_format_size(geometry->chunk_bytes * geometry->data_disks, stripe));
}

/* Those that a run which refines has from the start. */
static int choose_sizes(struct run_setup *run, const struct option_values *values, struct err *err)
{
	struct raid_geometry geometry;
	bool known = raid_geometry_find(run->config.raid, run->environment, &geometry);
	int ret = 0;

	if (run->config.refine)
		ret = refine_records(known ? &geometry : NULL, &run->config.records);
	if (run->config.refine && known && may_round_files(run, values))
		round_files(run, &geometry);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "records") : 0;
}

static int open_plan(struct run_setup *run, struct err *err)
{
	const struct config *c = &run->config;

	if (plan_resolve(c, &run->plan, err))
		return -1;
	run->plan_built = true;
	if (!c->memory_limit_bytes)
		return 0;
	return memory_group_enter(&env_roots_real, c->memory_limit_bytes, &run->memory_group, err);
}

/* A new run takes the target as it is, one that is gone on with must find it as it was. */
static int look_at_target(struct run_setup *run, const struct option_values *values, struct err *err)
{
	if (run_setup_look_at_target(run, values, err))
		return -1;
	return run->stored ? resume_check_machine(json_object_get(run->stored, "environment"), run->environment, err)
			   : choose_sizes(run, values, err);
}

/* Plan and target depend on each other: the sizes on the space, the modes on what direct I/O means. */
static int open_all(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		    struct err *err)
{
	uint64_t available;

	if (open_plan(run, err) || run_setup_open_target(run, err) || (run->stored && run_setup_mark_target(run, err)))
		return -1;
	if (run_setup_open_measuring(run, stop, err) || run_setup_fit_sizes(run, values, &available, err) ||
	    look_at_target(run, values, err))
		return -1;
	if (run->setting.direct.support != DIRECT_REFUSED)
		run->plan.direct_align = run->setting.direct.offset_align;
	if (plan_finish(&run->plan, err) || trial_settings(&run->plan, &run->setting, err))
		return -1;
	run_setup_choose_keep(run, available);
	if (run->stored ? run_setup_reopen_output(run, err) : run_setup_create_output(run, values, err))
		return -1;
	return run_setup_make_buffers(run, err) ? -1 : run_setup_make_estimate(run, values, err);
}

static void init(struct run_setup *run)
{
	*run = (struct run_setup){ 0 };
	config_init(&run->config);
	strbuf_init(&run->remarks);
}

int run_setup_open(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		   struct err *err)
{
	init(run);
	if (resolve_config(values, &run->config, err) || resolve_file(values, &run->config, &run->remarks, err) ||
	    note_command(run, err))
		return -1;
	remark_unused(run, values);
	return open_all(run, values, stop, err);
}

int run_setup_resume(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		     struct err *err)
{
	init(run);
	if (run_setup_open_stored(run, values->operands[0], err))
		return -1;
	run->config.quiet = values->quiet;
	run->config.no_pictures = run->config.no_pictures || values->no_pictures;
	return open_all(run, values, stop, err);
}

int run_setup_leave_memory_group(struct run_setup *run, struct err *err)
{
	int ret = memory_group_leave(run->memory_group);

	run->memory_group = NULL;
	return ret ? err_sys(err, ERR_CELLS, ret, "--memory-limit: its control group stays behind") : 0;
}

int run_setup_start(struct run_setup *run, struct err *err)
{
	if (run_setup_fill_tally(run, err))
		return -1;
	return run->stored ? run_setup_go_on(run, err) : run_setup_write_start(run, err);
}

void run_setup_close_target(struct run_setup *run)
{
	int ret;

	watch_step_begin(watchdog_own(run->watchdog), "remove files", clock_now_ns(&run->clock));
	ret = target_close(run->target);
	watch_step_end(watchdog_own(run->watchdog));
	run->target = NULL;
	run->target_error = run->target_error ? run->target_error : ret;
}

int run_setup_close(struct run_setup *run, struct err *err)
{
	int left;

	journal_close(run->journal);
	tally_release(&run->tally);
	json_decref(run->stored);
	if (run->estimated)
		estimate_release(&run->estimate);
	facts_free(run->facts);
	run_setup_close_target(run);
	watchdog_end(run->watchdog);
	if (run->plan_built)
		plan_release(&run->plan);
	run_setup_free_buffers(run);
	json_decref(run->environment);
	strbuf_release(&run->remarks);
	if (run->run_dir_made && !run->started)
		rmdir(run->config.output);
	left = run_setup_leave_memory_group(run, err);
	if (run->target_error)
		err_sys(err, ERR_CELLS, run->target_error, "%s: not all of the run's files could be removed", run->config.target);
	config_release(&run->config);
	return run->target_error || left ? -1 : 0;
}
