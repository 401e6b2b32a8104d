/*
 * The comparison for people: what was compared, by which rule, what else differs, a line for each test, and
 * tables of the tests in which something has changed.
 */
#include "report/comparison_format.h"

#include "base/err.h"
#include "base/units.h"
#include "model/envfacts.h"
#include "report/comparison_grid.h"
#include "report/comparison_left.h"
#include "report/comparison_summary.h"
#include "report/layout.h"
#include "report/picture_change.h"
#include "report/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 79
#define DIFFERENCES_MOST 40
#define VALUE_MOST 60 /* characters of a value */

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void add_run_line(const char *name, const struct resultset *rs, struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line);
	strbuf_addf(&line, "%-4s  %s: iosweep %s, %s, %u pass%s, ", name, rs->run_dir, rs->version,
		    *rs->started ? rs->started : "no date", rs->config.passes, rs->config.passes == 1 ? "" : "es");
	envfacts_host_line(rs->environment, &line);
	text_add_plain(out, line.buf);
	strbuf_addch(out, '\n');
	out->failed |= strbuf_failed(&line);
	strbuf_release(&line);
}

static void add_guesses(const struct comparison *c, struct strbuf *out)
{
	size_t by[COMPARE_ASSUMED + 1] = { 0 };

	for (size_t i = 0; i < c->cells_n; i++)
		by[c->cells[i].basis]++;
	if (!c->summary.guesses)
		return;
	strbuf_addf(out, "%s: a guess, as a run has but one sample of the cell. Its noise is", COMPARISON_GUESS_SIGN);
	if (by[COMPARE_ONE])
		strbuf_addf(out, "\nthat of the other run (%zu cell%s).", by[COMPARE_ONE], plural(by[COMPARE_ONE]));
	if (by[COMPARE_OTHERS])
		strbuf_addf(out, "\nthat of other cells (%zu cell%s).", by[COMPARE_OTHERS], plural(by[COMPARE_OTHERS]));
	if (by[COMPARE_ASSUMED])
		strbuf_addf(out, "\nassumed: %.0f %% a sample, since nothing was repeated (%zu cell%s).",
			    100 * COMPARE_ASSUMED_SD, by[COMPARE_ASSUMED], plural(by[COMPARE_ASSUMED]));
	strbuf_addch(out, '\n');
}

static void add_rule(struct strbuf *out)
{
	strbuf_addf(out,
		    "\n"
		    "A ratio is RUN over BASE, of the geometric means of a cell's samples. A cell's\n"
		    "noise comes from its repeats in both runs, drawn towards that of the other cells\n"
		    "of its test (moderated t test on logarithms, Smyth 2004). Over all cells the\n"
		    "false discovery rate is held at %.0f %% (Benjamini and Hochberg 1995): of the\n"
		    "differences shown one in %.0f may be noise. What differs from run to run but not\n"
		    "from pass to pass, such as places on the disk, is not in the noise.\n",
		    100 * COMPARE_RATE, 1 / COMPARE_RATE);
}

static void add_result(const struct comparison *c, struct strbuf *out)
{
	const struct compare_summary *s = &c->summary;

	strbuf_addf(out, "\n%s in %s: %zu cell%s in both runs; ", c->metric->title, c->metric->unit, s->cells,
		    plural(s->cells));
	if (!s->lower && !s->higher)
		strbuf_addstr(out, "none differs by more than noise.\n");
	else
		strbuf_addf(out, "%zu %s and %zu %s, beyond noise.\n", s->lower, comparison_word(c->metric, false),
			    s->higher, comparison_word(c->metric, true));
	add_guesses(c, out);
}

static void add_value(struct strbuf *out, const char *value)
{
	struct strbuf clean;

	strbuf_init(&clean);
	text_add_plain(&clean, value);
	if (clean.len > VALUE_MOST) {
		strbuf_setlen(&clean, VALUE_MOST);
		strbuf_addstr(&clean, "...");
	}
	strbuf_addstr(out, *value ? clean.buf : "\"\"");
	out->failed |= strbuf_failed(&clean);
	strbuf_release(&clean);
}

/* On one line where both values are short. */
static void add_difference(const struct run_difference *d, struct strbuf *out)
{
	size_t start = out->len;

	strbuf_addstr(out, "  ");
	text_add_plain(out, d->key);
	strbuf_addstr(out, ": ");
	add_value(out, d->base);
	strbuf_addstr(out, " -> ");
	if (out->len - start + strlen(d->run) > WIDTH)
		strbuf_addstr(out, "\n    ");
	add_value(out, d->run);
	strbuf_addch(out, '\n');
}

/* What only one run has recorded is no difference that can be judged: the names will do. */
static void add_unknown(const struct comparison *c, struct strbuf *out)
{
	size_t column = WIDTH;
	bool any = false;

	for (size_t i = 0; i < c->differences.n; i++) {
		const struct run_difference *d = &c->differences.v[i];

		if (d->base && d->run)
			continue;
		if (!any)
			strbuf_addstr(out, "  Recorded in one run only:");
		any = true;
		if (column + strlen(d->key) + 2 > WIDTH) {
			strbuf_addstr(out, "\n   ");
			column = 3;
		}
		strbuf_addch(out, ' ');
		text_add_plain(out, d->key);
		column += strlen(d->key) + 1;
	}
	if (any)
		strbuf_addch(out, '\n');
}

static void add_differences(const struct comparison *c, struct strbuf *out)
{
	size_t shown = 0, n = 0;

	strbuf_addstr(out, c->differences.n ? "\nWhat else differs, from BASE to RUN\n" :
					      "\nProgram, configuration and environment are the same.\n");
	for (size_t i = 0; i < c->differences.n; i++) {
		const struct run_difference *d = &c->differences.v[i];

		if (!d->base || !d->run)
			continue;
		if (shown < DIFFERENCES_MOST)
			add_difference(d, out);
		shown += shown < DIFFERENCES_MOST;
		n++;
	}
	if (n > shown)
		strbuf_addf(out, "  and %zu more, which --format json shows\n", n - shown);
	add_unknown(c, out);
}

static void add_counts(const char *what, const size_t counts[COMPARISON_SIDES_N], struct strbuf *out)
{
	if (counts[COMPARISON_BASE] || counts[COMPARISON_RUN])
		strbuf_addf(out, "%s: %zu in BASE, %zu in RUN\n", what, counts[COMPARISON_BASE], counts[COMPARISON_RUN]);
}

/* What there is to know of the samples themselves. */
static void add_samples(const struct comparison *c, struct strbuf *out)
{
	add_counts("\nSamples of a first pass unlike the later ones, which do not count", c->first_pass, out);
	add_counts("\nSamples during which others used the device", c->disturbed, out);
}

static void add_left(const struct comparison *c, struct strbuf *out)
{
	struct strbuf left;

	strbuf_init(&left);
	comparison_left_text(c, &left);
	if (left.len)
		strbuf_addstr(out, "\nNot compared\n");
	for (const char *line = left.buf; *line; line = strchr(line, '\n') + 1) {
		strbuf_addstr(out, "  ");
		strbuf_add(out, line, strcspn(line, "\n") + 1);
	}
	out->failed |= strbuf_failed(&left);
	strbuf_release(&left);
}

static void cell_text(const struct compare_cell *cell, char *text)
{
	char change[UNITS_TEXT_LEN];

	snprintf(text, LAYOUT_TEXT_LEN, "%.20s%s",
		 cell->differs ? picture_change_text(cell->ratio, change) : COMPARISON_NOISE_SIGN,
		 compare_is_guess(cell->basis) ? COMPARISON_GUESS_SIGN : "");
}

static int fill_layout(const struct comparison *c, const struct comparison_grid *grid, struct layout *layout)
{
	size_t nx = grid->x.n, ny = grid->y.n;
	char text[UNITS_TEXT_LEN];

	if (layout_init(layout, nx + 1, ny + 1))
		return -ENOMEM;
	strcpy(layout_text(layout, 0, 0), axes[c->x].head);
	for (size_t i = 0; i < ny; i++)
		strcpy(layout_text(layout, 0, i + 1), axis_format(c->y, grid->y.v[i], text));
	for (size_t i = 0; i < nx; i++)
		strcpy(layout_text(layout, i + 1, 0), axis_format(c->x, grid->x.v[i], text));
	for (size_t i = 0; i < nx * ny; i++) {
		if (grid->cells[i] != COMPARISON_GRID_NONE)
			cell_text(&c->cells[grid->cells[i]], layout_text(layout, i / ny + 1, i % ny + 1));
	}
	return 0;
}

static int add_table(const struct comparison *c, const struct comparison_table *table, struct strbuf *out)
{
	struct comparison_grid grid;
	struct layout layout;
	int ret = comparison_grid_init(&grid, c, table, false);

	if (ret)
		return ret;
	ret = fill_layout(c, &grid, &layout);
	if (!ret) {
		strbuf_addch(out, '\n');
		comparison_add_title(c, table, out);
		strbuf_addf(out, " - %s mode, change of %s\n", mode_name(table->mode), c->metric->name);
		layout_write(&layout, axes[c->y].head, WIDTH, out);
		layout_release(&layout);
	}
	comparison_grid_release(&grid);
	return ret;
}

static int add_tables(const struct comparison *c, struct strbuf *out)
{
	bool any = false;

	for (size_t i = 0; i < c->tables_n; i++) {
		const struct compare_summary *s = &c->tables[i].summary;

		if (!s->lower && !s->higher)
			continue;
		if (!any)
			strbuf_addstr(out, "\n" COMPARISON_NOISE_SIGN ": no more than noise. Tests without a change have no table.\n");
		any = true;
		if (add_table(c, &c->tables[i], out))
			return -ENOMEM;
	}
	return 0;
}

static int write_table(const struct comparison *runs, size_t n, struct strbuf *out, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			strbuf_addstr(out, "\n\n");
		add_run_line("BASE", runs[i].side[COMPARISON_BASE], out);
		add_run_line("RUN", runs[i].side[COMPARISON_RUN], out);
		add_result(&runs[i], out);
		if (!i)
			add_rule(out);
		add_differences(&runs[i], out);
		add_samples(&runs[i], out);
		add_left(&runs[i], out);
		if (comparison_add_summary(&runs[i], out) || add_tables(&runs[i], out))
			return err_sys(err, ERR_CELLS, ENOMEM, "cannot be made");
	}
	return 0;
}

const struct comparison_format comparison_format_table = {
	.name = "table",
	.summary = "what has changed beyond noise, test by test, what else differs, and tables of the changes",
	.file_name = "compare.txt",
	.write = write_table,
};
