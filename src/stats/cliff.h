/*
 * cliff: where throughput changes between neighbouring sizes more than the trend around it explains.
 *
 * One surface goes in (one test in one mode: the samples of its cells over two axes), a list of cliffs comes out,
 * each with the place, the size of the change, the lines that show it and how sure that is. Everything is
 * computed in log2: a change of a given factor counts the same anywhere, and scaling all samples changes nothing.
 *
 * How: (1) the noise of each row from its repeats, and from differences that a cliff cancels in; and where the passes
 * are known, what all cells of a line have in common in one of them and not in the others; (2) the excess of
 * a step over the trends on both sides (Theil-Sen: Sen, "Estimates of the regression coefficient based on
 * Kendall's tau", JASA 63, 1968); (3) the range of neighbouring lines that agree (Kadane's maximum subarray:
 * Bentley, "Programming Pearls", CACM 27(9), 1984); (4) rules for what is accepted; (5) the strongest first, its
 * steps are cut, and the search begins again; (6) a grid with one or two lines: the tests of one direction are
 * each other's lines; (7) one boundary in several tests is reported once. The constants were set on simulated
 * surfaces and on real results; each is explained where it stands, and tests/cliff measures what they reach.
 *
 * Pure functions of their arguments. They return 0, -ENOMEM, or -EINVAL for a grid that is none; a list is left as
 * it was when they fail.
 */
#ifndef IOSWEEP_STATS_CLIFF_H
#define IOSWEEP_STATS_CLIFF_H

#include <stdbool.h>
#include <stddef.h>

/* The order is that of merged lists. */
enum cliff_axis {
	CLIFF_X, /* the first axis: file size */
	CLIFF_Y, /* the second axis: record size */
	CLIFF_RATIO, /* x over y: records per file. Runs over the diagonals */
	CLIFF_AXES
};

/* Which axes to search. X and Y may be any two quantities; RATIO only where their quotient means something. */
#define CLIFF_SEEK_X (1U << CLIFF_X)
#define CLIFF_SEEK_Y (1U << CLIFF_Y)
#define CLIFF_SEEK_RATIO (1U << CLIFF_RATIO)
#define CLIFF_SEEK_ALL (CLIFF_SEEK_X | CLIFF_SEEK_Y | CLIFF_SEEK_RATIO)

#define CLIFF_MAX_SIZES 4096 /* on one axis */

/*
 * The samples of one cell, in any unit and order; they are borrowed. Samples that are not finite and above zero
 * are left out. A cell that has none left is absent; so are a row and a column without cells.
 */
struct cliff_cell {
	const double *samples;
	unsigned count;
	bool partial; /* takes no part along x: it was cut before it had touched what x says */
	/*
	 * The pass of each sample, borrowed; NULL: not known. A trip over the grid meets bursts of other load that last
	 * for a whole line; only where the passes are known does the detector see that its lines were hit together.
	 */
	const unsigned *passes;
	/* Takes part in nothing but in saying where between two octaves a boundary along CLIFF_RATIO lies. */
	bool aside;
};

struct cliff_grid {
	unsigned nx, ny; /* at most CLIFF_MAX_SIZES each; 0 is a grid without cells */
	const double *x; /* nx sizes, finite, above zero, ascending, any spacing */
	const double *y; /* ny sizes, the same */
	const struct cliff_cell *cells; /* nx * ny; cell (i, j) is cells[i * ny + j] */
	unsigned seek; /* CLIFF_SEEK_*. A test whose x is no axis (recrewrite) seeks Y alone */
};

struct cliff {
	enum cliff_axis axis;
	enum cliff_axis along; /* CLIFF_RATIO: crossed along X or along Y; else the same as axis */
	unsigned test; /* index given to cliff_detect_tests(), else 0 */
	/*
	 * Sizes on the axis, from < to. For CLIFF_RATIO quotients: octaves, or closer together where three lines or more have
	 * cells between.
	 */
	double from, to;
	double ratio; /* throughput at `to` over that at `from`, median of the lines */
	double excess; /* the same as far as the trend does not explain it; above 1 a jump, below a fall */
	double trend; /* that does: octaves per octave of the axis */
	double other_from, other_to; /* range of lines: sizes of the axis that `along` is not */
	unsigned lines; /* that show at least half of the excess */
	unsigned of_lines; /* in which the place could be judged */
	unsigned range_lines; /* in other_from..other_to; it holds for `lines` of these */
	unsigned steps; /* grid steps from `from` to `to`: 1 to 3 */
	bool edge; /* most lines have one cell only on one side */
	double keep; /* share of the excess that is left one cell further out; 1 at most */
	double z; /* excess in standard errors */
	double confidence; /* measured share of true ones among such reports; below 0.5 only "possible" */
	unsigned tests; /* that found or confirmed it together as each other's lines; 0: none but this one */
};

struct cliff_list {
	struct cliff *v;
	size_t n, alloc;
};

#define CLIFF_LIST_INIT { NULL, 0, 0 }

void cliff_list_release(struct cliff_list *list);

/*
 * What could have been seen: the factor (above 1) by which all lines would have had to change at a place to be
 * reported, at nine of ten places that have two sizes or more on both sides, falls and jumps alike. NAN where the
 * grid can show none on that axis. Found by putting such changes into this surface, so its noise and its holes
 * count.
 */
struct cliff_sight {
	double factor[CLIFF_AXES];
};

/* Adds the surface's cliffs to out, strongest first. sight may be NULL. */
int cliff_detect(const struct cliff_grid *grid, struct cliff_list *out, struct cliff_sight *sight);

struct cliff_test {
	const struct cliff_grid *grid;
	int direction; /* tests of one direction (all writes, all reads) can be each other's lines; -1: of none */
};

/*
 * Adds the cliffs of all n tests of a run to out, test by test, then those that three or more tests of a direction
 * show together on an axis with fewer than three lines (confidence 0.6 at most). Neighbours among the tests should
 * be alike: agreement is sought in ranges of them. sight is NULL or has n entries.
 */
int cliff_detect_tests(
	const struct cliff_test *tests, unsigned n, struct cliff_list *out, struct cliff_sight *sight);

/* One boundary in all the tests that show it. */
struct cliff_group {
	enum cliff_axis axis;
	double from, to; /* of its clearest cliff */
	double ratio; /* median of the tests */
	unsigned lines; /* most of one test */
	double confidence; /* highest of one test */
	size_t first, count; /* its cliffs: cliff_merge.member[first] and on; the clearest first */
};

struct cliff_merge {
	struct cliff_group *group;
	size_t n;
	size_t *member; /* indexes into the list that was merged; each cliff stands in one group */
};

/* Those of most tests first, then by axis and place. Tests differ by `test`; a group holds one cliff of each. */
int cliff_merge(const struct cliff_list *list, struct cliff_merge *out);
void cliff_merge_release(struct cliff_merge *merge);

#endif
