/*
 * cause: the size known of a machine that a cliff is consistent with, or none.
 *
 * Nearness alone is cheap: a machine has a dozen sizes that are powers of two, and most steps of a grid of powers of
 * two have one of them beside it. So a size is named only where it explains that kind of step in that kind of test,
 * and where it would seldom have been named for any step: for each fact the same judgement is made of all steps of
 * the same width on the grid, and the share of those that it would be named for is the chance. Where that is small
 * the fact is "near" the cliff; where it also fits well, and few of the steps as well as this one, it is "at" the
 * cliff; all else is not named. (On doublings an exact size is inside of no step and at the end of two, one of which
 * it fits less: of twelve steps it is named for 17 % and fits 8 % well.) It never says more than that: what lies at a
 * place need not be what happens there.
 *
 * For each kind the table in cause.c has the axis, the tests and the direction of the steps that it can make, and
 * the place: an interval, as factors of the fact, in which such a step may lie, and how far beside it the step may
 * be. A cache ends between half and twice its size; a chunk is exact. An exact fact belongs to an end of the step: a
 * fall begins at it, a rise ends there.
 *
 * Pure functions of their arguments.
 */
#ifndef IOSWEEP_STATS_CAUSE_H
#define IOSWEEP_STATS_CAUSE_H

#include "stats/cliff.h"

enum cause_kind {
	CAUSE_CHUNK, /* what an array writes to one disk before it goes on to the next */
	CAUSE_STRIPE, /* a chunk on each data disk */
	CAUSE_OPTIMAL_IO,
	CAUSE_MAX_REQUEST, /* larger ones are split */
	CAUSE_READ_AHEAD,
	CAUSE_FS_BLOCK,
	CAUSE_PAGE,
	CAUSE_STRIDE, /* records, not bytes */
	CAUSE_MEMORY_LIMIT, /* of a control group */
	CAUSE_RAM,
	CAUSE_DIRTY_LIMIT,
	CAUSE_DIRTY_BACKGROUND,
	CAUSE_L3,
	CAUSE_L2,
	CAUSES_N
};

const char *cause_kind_name(enum cause_kind kind); /* "chunk", "stripe", "optimal_io", ... */

struct cause_fact {
	enum cause_kind kind;
	const char *name; /* for people: "md0's chunk"; borrowed */
	double size; /* above zero: bytes, or records */
	unsigned multiples; /* 1: itself alone; n: up to n times the size */
	bool uncertain; /* it need not be in force */
};

struct cause_test {
	bool reads, writes; /* both where it does both */
	bool sequential_read, stride;
	bool direct; /* the page cache takes no part */
};

struct cause_boundary {
	enum cliff_axis axis; /* CLIFF_X is the file size, CLIFF_Y the record size; CLIFF_AXES: neither, and no cause */
	double from, to; /* from < to */
	bool fall;
	/* Share of the bytes asked for that the device moved, at from and at to; NAN: not known. */
	double device_share[2];
};

enum cause_how {
	CAUSE_NONE,
	CAUSE_NEAR,
	CAUSE_AT,
};

struct cause {
	enum cause_how how; /* CAUSE_NONE: the rest says nothing */
	const struct cause_fact *fact; /* one of those given */
	unsigned multiple; /* of its size */
	double score; /* 0.3 to 1: how well it fits */
	double chance; /* share of the steps of this width that it would be named for */
	double from, to; /* of the boundary that was asked about */
};

struct cause_question {
	const struct cause_fact *facts; /* the first one wins where several are as good */
	size_t facts_n;
	const struct cause_test *test;
	const double *grid; /* sizes of the boundary's axis, ascending */
	size_t grid_n;
	/*
	 * All boundaries that are sure in this test: a multiple of a fact is named only where one of them, other than
	 * the one asked about, fits another of its multiples.
	 */
	const struct cause_boundary *others;
	size_t others_n;
};

/* The best cause of a boundary. */
struct cause cause_find(const struct cause_question *question, const struct cause_boundary *boundary);

/* How well a multiple of a fact fits, 0 to 1, whatever the chance. */
double cause_score(const struct cause_fact *fact, unsigned multiple, const struct cause_test *test,
		   const struct cause_boundary *boundary);

#endif
