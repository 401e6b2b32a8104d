#include "report/gnuplot_cliff.h"

#include "report/gnuplot_tiles.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define NEAR 0.6 /* octaves beside a count that is not there */

static size_t size_index(const uint64_t *sizes, size_t n, uint64_t size)
{
	for (size_t i = 0; i < n; i++)
		if (sizes[i] == size)
			return i;
	return n;
}

/* The cells of a line of the range, if it is one. */
typedef bool step_finder(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
			 struct cliff_step *step);

static bool cliff_step_along_file(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				  struct cliff_step *step)
{
	*step = (struct cliff_step){ size_index(s->x.v, s->x.n, c->from), line,
				     size_index(s->x.v, s->x.n, c->to), line };
	return line < s->y.n && s->y.v[line] >= c->first && s->y.v[line] <= c->last;
}

static bool cliff_step_along_record(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				    struct cliff_step *step)
{
	*step = (struct cliff_step){ line, size_index(s->y.v, s->y.n, c->from), line,
				     size_index(s->y.v, s->y.n, c->to) };
	return line < s->x.n && s->x.v[line] >= c->first && s->x.v[line] <= c->last;
}

/* The smallest measured record of a column that is no smaller than this, or the largest that is no larger. */
static size_t record_near(const struct picture_surface *s, size_t ix, double size, bool above)
{
	size_t best = s->y.n;

	for (size_t iy = 0; iy < s->y.n; iy++) {
		double own = (double)s->y.v[iy];

		if (!surface_measured(s, ix, iy) || fabs(log2(own / size)) > NEAR)
			continue;
		if (above ? own >= size && best == s->y.n : own <= size)
			best = iy;
	}
	return best;
}

/* A count that few columns have lies between two records of the others. */
static bool cliff_step_along_count(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				   struct cliff_step *step)
{
	double x;

	if (line >= s->x.n || s->x.v[line] < c->first || s->x.v[line] > c->last || !c->from || !c->to)
		return false;
	x = (double)s->x.v[line];
	*step = (struct cliff_step){ line, record_near(s, line, x / (double)c->from, true), line,
				     record_near(s, line, x / (double)c->to, false) };
	return true;
}

static bool step_measured(const struct picture_surface *s, const struct cliff_step *step)
{
	return step->ix0 < s->x.n && step->ix1 < s->x.n && step->iy0 < s->y.n && step->iy1 < s->y.n &&
	       surface_measured(s, step->ix0, step->iy0) && surface_measured(s, step->ix1, step->iy1);
}

int cliff_steps_init(struct cliff_steps *steps, const struct picture_surface *s, const struct picture_cliff *c)
{
	size_t lines = s->x.n > s->y.n ? s->x.n : s->y.n;
	step_finder *step_at = c->axis == PICTURE_X	 ? cliff_step_along_file :
			       c->axis == PICTURE_Y ? cliff_step_along_record :
							   cliff_step_along_count;

	*steps = (struct cliff_steps){ .v = calloc(lines + 1, sizeof(*steps->v)), .sureness = c->sureness };
	if (!steps->v)
		return -ENOMEM;
	for (size_t line = 0; line < lines; line++)
		if (step_at(s, c, line, &steps->v[steps->n]) && step_measured(s, &steps->v[steps->n]))
			steps->n++;
	return 0;
}

void cliff_steps_release(struct cliff_steps *steps)
{
	free(steps->v);
	*steps = (struct cliff_steps){ .v = NULL };
}

static double step_ratio(const struct picture_surface *s, const struct cliff_step *step)
{
	return surface_at(s, step->ix1, step->iy1)->value / surface_at(s, step->ix0, step->iy0)->value;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double cliff_ratio(const struct picture_surface *s, const struct picture_cliff *c,
		   const struct cliff_steps *steps)
{
	double *ratios, median;

	if (!isnan(c->ratio) || !steps->n)
		return c->ratio;
	ratios = calloc(steps->n, sizeof(*ratios));
	if (!ratios)
		return NAN;
	for (size_t i = 0; i < steps->n; i++)
		ratios[i] = step_ratio(s, &steps->v[i]);
	qsort(ratios, steps->n, sizeof(*ratios), by_size);
	/* the middle of two is their geometric mean: ratios are symmetric on a log scale */
	median = sqrt(ratios[(steps->n - 1) / 2] * ratios[steps->n / 2]);
	free(ratios);
	return median;
}

void cliff_add_ratio(struct strbuf *sb, const struct picture_cliff *c, double ratio)
{
	strbuf_addstr(sb, "\xc3\x97");
	if (ratio < 0.001)
		strbuf_addstr(sb, "<0.001");
	else
		strbuf_addf(sb, ratio < 0.095 ? "%.2g" : ratio < 9.95 ? "%.2f" : "%.0f", ratio);
	if (c->sureness == PICTURE_POSSIBLE)
		strbuf_addch(sb, '?');
}

void cliff_add_label(struct strbuf *sb, const struct picture_surface *s, const struct picture_cliff *c, double ratio)
{
	const struct picture_ruler *along = c->axis == PICTURE_X ? &s->x : &s->y;
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	cliff_add_ratio(sb, c, ratio);
	if (c->axis == PICTURE_DIAGONAL)
		strbuf_addf(sb, " at %llu\xe2\x86\x92%llu records a file", (unsigned long long)c->from,
			    (unsigned long long)c->to);
	else
		strbuf_addf(sb, " at %s\xe2\x86\x92%s", picture_ruler_text(along, c->from, from),
			    picture_ruler_text(along, c->to, to));
}
