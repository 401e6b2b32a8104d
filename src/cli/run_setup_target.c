#include "cli/run_setup_internal.h"

#include "api/sim_environment.h"
#include "api/sim_model.h"
#include "base/err.h"
#include "cli/leftovers.h"
#include "cli/options.h"
#include "cli/resolve_file.h"
#include "cli/resolve_sizes.h"
#include "measure/cache.h"
#include "measure/environment.h"
#include "measure/facts.h"
#include "measure/warm_memory.h"
#include "model/envfacts.h"
#include "model/raid_geometry.h"

#include <errno.h>
#include <string.h>

int run_setup_open_target(struct run_setup *run, struct err *err)
{
	struct target_config config = { .dir = run->config.target, .overwrite = run->config.overwrite };

	if (run->config.target_is_file)
		config.file = run->config.target;
	config.virtual_api = plan_virtual_api(&run->plan, &config.session);
	return target_open(&config, &run->target, err);
}

int run_setup_fit_sizes(struct run_setup *run, const struct option_values *values, uint64_t *available, struct err *err)
{
	int ret = target_available(run->target, available);

	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s: free space", run->config.target);
	if (target_is_file(run->target) && resolve_file_sizes(target_file_size(run->target), &run->config, err))
		return -1;
	return run->stored ? resolve_check_space(*available, &run->config, err)
			   : resolve_sizes(values, *available, &run->config, err);
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
static int look_at_real(struct run_setup *run, const struct option_values *values, struct err *err)
{
	struct raid_geometry unused;
	int ret;

	run->environment = environment_collect(run->config.target, err);
	if (!run->environment || probe_direct(run, values, err))
		return -1;
	run->setting.warm_memory = warm_memory_helps(run->environment);
	run->setting.whole_allocation = raid_geometry_find(run->config.raid, run->environment, &unused);
	leftovers_remark(run->config.target, &run->remarks);
	remark_loop(run);
	ret = facts_new(target_dirfd(run->target), &run->facts);
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "%s", run->config.target);
	facts_expect(run->facts, write_factor(run->environment), run->config.io.sync_mode != SYNC_NONE);
	return 0;
}

int run_setup_look_at_target(struct run_setup *run, const struct option_values *values, struct err *err)
{
	if (target_is_virtual(run->target))
		describe_virtual(run);
	else if (look_at_real(run, values, err))
		return -1;
	run->setting.facts = run->facts;
	return 0;
}

int run_setup_mark_target(struct run_setup *run, struct err *err)
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
