/*
 * oom_loaders RUN MODEL IMPORT: fails the first allocation of each loader, the second, ... until all succeed. A failure
 * must end the loader with an error that says something, or be got over; neither may crash or leave memory behind.
 */
#include "oom/allocator.h"

#include <stdio.h>
#include <string.h>

#include "api/sim_model.h"
#include "base/err.h"
#include "model/config.h"
#include "store/import.h"
#include "store/journal.h"
#include "store/resultset.h"
#include "store/run_config.h"
#include "store/rundir.h"

#if OOM_POSSIBLE

#define ALL_OF_THEM 400 /* the first that fail, each; behind them every STEP-th */
#define STEP 13

static size_t samples; /* that a loader has brought */

static int load_journal(const char *path, struct err *err)
{
	struct journal_contents contents;
	int ret = journal_load(path, JOURNAL_LATENCY, &contents, err);

	if (ret)
		return ret;
	samples = contents.samples_n;
	journal_contents_release(&contents);
	return 0;
}

static int load_config(const char *path, struct err *err)
{
	struct config config;
	json_t *run;
	bool newer;
	int ret = rundir_read(path, &run, &newer, err);

	if (ret)
		return ret;
	config_init(&config);
	ret = run_config_from_json(json_object_get(run, "config"), newer, &config, err);
	config_release(&config);
	json_decref(run);
	return ret;
}

static int load_resultset(const char *path, struct err *err)
{
	struct resultset *rs;
	int ret = resultset_load(path, &rs, err);

	if (ret)
		return ret;
	samples = rs->samples_n;
	resultset_free(rs);
	return 0;
}

static int load_model(const char *path, struct err *err)
{
	struct sim_model model;
	int ret = sim_model_load(path, &model, err);

	if (!ret)
		sim_model_release(&model);
	return ret;
}

static int load_import(const char *path, struct err *err)
{
	struct iozone_log log;
	int ret = import_read(path, &log, err);

	iozone_log_release(&log);
	return ret;
}

struct loader {
	const char *name;
	int (*load)(const char *path, struct err *err);
	int argument;
};

static const struct loader loaders[] = {
	{ "journal", load_journal, 1 }, { "config", load_config, 1 }, { "resultset", load_resultset, 1 },
	{ "sim model", load_model, 2 }, { "import", load_import, 3 },
};

/* 1: loaded, 0: ended as it should, -1: it should not have ended so. */
static int fail_at(const struct loader *loader, const char *path, long k)
{
	struct err err = ERR_INIT;
	long before = oom_live;
	size_t all = samples;
	bool used;
	int ret;

	oom_begin(k, false);
	ret = loader->load(path, &err);
	used = oom_end();
	if (oom_live != before) {
		printf("%s: with allocation %ld failing %ld blocks are left\n", loader->name, k, oom_live - before);
		return -1;
	}
	if (!ret && samples != all) {
		printf("%s: with allocation %ld failing %zu of %zu samples are brought\n", loader->name, k, samples, all);
		return -1;
	}
	if (ret && !*err.text) {
		printf("%s: with allocation %ld failing nothing is said\n", loader->name, k);
		return -1;
	}
	if (ret && !used) {
		printf("%s: fails without a reason: %s\n", loader->name, err.text);
		return -1;
	}
	return !used;
}

static int fail_each(const struct loader *loader, const char *path)
{
	struct err err = ERR_INIT;

	/* What the C library keeps from its first call is no leak. */
	if (loader->load(path, &err)) {
		printf("%s: %s cannot be loaded at all: %s\n", loader->name, path, err.text);
		return -1;
	}
	for (long k = 0;; k += k < ALL_OF_THEM ? 1 : STEP) {
		int ret = fail_at(loader, path, k);

		if (ret)
			return printf("%s: %ld allocations\n", loader->name, k) < 0 || ret < 0 || k < 3 ? -1 : 0;
	}
}

int main(int argc, char **argv)
{
	int bad = 0;

	if (argc != 4)
		return 2;
	setvbuf(stdout, NULL, _IONBF, 0);
	for (size_t i = 0; i < sizeof(loaders) / sizeof(*loaders); i++)
		bad |= fail_each(&loaders[i], argv[loaders[i].argument]);
	return bad ? 1 : 0;
}

#else

int main(void)
{
	puts("the allocator belongs to a sanitizer, or to another C library than glibc");
	return 77;
}

#endif
