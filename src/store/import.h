/*
 * import: runs of IOzone as a run directory of iosweep's.
 *
 * What IOzone measured becomes samples with the throughput it printed, exact to the last digit, and no more: bytes,
 * operations, times and latencies that it does not print are absent. With -O there are iops, with -N lat_mean_ns, and
 * the throughput that follows from them and the record size.
 *
 * The tests are named as iosweep's own; the run's first API is sync, as read(2) and write(2) are what IOzone uses, or
 * mmap or posixaio where its head says so. The mode is device where it used direct I/O, else cached; stdio and mmap
 * do not take part in direct I/O and are always cached.
 *
 * run.json holds the facts that the heads give, in their places where there are such, and all of them in
 * environment.import: {"program": "IOzone", "runs": [{"file", "line", "version", "build", "began", "machine",
 * "command", "include_flush", "include_close", "purge", "statements"}, ...]}. What is not known is null. The times
 * are those of a clock whose zone is not known.
 */
#ifndef IOSWEEP_STORE_IMPORT_H
#define IOSWEEP_STORE_IMPORT_H

#include "store/iozone_log.h"

#include <jansson.h>

struct err;

/*
 * One run in one file. Several of them make a run directory, where each is one more pass over its cells. Those of several
 * depths or numbers of processes have different cells, so that these become axes.
 */
struct import_part {
	const char *file; /* its name */
	const struct iozone_log *log;
	size_t run; /* in log */
};

/* Reads a file. 0, or -1 with err: not readable, out of memory, or it holds no figures. Release log in both cases. */
int import_read(const char *path, struct iozone_log *log, struct err *err);

enum import_difference {
	IMPORT_ALIKE,
	IMPORT_DIFFERENT, /* machine, version, or how it was measured */
	IMPORT_INCOMPATIBLE, /* they have no place in one run directory: another API */
};

/*
 * How two parts differ, and in *what for a message: "the version". Direct I/O is no difference: what was measured with
 * it has a mode of its own. Nor are depth and number of processes, which are axes.
 */
enum import_difference import_compare(const struct import_part *a, const struct import_part *b, const char **what);

struct import {
	const struct import_part *parts; /* none of them incompatible; in the order of their passes */
	size_t parts_n;
	const char *version; /* of the program */
};

struct import_counts {
	size_t samples, tests, passes;
	bool device, cached;
};

/* Makes the run directory. 0, or -1 with err (ERR_ENVIRONMENT). */
int import_write(const char *run_dir, const struct import *import, struct import_counts *counts, struct err *err);

/* The environment object; a new reference, NULL when memory ran out. For import.c. */
json_t *import_environment(const struct import *import);

#endif
