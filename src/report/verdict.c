/* A line for each test and mode, for who wants to know in a moment what a volume does. */
#include "report/report.h"

#include "base/units.h"
#include "report/surface_text.h"
#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>

#define REACH_NOISY 0.25 /* of an interval, from which a cell is called noisy here */
#define REACH_MOST 1.0 /* that is told as a number */

static const struct note_style style = { "", text_add_plain };

static void add_place(const struct resultset *rs, const struct surface *s, size_t i, struct strbuf *out)
{
	char x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN];

	strbuf_addf(out, " with %s %s, %s %s", axes[rs->y].head, axis_format(rs->y, surface_value(rs, s, i, rs->y), y),
		    axes[rs->x].head, axis_format(rs->x, surface_value(rs, s, i, rs->x), x));
}

/* How far the interval reaches from the median, as a share of it; NAN: not known. */
static double reach_of(const struct cell *cell)
{
	return cell->high / cell->median - 1;
}

static void add_reach(double reach, struct strbuf *out)
{
	if (isnan(reach))
		return;
	if (reach > REACH_MOST)
		strbuf_addf(out, "+-over %.0f %%", 100 * REACH_MOST);
	else
		strbuf_addf(out, "+-%.*f %%", reach < 0.1, 100 * reach);
}

static void add_value(const struct resultset *rs, const struct surface *s, size_t i, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addf(out, "%s %s", units_format_value(s->cells[i].median, text), rs->metric->unit);
	if (isnan(reach_of(&s->cells[i])))
		return;
	strbuf_addch(out, ' ');
	add_reach(reach_of(&s->cells[i]), out);
}

static void add_operations(const struct resultset *rs, const struct surface *s, size_t i, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];
	double iops = s->cells[i].median * 1048576 / (double)surface_value(rs, s, i, AXIS_RECORD);

	if (metric_is_throughput(rs->metric))
		strbuf_addf(out, " (%s IOPS)", units_format_value(iops, text));
}

static bool has_figure(const struct surface *s, size_t i)
{
	return s->cells[i].state == CELL_MEASURED && isfinite(s->cells[i].median);
}

/* The last of x that has a figure, at its first y: the smallest record of the largest file. cells_n: there is none. */
static size_t find_small(const struct resultset *rs, const struct surface *s)
{
	size_t ny = resultset_y(rs)->n;

	for (size_t ix = resultset_x(rs)->n; ix-- > 0;) {
		for (size_t iy = 0; iy < ny; iy++) {
			if (has_figure(s, ix * ny + iy))
				return ix * ny + iy;
		}
	}
	return s->cells_n;
}

static size_t find_most(const struct surface *s, size_t from)
{
	size_t most = from;

	for (size_t i = 0; i < s->cells_n; i++) {
		if (has_figure(s, i) && s->cells[i].median > s->cells[most].median)
			most = i;
	}
	return most;
}

struct reaches {
	double typical, worst; /* NAN: none is known */
};

static struct reaches find_reaches(const struct surface *s, struct strbuf *out)
{
	struct reaches r = { NAN, NAN };
	double *values = calloc(s->cells_n, sizeof(*values));
	struct summary summary;

	if (!values) {
		out->failed = true;
		return r;
	}
	for (size_t i = 0; i < s->cells_n; i++)
		values[i] = has_figure(s, i) ? reach_of(&s->cells[i]) : NAN;
	summary_compute(values, s->cells_n, &summary);
	free(values);
	return (struct reaches){ summary.median, summary.max };
}

/* A figure that two passes know no better may still be steady. */
static size_t count_noisy(const struct surface *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->cells_n; i++)
		n += s->cells[i].verdict == VERDICT_NOISY && has_figure(s, i) && reach_of(&s->cells[i]) > REACH_NOISY;
	return n;
}

static size_t count_fallen(const struct surface *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->cells_n; i++)
		n += s->cells[i].fell;
	return n;
}

static void add_count(size_t n, const char *what, struct strbuf *out)
{
	if (n)
		strbuf_addf(out, ", %zu %s", n, what);
}

/* "9 cells, typically +-4.1 %, at worst +-12 %, 1 drifting", or "9 cells, all within 5 %". */
static void add_verdicts(const struct resultset *rs, const struct surface *s, struct strbuf *out)
{
	const struct reaches reaches = find_reaches(s, out);

	strbuf_addf(out, "%zu cell%s", s->measured_n, s->measured_n == 1 ? "" : "s");
	if (s->measured_n && s->verdicts[VERDICT_STABLE] == s->measured_n) {
		strbuf_addf(out, ", %swithin %.3g %%", s->measured_n > 1 ? "all " : "", 100 * resultset_rule(rs).precision);
	} else if (s->measured_n > 1 && !isnan(reaches.typical)) {
		strbuf_addstr(out, ", typically ");
		add_reach(reaches.typical, out);
		strbuf_addstr(out, ", at worst ");
		add_reach(reaches.worst, out);
	}
	add_count(count_noisy(s), verdict_name(VERDICT_NOISY), out);
	add_count(s->verdicts[VERDICT_DRIFTING], verdict_name(VERDICT_DRIFTING), out);
	add_count(s->verdicts[VERDICT_CONTAMINATED], verdict_name(VERDICT_CONTAMINATED), out);
	add_count(s->verdicts[VERDICT_SINGLE], "measured once", out);
	add_count(count_fallen(s), "fell in the course of a sample", out);
	add_count(s->failed_n, "failed", out);
}

static void add_line(const struct resultset *rs, const struct surface *s, struct strbuf *out)
{
	size_t small = find_small(rs, s);

	strbuf_addf(out, "%s - %s: ", s->title, mode_name(s->mode));
	if (small < s->cells_n) {
		size_t most = find_most(s, small);

		add_value(rs, s, small, out);
		add_operations(rs, s, small, out);
		add_place(rs, s, small, out);
		if (most != small) {
			strbuf_addstr(out, "; at most ");
			add_value(rs, s, most, out);
			add_place(rs, s, most, out);
		}
		strbuf_addstr(out, "; ");
	}
	add_verdicts(rs, s, out);
	strbuf_addch(out, '\n');
}

static int write_verdict(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	(void)err;
	run_text(rs, &style, out);
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (surface_text_any(&rs->surfaces[i]))
			add_line(rs, &rs->surfaces[i], out);
	}
	return 0;
}

const struct reporter reporter_verdict = {
	.name = "verdict",
	.summary = "a line for each test and mode: small records, the most that was reached, how sure it is",
	.one_figure = true,
	.write = write_verdict,
};
