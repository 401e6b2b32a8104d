#include "unit/fixture_run.h"

#include "base/err.h"
#include "report/report.h"
#include "store/journal.h"
#include "store/rundir.h"

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fixture_make(char path[FIXTURE_PATH_LEN])
{
	const char *tmp = getenv("TMPDIR");

	snprintf(path, FIXTURE_PATH_LEN, "%s/iosweep-test-XXXXXX", tmp ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(path));
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void fixture_remove(const char *path)
{
	ck_assert_int_eq(nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void set_sizes(struct size_list *list, const uint64_t *sizes, size_t n)
{
	list->v = calloc(n, sizeof(*sizes));
	ck_assert_ptr_nonnull(list->v);
	memcpy(list->v, sizes, n * sizeof(*sizes));
	list->n = n;
}

void fixture_config(struct config *config)
{
	static const uint64_t file_sizes[] = { 65536, 262144 }, records[] = { 4096, 65536, 131072 };
	static const struct test tests[] = {
		{ "write", "psync", "write", 0 },
		{ "randread", "psync", "randread", 0 },
		{ "stdio:write", "stdio", "write", 0 },
	};

	config_init(config);
	config_set_string(&config->target, "/mnt/data");
	config_set_string(&config->output, "run");
	config_set_string(&config->command, "iosweep /mnt/data");
	set_sizes(&config->file_sizes, file_sizes, 2);
	set_sizes(&config->records, records, 3);
	config->tests = malloc(sizeof(tests));
	ck_assert_ptr_nonnull(config->tests);
	memcpy(config->tests, tests, sizeof(tests));
	config->tests_n = 3;
	config->modes[MODE_DEVICE] = config->modes[MODE_CACHED] = true;
	config->passes = 3;
	config->min_time_ns = 10000000;
	config->max_time_ns = 5000000000;
	config->seed = 7;
	ck_assert_int_eq(config_complete(config), 0);
}

void fixture_doublings(struct size_list *list, uint64_t first, size_t n)
{
	list->v = realloc(list->v, n * sizeof(*list->v));
	ck_assert_ptr_nonnull(list->v);
	for (size_t i = 0; i < n; i++)
		list->v[i] = first << i;
	list->n = n;
}

void fixture_start(const char *path, const struct config *config)
{
	const struct rundir_start start = {
		.config = config,
		.version = "9.8.7",
		.started_ns = 1769897700123456789,
	};
	struct err err = ERR_INIT;

	ck_assert_msg(!rundir_write_start(path, &start, &err), "%s", err.text);
}

static const char *pattern_of(const char *test)
{
	const char *colon = strchr(test, ':');

	return colon ? colon + 1 : test;
}

void fixture_sample(struct sample *sample, const char *mode, const char *test, uint64_t file_size, uint64_t record,
		    uint64_t pass, double throughput)
{
	sample_init(sample);
	snprintf(sample->mode, sizeof(sample->mode), "%s", mode);
	snprintf(sample->test, sizeof(sample->test), "%s", test);
	snprintf(sample->api, sizeof(sample->api), "%s", strchr(test, ':') ? "stdio" : "psync");
	snprintf(sample->pattern, sizeof(sample->pattern), "%s", pattern_of(test));
	strcpy(sample->status, "ok");
	sample->file_size_bytes = file_size;
	sample->record_size_bytes = record;
	sample->depth = sample->jobs = 1;
	sample->pass = pass;
	sample->bytes = file_size;
	sample->operations = file_size / record;
	sample->throughput_mib_s = throughput;
	sample->cut = 0;
}

void fixture_append(const char *path, const struct sample *samples, size_t n)
{
	struct err err = ERR_INIT;
	struct journal *journal;

	ck_assert_msg(!journal_open(path, &journal, &err), "%s", err.text);
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(!journal_append(journal, &samples[i], &err), "%s", err.text);
	journal_close(journal);
}

struct resultset *fixture_load(const char *path, const struct config *config, const struct sample *samples, size_t n)
{
	struct resultset *rs = NULL;
	struct err err = ERR_INIT;

	fixture_start(path, config);
	fixture_append(path, samples, n);
	ck_assert_msg(!resultset_load(path, &rs, &err), "%s", err.text);
	return rs;
}

void fixture_report(const char *name, const struct resultset *rs, struct strbuf *out)
{
	const struct reporter *reporter = reporter_find(name);
	struct err err = ERR_INIT;

	ck_assert_ptr_nonnull(reporter);
	ck_assert_msg(!report_write(reporter, rs, out, &err), "%s", err.text);
}
