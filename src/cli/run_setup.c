#include "cli/run_setup.h"

#include "api/sim_environment.h"
#include "api/sim_model.h"
#include "base/err.h"
#include "cli/command_line.h"
#include "cli/leftovers.h"
#include "cli/options.h"
#include "cli/resolve.h"
#include "cli/resolve_file.h"
#include "cli/resume_check.h"
#include "cli/stop.h"
#include "cli/stuck.h"
#include "measure/cache.h"
#include "measure/engine.h"
#include "measure/env_roots.h"
#include "measure/environment.h"
#include "measure/facts.h"
#include "measure/memory_group.h"
#include "measure/team.h"
#include "measure/watchdog.h"
#include "measure/whole_file.h"
#include "model/envfacts.h"
#include "model/raid_geometry.h"
#include "store/journal.h"
#include "store/run_config.h"
#include "store/rundir.h"
#include "sweep/refine.h"
#include "sweep/trial.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define KEEP_BYTES (64ULL << 20)

static int open_target(struct run_setup *run, struct err *err)
{
	struct target_config config = { .dir = run->config.target, .overwrite = run->config.overwrite };

	if (run->config.target_is_file)
		config.file = run->config.target;
	config.virtual_api = plan_virtual_api(&run->plan, &config.session);
	return target_open(&config, &run->target, err);
}

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

static void describe_virtual(struct run_setup *run)
{
	struct err ignored = ERR_INIT;
	struct sim_model model;

	if (strncmp(run->config.tests[0].api, "sim", 3) || sim_model_load(run->config.sim_model, &model, &ignored))
		return;
	run->environment = sim_environment(&model);
	sim_model_release(&model);
}

/* Direct I/O ends at the loop device: it reads and writes its own file through the page cache unless told otherwise. */
static void remark_loop(struct run_setup *run)
{
	if (run->config.modes[MODE_DEVICE] && json_is_false(envfacts_get(run->environment, "device.loop.direct_io")))
		strbuf_addf(&run->remarks, "%s keeps its file in the page cache: in device mode it answers from memory; "
					   "'losetup --direct-io=on' changes that\n",
			    envfacts_string(run->environment, "device.name"));
}

static int check_drop(struct run_setup *run, struct err *err)
{
	bool can = true;
	int ret;

	if (run->config.cache != CACHE_DROP)
		return 0;
	ret = cache_can_drop(run->target, &can);
	target_purge(run->target);
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s: cannot drop a small file from the page cache",
			       run->config.target);
	return can ? 0 : err_set(err, ERR_ENVIRONMENT, "--cache drop: %s keeps its files in memory whatever one does",
				 run->config.target);
}

/* What device mode means on this target, and what the user should know of it. */
static int probe_direct(struct run_setup *run, const struct option_values *values, struct err *err)
{
	const char *type = envfacts_string(run->environment, "file_system.type");
	int ret = target_probe_direct(run->target, &run->setting.direct);

	target_purge(run->target);
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s: cannot write a small file", run->config.target);
	if (check_drop(run, err))
		return -1;
	if (!run->config.modes[MODE_DEVICE])
		return 0;
	type = type ? type : "this file system";
	if (run->setting.direct.support == DIRECT_REFUSED)
		strbuf_addf(&run->remarks, "%s has no direct I/O: in device mode the cache is dropped before each test, and "
					   "throughput counts the flush\n", type);
	if (run->setting.direct.support != DIRECT_NOMINAL)
		return 0;
	if (!run->stored && run->config.modes[MODE_CACHED] && !option_given(values, "mode")) {
		run->config.modes[MODE_DEVICE] = false;
		strbuf_addf(&run->remarks, "%s takes O_DIRECT but keeps the data in memory: device mode is left out, as it "
					   "would measure the same as cached\n", type);
	} else {
		strbuf_addf(&run->remarks, "%s takes O_DIRECT but keeps the data in memory: device mode measures memory\n",
			    type);
	}
	return 0;
}

/*
 * How many bytes may go to the device for one that is written: file systems that write whatever changes to a new place,
 * and journals that take the data too, write more than the data.
 */
static double write_factor(const json_t *environment)
{
	static const char *const in_place[] = { "ext2", "ext3", "ext4", "xfs", "vfat", "exfat" };
	const char *type = envfacts_string(environment, "file_system.type");
	const char *journal = envfacts_string(environment, "file_system.journal_mode");

	if (journal && !strcmp(journal, "journal"))
		return 2;
	for (size_t i = 0; type && i < sizeof(in_place) / sizeof(*in_place); i++) {
		if (!strcmp(type, in_place[i]))
			return 1;
	}
	return 2;
}

/* The facts of a real target. */
static int look_at_target(struct run_setup *run, const struct option_values *values, struct err *err)
{
	int ret;

	run->environment = environment_collect(run->config.target, err);
	if (!run->environment || probe_direct(run, values, err))
		return -1;
	leftovers_remark(run->config.target, &run->remarks);
	remark_loop(run);
	ret = facts_new(target_dirfd(run->target), &run->facts);
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s", run->config.target);
	facts_expect(run->facts, write_factor(run->environment), run->config.io.sync_mode != SYNC_NONE);
	return 0;
}

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

static size_t buffers_size(const struct config *config)
{
	return config_most_jobs(config) * sizeof(struct buffer);
}

static int make_buffers(struct run_setup *run, struct err *err)
{
	const struct config *c = &run->config;
	uint64_t record = c->records.v[c->records.n - 1];
	size_t size = engine_buffer_size(record, config_most_depth(c));
	int ret = 0;

	size = size < WHOLE_FILE_RECORD ? WHOLE_FILE_RECORD : size;
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

/* Files that are done with may stay as long as they take no more than the largest does, or a quarter of what is free. */
static void choose_keep(struct run_setup *run, uint64_t available)
{
	uint64_t quarter = available / 4 < KEEP_BYTES ? available / 4 : KEEP_BYTES;

	if (run->plan.space_bytes < quarter)
		run->plan.space_bytes = quarter;
	run->setting.keep_bytes = run->plan.space_bytes;
}

/* With a time budget, samples are cut so that the first pass takes a third of it, as far as the estimate goes. */
static void fit_budget(struct run_setup *run, const struct option_values *values)
{
	double third = (double)run->config.time_budget_ns / 3;
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

static int make_estimate(struct run_setup *run, const struct option_values *values, struct err *err)
{
	int ret = estimate_measure(&run->plan, &run->setting, &run->estimate);

	run->estimated = !ret;
	memset(&run->timing, 0, sizeof(run->timing));
	if (ret == -ENOMEM)
		return err_sys(err, ERR_ENVIRONMENT, ret, "estimate");
	if (run->estimated)
		fit_budget(run, values);
	return 0;
}

static void fill_setting(struct run_setup *run, const volatile sig_atomic_t *stop)
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

static int default_output(struct run_setup *run, struct err *err)
{
	char host[256] = "";
	struct strbuf path;
	time_t now = time(NULL);
	struct tm tm;
	int ret;

	strbuf_init(&path);
	gethostname(host, sizeof(host) - 1);
	rundir_default_path(host, localtime_r(&now, &tm), &path);
	ret = strbuf_failed(&path) ? -ENOMEM : config_set_string(&run->config.output, path.buf);
	strbuf_release(&path);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "output") : 0;
}

/* The journal and the pictures are I/O too. */
static void remark_same_disk(struct run_setup *run)
{
	struct stat output, target;

	if (target_is_virtual(run->target) || stat(run->config.output, &output) ||
	    fstat(target_dirfd(run->target), &target) ||
	    output.st_dev != (S_ISBLK(target.st_mode) ? target.st_rdev : target.st_dev))
		return;
	run->setting.results_on_target = true;
	strbuf_addstr(&run->remarks, "the results go to the file system that is measured; name another one with -o where it "
				     "matters\n");
}

/* So that this run, and no other, may remove what it leaves if it is killed. */
static int mark_target(struct run_setup *run, struct err *err)
{
	struct strbuf mark;
	int ret;

	strbuf_init(&mark);
	leftovers_mark(run->config.output, &mark);
	if (!run->stored && run->config.target)
		leftovers_remove(run->config.target, mark.buf, &run->remarks); /* of one that was killed before it began */
	ret = strbuf_failed(&mark) ? -ENOMEM : target_mark(run->target, mark.buf);
	strbuf_release(&mark);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "%s: cannot write a small file", run->config.target) : 0;
}

static int create_output(struct run_setup *run, const struct option_values *values, struct err *err)
{
	if (!values->output && default_output(run, err))
		return -1;
	if (values->output && config_set_string(&run->config.output, values->output))
		return err_set(err, ERR_ENVIRONMENT, "output: out of memory");
	if (rundir_create(run->config.output, err))
		return -1;
	run->run_dir_made = true;
	remark_same_disk(run);
	return mark_target(run, err);
}

/* What has become of the plan on a target that is not what it was. */
static int check_plan(const struct run_setup *run, struct err *err)
{
	uint64_t cells;

	if (!envfacts_u64(run->stored, "plan.cells", &cells) || cells == run->plan.cells)
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "%s: the run had %llu cells and would now have %llu; start a new one",
		       run->config.output, (unsigned long long)cells, (unsigned long long)run->plan.cells);
}

/* Of the array as the user or the system knows it. */
static bool find_geometry(const struct run_setup *run, struct raid_geometry *geometry)
{
	struct envfacts_stripe stripe;
	struct err unused = ERR_INIT;

	if (run->config.raid)
		return !raid_geometry_parse(run->config.raid, geometry, &unused);
	if (!envfacts_stripe(run->environment, &stripe))
		return false;
	*geometry = (struct raid_geometry){ stripe.chunk_bytes, stripe.data_disks };
	return true;
}

/* Those that a run which refines has from the start. */
static int add_sizes(struct run_setup *run, struct err *err)
{
	struct raid_geometry geometry;
	int ret = 0;

	if (run->config.refine)
		ret = refine_records(find_geometry(run, &geometry) ? &geometry : NULL, &run->config.records);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "records") : 0;
}

/* Plan and target depend on each other: the sizes on the space, the modes on what direct I/O means. */
static int open_all(struct run_setup *run, const struct option_values *values, const volatile sig_atomic_t *stop,
		    struct err *err)
{
	uint64_t available;
	int ret;

	if (plan_resolve(&run->config, &run->plan, err))
		return -1;
	run->plan_built = true;
	if (run->config.memory_limit_bytes &&
	    memory_group_enter(&env_roots_real, run->config.memory_limit_bytes, &run->memory_group, err))
		return -1;
	if (open_target(run, err) || (run->stored && mark_target(run, err)))
		return -1;
	init_clock(run);
	fill_setting(run, stop);
	if (start_watchdog(run, err))
		return -1;
	ret = target_available(run->target, &available);
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s: free space", run->config.target);
	if (target_is_file(run->target) && resolve_file_sizes(target_file_size(run->target), &run->config, err))
		return -1;
	if (run->stored ? resolve_check_space(available, &run->config, err)
			: resolve_sizes(values, available, &run->config, err))
		return -1;
	if (target_is_virtual(run->target))
		describe_virtual(run);
	else if (look_at_target(run, values, err))
		return -1;
	run->setting.facts = run->facts;
	if (run->stored && resume_check_machine(json_object_get(run->stored, "environment"), run->environment, err))
		return -1;
	if (!run->stored && add_sizes(run, err))
		return -1;
	if (run->setting.direct.support != DIRECT_REFUSED)
		run->plan.direct_align = run->setting.direct.offset_align;
	if (plan_finish(&run->plan, err) || trial_settings(&run->plan, &run->setting, err))
		return -1;
	choose_keep(run, available);
	if (run->stored)
		remark_same_disk(run);
	if ((run->stored ? check_plan(run, err) : create_output(run, values, err)) || make_buffers(run, err))
		return -1;
	return make_estimate(run, values, err);
}

int run_setup_open(struct run_setup *run, const struct option_values *values, const volatile sig_atomic_t *stop,
		   struct err *err)
{
	*run = (struct run_setup){ 0 };
	config_init(&run->config);
	strbuf_init(&run->remarks);
	if (resolve_config(values, &run->config, err) || resolve_file(values, &run->config, &run->remarks, err) || note_command(run, err))
		return -1;
	remark_unused(run, values);
	return open_all(run, values, stop, err);
}

/* The journal's lock says that nobody else is at the run. */
static int open_stored(struct run_setup *run, const char *run_dir, struct err *err)
{
	uint64_t cut_bytes;
	bool newer;

	if (rundir_read(run_dir, &run->stored, &newer, err) ||
	    resume_check_version(run->stored, newer, run_dir, err) ||
	    journal_reopen(run_dir, &run->journal, &cut_bytes, err))
		return -1;
	if (cut_bytes)
		strbuf_addf(&run->remarks, "half a sample (%llu bytes) at the end of the journal was cut off\n",
			    (unsigned long long)cut_bytes);
	if (run_config_from_json(json_object_get(run->stored, "config"), newer, &run->config, err))
		return err_clause(err, "%s/run.json", run_dir);
	if (config_set_string(&run->config.output, run_dir))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", run_dir);
	return 0;
}

/* Where the run's target is from here; and what the run has left there goes. */
static int find_target(struct run_setup *run, struct err *err)
{
	const char *path = envfacts_string(json_object_get(run->stored, "environment"), "file_system.target");
	struct strbuf mark;

	if (!run->config.target)
		return 0;
	if (path && config_set_string(&run->config.target, path))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", path);
	strbuf_init(&mark);
	leftovers_mark(run->config.output, &mark);
	leftovers_remove(run->config.target, mark.buf, &run->remarks);
	strbuf_release(&mark);
	return 0;
}

int run_setup_resume(struct run_setup *run, const struct option_values *values, const volatile sig_atomic_t *stop,
		     struct err *err)
{
	*run = (struct run_setup){ 0 };
	config_init(&run->config);
	strbuf_init(&run->remarks);
	if (open_stored(run, values->operands[0], err) || find_target(run, err))
		return -1;
	run->config.quiet = values->quiet;
	run->config.no_pictures = run->config.no_pictures || values->no_pictures;
	return open_all(run, values, stop, err);
}

static int note_sample(struct sample *sample, void *arg)
{
	struct tally *tally = arg;
	struct cell_place place;

	tally_note(tally, sample);
	return !*sample->purpose && tally_find(tally, sample, &place) ? tally_add(tally, &place, sample) : 0;
}

/* What earlier sessions have measured. */
static int fill_tally(struct run_setup *run, struct err *err)
{
	struct journal_contents counts;
	int ret = tally_init(&run->tally, &run->plan);

	if (ret) {
		run->tally = (struct tally){ .cells = NULL };
		return err_sys(err, ERR_ENVIRONMENT, ret, "tally");
	}
	return run->stored ? journal_each(run->config.output, 0, note_sample, &run->tally, &counts, err) : 0;
}

static int go_on(struct run_setup *run, struct err *err)
{
	run->started_ns = clock_epoch_ns(&run->clock);
	run->started = true;
	rundir_remove_unfinished(run->config.output);
	return rundir_reopen(run->config.output, target_name(run->target), err);
}

static int write_start(struct run_setup *run, struct err *err)
{
	struct rundir_start start = {
		.config = &run->config,
		.version = IOSWEEP_VERSION,
		.environment = run->environment,
	};
	int ret;

	run->started_ns = clock_epoch_ns(&run->clock);
	start.work = target_name(run->target);
	start.started_ns = run->started_ns;
	start.plan = json_pack("{s:I, s:I, s:s}", "cells", (json_int_t)run->plan.cells, "space_bytes",
			       (json_int_t)run->plan.space_bytes, "remarks", run->plan.remarks.buf);
	ret = rundir_write_start(run->config.output, &start, err);
	json_decref(start.plan);
	run->started = !ret;
	return ret ? ret : journal_open(run->config.output, &run->journal, err);
}

int run_setup_leave_memory_group(struct run_setup *run, struct err *err)
{
	int ret = memory_group_leave(run->memory_group);

	run->memory_group = NULL;
	return ret ? err_sys(err, ERR_CELLS, ret, "--memory-limit: its control group stays behind") : 0;
}

int run_setup_start(struct run_setup *run, struct err *err)
{
	if (fill_tally(run, err))
		return -1;
	return run->stored ? go_on(run, err) : write_start(run, err);
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
	while (run->buffers_n)
		buffer_release(&run->buffers[--run->buffers_n]);
	team_free(run->buffers, buffers_size(&run->config));
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
