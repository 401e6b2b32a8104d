/* fixture_run: small runs in temporary directories, for the tests of store and report. */
#ifndef IOSWEEP_TESTS_FIXTURE_RUN_H
#define IOSWEEP_TESTS_FIXTURE_RUN_H

#include "base/strbuf.h"
#include "model/config.h"
#include "model/sample.h"
#include "store/resultset.h"

#define FIXTURE_PATH_LEN 256

/* Makes an empty directory below TMPDIR; fixture_remove removes it with all that is in it. */
void fixture_make(char path[FIXTURE_PATH_LEN]);
void fixture_remove(const char *path);

/*
 * Two modes, file sizes 64K and 256K, records 4K, 64K and 128K, tests write, randread and stdio:write, three passes,
 * seed 7. The caller releases it.
 */
void fixture_config(struct config *config);

/* n sizes, each twice as large as the one before it, in the place of those of the list. */
void fixture_doublings(struct size_list *list, uint64_t first, size_t n);

/* Writes run.json, started 2026-01-31T22:15:00Z by version "9.8.7". */
void fixture_start(const char *path, const struct config *config);

/* A good sample of a test that fixture_config knows: throughput in MiB/s, all else that is needed made up. */
void fixture_sample(struct sample *sample, const char *mode, const char *test, uint64_t file_size, uint64_t record,
		    uint64_t pass, double throughput);

/* Appends all of them to the run's journal. */
void fixture_append(const char *path, const struct sample *samples, size_t n);

/* Writes run.json and the journal, and loads them. */
struct resultset *fixture_load(const char *path, const struct config *config, const struct sample *samples, size_t n);

/* Appends the report of that name. */
void fixture_report(const char *name, const struct resultset *rs, struct strbuf *out);

#endif
