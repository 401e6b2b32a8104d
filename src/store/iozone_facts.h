/*
 * iozone_facts: what the head of an output of IOzone says about the run.
 *
 * The statements are those that IOzone prints for its options, one a line: "O_DIRECT feature enabled" for -I. What
 * it does not say is not known, and is not taken from the command line, which says it in another way.
 */
#ifndef IOSWEEP_STORE_IOZONE_FACTS_H
#define IOSWEEP_STORE_IOZONE_FACTS_H

#include "model/config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iozone_line;

enum iozone_unit { IOZONE_KIB_S, IOZONE_OPS_S, IOZONE_US_OP };

#define IOZONE_STATEMENTS_MAX 64
#define IOZONE_JOBS_MAX 1000000 /* of processes, and of requests in flight */

struct iozone_facts {
	/* owned; NULL: not said */
	char *version, *build, *began, *machine, *command;
	char *statements[IOZONE_STATEMENTS_MAX]; /* all others, as they stand */
	size_t statements_n;
	bool head_seen; /* there is a head at all, so that what it does not say was not asked for */
	bool unit_said;
	enum iozone_unit unit;
	bool own; /* a report of iosweep's in the format of IOzone */
	bool direct, include_flush, include_close, purge;
	bool invalid; /* the figures, as IOzone itself says with -V */
	enum sync_mode sync_mode;
	char api[NAME_LEN];
	uint64_t depth; /* 1, or that of -H and -k */
	uint64_t jobs, file_kib, record_kib; /* of throughput mode; 0: not said */
	bool processes, no_stonewall; /* of throughput mode */
	size_t file_sizes_n, records_n; /* how many "File size set to", "Record Size" there were */
	uint64_t stride; /* records; 0: not said */
};

void iozone_facts_init(struct iozone_facts *facts);
void iozone_facts_release(struct iozone_facts *facts);
int iozone_facts_copy(struct iozone_facts *to, const struct iozone_facts *from); /* to is empty; 0 or -ENOMEM */

enum iozone_statement {
	IOZONE_NO_STATEMENT,
	IOZONE_OF_THE_HEAD, /* one that can only stand above figures */
	IOZONE_OF_JOBS, /* one that throughput mode repeats for each number of processes */
	IOZONE_UNKNOWN, /* of the head by its place, but not one of those that are known */
};

/* What a line is. */
enum iozone_statement iozone_statement_kind(const struct iozone_line *line);

/* Takes a line of the first two kinds or, known to stand in the head, of the last. 0 or -ENOMEM. */
int iozone_facts_take(struct iozone_facts *facts, const struct iozone_line *line);

#endif
