/* A line for each test and mode, for who wants to know in a moment what a volume does. */
#include "report/report.h"

#include "base/units.h"
#include "report/surface_text.h"

#include <math.h>
#include <string.h>

static const struct note_style style = { "", text_add_plain };

static void add_place(const struct resultset *rs, const struct surface *s, size_t i, struct strbuf *out)
{
	char x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN];

	strbuf_addf(out, " with %s %s, %s %s", axes[rs->y].head, axis_format(rs->y, surface_value(rs, s, i, rs->y), y),
		    axes[rs->x].head, axis_format(rs->x, surface_value(rs, s, i, rs->x), x));
}

static void add_figure(const struct resultset *rs, const struct surface *s, size_t i, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];
	double median = s->cells[i].median;

	strbuf_addf(out, "%s %s", units_format_value(median, text), rs->metric->unit);
	if (metric_is_throughput(rs->metric))
		strbuf_addf(out, " (%s IOPS)",
			    units_format_value(median * 1048576 / (double)surface_value(rs, s, i, AXIS_RECORD), text));
	add_place(rs, s, i, out);
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

/* "all 9 cells stable", or "2 noisy, 7 stable". */
static void add_verdicts(const struct surface *s, struct strbuf *out)
{
	const char *separator = "";

	for (int i = VERDICTS_N; i-- > VERDICT_NONE + 1;) {
		if (!s->verdicts[i])
			continue;
		if (s->verdicts[i] == s->measured_n && s->measured_n > 1)
			strbuf_addf(out, "all %zu cells %s", s->verdicts[i], verdict_name((enum verdict)i));
		else
			strbuf_addf(out, "%s%zu %s", separator, s->verdicts[i], verdict_name((enum verdict)i));
		separator = ", ";
	}
	if (s->failed_n)
		strbuf_addf(out, "%s%zu failed", separator, s->failed_n);
}

static void add_line(const struct resultset *rs, const struct surface *s, struct strbuf *out)
{
	size_t small = find_small(rs, s);

	strbuf_addf(out, "%s - %s: ", s->title, mode_name(s->mode));
	if (small < s->cells_n) {
		size_t most = find_most(s, small);

		add_figure(rs, s, small, out);
		if (most != small) {
			strbuf_addstr(out, "; at most ");
			add_figure(rs, s, most, out);
		}
		strbuf_addstr(out, "; ");
	}
	add_verdicts(s, out);
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
	.write = write_verdict,
};
