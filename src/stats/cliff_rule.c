/*
 * What is accepted as a cliff. The constants were set so that clean but noisy surfaces stay silent.
 */
#include "stats/cliff_internal.h"

#include <math.h>

#define AGREE 0.65 /* least share of the range's lines that show the change */
#define LEVEL 0.27 /* octaves: throughput itself must move this much the excess's way, */
#define DENT 0.485 /* log2(1.4): or the excess, a dent in a slope, be this large */
#define EDGE 0.585 /* log2(1.5): least excess where one side has a single cell and so no trend */
#define EDGE_SLOPE 1.1 /* octaves per octave, spread boundary at the grid's end: a fixed cost makes at most 1 */
#define EDGE_FALL 0.5 /* the same for a fall at the small end, which is seen to end */
#define EDGE_SHARE 0.5 /* share of lines with one cell on a side that makes a boundary one at the edge */
#define Z_HALF 5.0 /* least z where half of the lines or more show it */
#define Z_PART 6.5 /* fewer lines: more ranges were tried */
#define Z_PART_SINGLE 8.0 /* the same with one sample a cell: the noise itself is an estimate */
#define Z_FEW 6.5 /* axes with one or two lines */
#define Z_FEW_SINGLE 10.0
#define HUGE_CHANGE 2.0 /* octaves: a change of x4 that persists needs in one or two lines only */
#define Z_HUGE 4.0 /* this z */
#define LEAST_FEW 0.485 /* log2(1.4): least excess in one or two lines */
#define PERSIST 0.5 /* share of the excess that must be left one cell further out */
#define PERSIST_SINGLE 0.7 /* with one sample a cell: a slow spell hits cells that follow each other in time */
#define DIAGONAL_LINES 4U /* a diagonal is believed only in as many lines, and along half of its length */
#define ALWAYS_ENOUGH 99U /* lines of the diagonal axis */

/* Octaves by width in steps: x1.17, x1.34, x1.87 with repeats. */
static double least_excess(unsigned w, bool repeats)
{
	static const double known[CLIFF_WIDEST + 1] = { 0, 0.23, 0.42, 0.90 };
	static const double single[CLIFF_WIDEST + 1] = { 0, 0.29, 0.45, 0.90 };

	return repeats ? known[w] : single[w];
}

static double persistence(bool repeats)
{
	return repeats ? PERSIST : PERSIST_SINGLE;
}

static bool at_edge(const struct cand *c)
{
	return c->lone > EDGE_SHARE && c->inner < (c->n < 5 ? 2U : 1U);
}

/* Knee or spread cliff: that cannot be told where the grid ends before the slope behind it shows. */
static bool could_be_knee(const struct cand *c)
{
	double e = fabs(c->e);

	if (c->at.w < 2)
		return false;
	if (c->lone_before > EDGE_SHARE && e < (c->sign > 0 ? EDGE_SLOPE : EDGE_FALL) * c->at.width)
		return true;
	return c->lone_after > EDGE_SHARE && e < EDGE_SLOPE * c->at.width;
}

/*
 * Throughput moves, or leaves its slope by so much as if it had moved. Over more than one step the latter is but a
 * pause between two slopes, except along y, where the cost of an operation makes slopes of its own.
 */
static bool moves(const struct cand *c)
{
	if (c->sign * c->d >= LEVEL)
		return true;
	return fabs(c->e) >= DENT && (c->at.w < 2 || c->at.axis == CLIFF_Y);
}

static bool accepted_by_many(const struct cand *c, bool repeats)
{
	bool half = 2 * c->n >= c->m;
	double z = half ? Z_HALF : repeats ? Z_PART : Z_PART_SINGLE;

	if (c->n < CLIFF_FEW_LINES || fabs(c->e) < least_excess(c->at.w, repeats))
		return false;
	if (c->at.axis == CLIFF_RATIO && (c->n < DIAGONAL_LINES || !half))
		return false;
	if (c->z < z)
		return false;
	/* along y a peak is real: a record that is just one stripe */
	if (c->at.axis != CLIFF_Y && c->keep < persistence(repeats))
		return false;
	return !at_edge(c) || repeats || half;
}

static bool accepted_by_few(const struct cand *c, bool repeats)
{
	double e = fabs(c->e), z = e >= HUGE_CHANGE ? Z_HUGE : repeats ? Z_FEW : Z_FEW_SINGLE;

	if (e < fmax(LEAST_FEW, least_excess(c->at.w, repeats)) || c->z < z)
		return false;
	if (c->keep < persistence(repeats) && (!repeats || c->at.axis != CLIFF_Y))
		return false;
	return !at_edge(c) || repeats;
}

/* Many lines outvote a single sample that is an outlier; few lines do not. */
static bool has_repeats(const struct cand *c, bool repeats, unsigned lines)
{
	return repeats && (lines >= CLIFF_FEW_LINES || !c->single);
}

bool cand_acceptable(const struct cand *c, bool surface_repeats, unsigned lines)
{
	bool repeats = has_repeats(c, surface_repeats, lines);
	double e = fabs(c->e);

	if (c->n < AGREE * c->of)
		return false;
	if (!moves(c))
		return false;
	if (at_edge(c) && e < EDGE)
		return false;
	if (could_be_knee(c))
		return false;
	return lines >= CLIFF_FEW_LINES ? accepted_by_many(c, repeats) : accepted_by_few(c, repeats);
}

unsigned search_lines(const struct search *q, enum cliff_axis axis)
{
	return axis == CLIFF_RATIO ? ALWAYS_ENOUGH : q->set[axis].useful;
}

/* Share of true ones among such reports on hostile simulated surfaces. A z that passed adds nothing. */
double cand_confidence(const struct cand *c, bool surface_repeats, unsigned lines)
{
	static const double single[] = { 0, 0.2, 0.2, 0.25, 0.4, 0.8, 0.9, 0.97 };
	bool repeats = has_repeats(c, surface_repeats, lines);
	double p = single[c->n < 7 ? c->n : 7];

	if (repeats)
		p = c->n >= CLIFF_FEW_LINES ? 0.97 : 0.9;
	else if (c->n == c->m && c->m >= CLIFF_FEW_LINES)
		p = fmax(0.8, p);
	if (c->lone > EDGE_SHARE)
		p *= 0.7;
	return c->at.w > 2 ? p * 0.75 : p;
}

/* A wider boundary must be stronger to come first, one at the edge much stronger. */
double cand_rank(const struct cand *c)
{
	bool edge = c->lone > EDGE_SHARE && c->inner < 2;

	return c->score * fmin(fabs(c->e), HUGE_CHANGE) * (1 - 0.05 * (c->at.w - 1)) * (edge ? 0.5 : 1);
}
