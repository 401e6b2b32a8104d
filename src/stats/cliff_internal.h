/*
 * cliff_internal: what the files of the cliff detector share. Nobody else includes it.
 *
 * surface -> (noise) -> lines -> steps -> candidates -> rules -> selection. All lengths are octaves: sizes and
 * throughput are log2 from the surface on.
 */
#ifndef IOSWEEP_STATS_CLIFF_INTERNAL_H
#define IOSWEEP_STATS_CLIFF_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/cliff.h"

#define CLIFF_WIDEST 3U /* steps of the widest boundary */
#define CLIFF_FEW_LINES 3U /* as many must agree; an axis that has fewer is judged by rules of its own */
#define CLIFF_SLOPE_MAX 1.1 /* a fixed cost per operation gives 1: throughput proportional to the size */
#define CLIFF_HALF 0.5 /* share of the median excess that a line must show to agree */

/* ---- numbers */
double cliff_median(double *v, size_t n); /* n > 0; reorders v */
double cliff_quantile(double *v, size_t n, size_t rank); /* the rank-th smallest, from 0; reorders v */

/* ---- surface: the grid without its empty rows and columns, in log2 */
struct surface {
	unsigned nx, ny;
	double *x, *y; /* the sizes as given */
	double *lx, *ly;
	double *val; /* nx * ny medians; NAN: absent */
	double *se; /* standard error of each */
	double *common_x, *common_y; /* nx, ny: error that all cells of that size share, see cliff_agree() */
	const struct cliff_cell **cell;
	size_t present;
	bool repeats; /* most cells have three samples or more */
	double *scratch; /* surface_scratch() values, for whoever needs some between two calls */
};

int surface_init(struct surface *s, const struct cliff_grid *grid); /* 0, -ENOMEM, -EINVAL */
void surface_release(struct surface *s);

/* Of one cell; scratch and out have room for its samples. */
size_t cliff_count_samples(const struct cliff_cell *cell); /* those that are not left out */
size_t cliff_samples_log2(const struct cliff_cell *cell, double *out); /* sorted; returns how many */
double cliff_cell_log2(const struct cliff_cell *cell, double *scratch); /* of their median; NAN without any */

static inline size_t surface_at(const struct surface *s, unsigned i, unsigned j)
{
	return (size_t)i * s->ny + j;
}

/* Of n >= 2 samples of a normal distribution with sd 1: the median of their range. */
double cliff_range_median(size_t n);
double cliff_median_error(size_t n); /* of n >= 1 such samples: the standard error of their median */

/* Fills s->se. */
void cliff_noise(struct surface *s);

/*
 * Fills s->common_x and s->common_y from what the passes say (zeros: nothing). Rows and columns are looked at alike,
 * since which of the axes the outer one was is not known here. Returns 0 or -ENOMEM.
 */
int cliff_agree(struct surface *s);

/* ---- lines */
struct slope {
	double rise; /* octaves per octave of size */
	unsigned cells; /* that it rests on; 0: there is none */
};

struct spot { /* one cell of a line */
	unsigned at; /* index on the axis along which the line runs */
	double pos, val, se;
	double common; /* error shared with the cells of this size in the other lines */
	double ratio; /* lx - ly */
	int octave; /* the same, rounded */
	bool single; /* fewer than three samples: nothing shows whether it is an outlier */
	bool cut; /* a boundary was found between this spot and the next */
	struct slope before, after; /* trends that end and that start here */
};

struct line {
	struct spot *spot;
	unsigned n;
	unsigned other; /* index on the other axis */
	int *where; /* by index on the axis: the spot, or -1 */
	double whole; /* slope of all of it; NAN under four spots */
};

struct line_set {
	enum cliff_axis along; /* CLIFF_X: constant y, x grows */
	struct line *line;
	unsigned n; /* as many as the other axis has sizes */
	unsigned axis_n;
	unsigned useful; /* lines with two spots or more */
	struct spot *spots;
	int *where;
};

int line_set_init(struct line_set *set, struct surface *s, enum cliff_axis along);
void line_set_release(struct line_set *set);
void line_trends(struct line *l); /* again, after its cuts have changed */

struct step {
	double excess, rise, se, keep;
	double common; /* error shared with the same step in the other lines; not part of se */
	bool lone_before, lone_after; /* one cell only on that side */
	bool single; /* an end is */
};

struct crossing {
	unsigned p, q; /* spots, p < q */
	double lift; /* octaves by which all from q on are taken to be higher than they are */
};

bool line_step(
	const struct line *l, const struct crossing *x, struct step *out); /* false: a found boundary is between */

/* ---- candidates: a place, a width and a sign, with the best range of lines */
struct item {
	unsigned line;
	struct step step;
};

struct place {
	enum cliff_axis axis, along;
	int a; /* index on the axis; CLIFF_RATIO: octaves */
	unsigned w; /* steps; CLIFF_RATIO: octaves */
	double width; /* octaves */
};

struct cand {
	struct place at;
	int sign;
	const struct item *item; /* all lines that could be judged */
	unsigned m;
	unsigned first, last; /* lines of the range */
	unsigned n, of; /* agreeing, all of the range */
	double score, e, d, z, keep;
	double lone, lone_before, lone_after; /* shares of the range */
	unsigned inner; /* lines of the range with two cells or more on both sides */
	bool single; /* a step of the range is */
};

struct search {
	struct surface s;
	struct line_set set[2]; /* by enum cliff_axis */
	unsigned seek;
	struct item *item;
	struct cand *cand;
	size_t n_cand;
	bool *ok; /* by candidate: acceptable */
};

int search_init(struct search *q, const struct cliff_grid *grid); /* 0, -ENOMEM, -EINVAL */
void search_release(struct search *q);

/* Sets at->width; false: too wide, or not on the grid. */
bool search_place(const struct search *q, struct place *at);
/* The steps over that place in all lines, with a change of `lift` put there; out has room for every line. */
unsigned place_items(const struct search *q, const struct place *at, double lift, struct item *out);
bool search_has_diagonals(const struct search *q);
void search_octaves(const struct search *q, int *min, int *max); /* of the ratio, over all spots */
void search_candidates(struct search *q);

/* Finds the range of lines by at, sign, item and m. False: none speaks for it. scratch has room for m values. */
bool cand_pool(struct cand *c, double *scratch);
void cand_measure(struct cand *c, const struct item *item, unsigned n, double *scratch); /* sets e, d and z */
const struct item *cand_range(const struct cand *c, unsigned first, unsigned last, unsigned *n);

/* ---- rules */
bool cand_acceptable(const struct cand *c, bool surface_repeats, unsigned lines);
double cand_confidence(const struct cand *c, bool surface_repeats, unsigned lines);
double cand_rank(const struct cand *c);
unsigned search_lines(const struct search *q, enum cliff_axis axis);

/* ---- selection */
int search_select(struct search *q, struct cliff_list *out);
int search_sight(const struct search *q, struct cliff_sight *sight);
/* Narrows one found along CLIFF_RATIO to cells of the grid between its ends, those aside included. 0 or -ENOMEM. */
int cliff_narrow_quotient(const struct cliff_grid *grid, struct cliff *c);
int cliff_list_add(struct cliff_list *list, const struct cliff *c);

#endif
