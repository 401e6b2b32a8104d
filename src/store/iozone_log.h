/*
 * iozone_log: the figures in the output of IOzone, of any version and mode, and what it says about the runs.
 *
 * A pure function of text. It takes auto tables, the Excel text of -R, and throughput mode, with any text around and
 * between them. What is not understood is remarked with its line; nothing is guessed. A figure of 0 is missing. The
 * CPU utilisation of -+u is passed over. Excel text that repeats the table of its run adds nothing.
 *
 * A run begins where a head begins: the banner, or any of its lines behind figures. In throughput mode another
 * number of processes begins one as well, so that all figures of a run have the same jobs.
 */
#ifndef IOSWEEP_STORE_IOZONE_LOG_H
#define IOSWEEP_STORE_IOZONE_LOG_H

#include "store/iozone_facts.h"
#include "store/iozone_names.h"

#define IOZONE_VALUES_MAX 200000
#define IOZONE_RUNS_MAX 2000
#define IOZONE_REMARKS_MAX 40 /* further ones are counted */
#define IOZONE_REMARK_LEN 240

enum iozone_source { IOZONE_TABLE, IOZONE_EXCEL, IOZONE_CHILDREN };

struct iozone_value {
	const struct iozone_test *test;
	uint64_t file_kib, record_kib;
	double value; /* > 0, in unit */
	enum iozone_unit unit;
	enum iozone_source source;
	size_t run; /* in runs */
	unsigned line;
};

struct iozone_run {
	struct iozone_facts facts;
	unsigned line; /* where it begins */
	bool complete; /* "iozone test complete." */
	size_t values_n;
};

struct iozone_remark {
	unsigned line;
	char text[IOZONE_REMARK_LEN];
};

struct iozone_log {
	struct iozone_value *values; /* in the order of the text */
	size_t values_n;
	struct iozone_run *runs; /* each has a figure */
	size_t runs_n;
	struct iozone_remark *remarks;
	size_t remarks_n, remarks_lost; /* lost: there was no room for */
};

/* 0 or -ENOMEM; log is to be released after both. */
int iozone_log_read(const void *data, size_t len, struct iozone_log *log);
void iozone_log_release(struct iozone_log *log);

#endif
