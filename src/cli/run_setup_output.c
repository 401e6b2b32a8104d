#include "cli/run_setup_internal.h"

#include "base/err.h"
#include "cli/options.h"
#include "store/journal.h"
#include "store/rundir.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
void run_setup_remark_same_disk(struct run_setup *run)
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

int run_setup_create_output(struct run_setup *run, const struct option_values *values, struct err *err)
{
	if (!values->output && default_output(run, err))
		return -1;
	if (values->output && config_set_string(&run->config.output, values->output))
		return err_set(err, ERR_ENVIRONMENT, "output: out of memory");
	if (rundir_create(run->config.output, err))
		return -1;
	run->run_dir_made = true;
	run_setup_remark_same_disk(run);
	return run_setup_mark_target(run, err);
}

int run_setup_write_start(struct run_setup *run, struct err *err)
{
	struct rundir_start start = {
		.config = &run->config,
		.version = IOSWEEP_VERSION,
		.environment = run->environment,
	};
	int ret;

	if (journal_create(run->config.output, &run->journal, err))
		return -1;
	run->started_ns = clock_epoch_ns(&run->clock);
	start.work = target_name(run->target);
	start.started_ns = run->started_ns;
	start.plan = json_pack("{s:I, s:I, s:s}", "cells", (json_int_t)run->plan.cells, "space_bytes",
			       (json_int_t)run->plan.space_bytes, "remarks", run->plan.remarks.buf);
	ret = rundir_write_start(run->config.output, &start, err);
	json_decref(start.plan);
	run->started = !ret;
	if (ret) {
		journal_abandon(run->journal);
		run->journal = NULL;
	}
	return ret;
}
