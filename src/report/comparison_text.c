/* The comparison for people: what was compared, by which rule, what else differs, a line for each test, and tables of the
 * tests in which something has changed. */
#include "report/comparison_format.h"

#include "base/err.h"
#include "base/units.h"
#include "model/envfacts.h"
#include "report/comparison_grid.h"
#include "report/comparison_left.h"
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
#define TITLE_LEN 48
#define NOISE_SIGN "~"
#define GUESS_SIGN "?"

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void add_run_line(const char *name, const struct resultset *rs, struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line);
	strbuf_addf(&line, "%-4s  %s: iosweep %s, %s, %u pass%s, ", name, rs->run_dir, rs->version, rs->started,
		    rs->config.passes, rs->config.passes == 1 ? "" : "es");
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
	strbuf_addf(out, "%s: a guess, as a run has but one sample of the cell. Its noise is", GUESS_SIGN);
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

/* A row of the summary: texts of columns, of which the last is set left like the first two. */
enum { COLUMN_MODE, COLUMN_TEST, COLUMN_CELLS, COLUMN_MEAN, COLUMN_LOW, COLUMN_HIGH, COLUMN_LOWER, COLUMN_HIGHER, COLUMNS_N };

struct summary_row {
	char text[COLUMNS_N][TITLE_LEN];
};

static void extreme_text(const struct comparison *c, size_t cell, char text[TITLE_LEN])
{
	char change[UNITS_TEXT_LEN], at[COMPARISON_AT_LEN];

	snprintf(text, TITLE_LEN, "%.14s%s %.30s", picture_change_text(c->cells[cell].ratio, change),
		 c->cells[cell].differs ? "" : NOISE_SIGN, comparison_at(c, &c->places[cell], at));
}

static void mean_text(const struct compare_summary *s, char text[TITLE_LEN])
{
	char change[UNITS_TEXT_LEN];

	snprintf(text, TITLE_LEN, "%.14s +-%.1f", picture_change_text(s->mean, change),
		 50 * (s->mean_high - s->mean_low));
}

static void fill_row(const struct comparison *c, const struct comparison_table *table, struct summary_row *row)
{
	const struct compare_summary *s = &table->summary;
	bool worst_is_high = c->metric->better == METRIC_LOWER;
	struct strbuf title;

	strbuf_init(&title);
	comparison_add_title(c, table, &title);
	snprintf(row->text[COLUMN_MODE], TITLE_LEN, "%s", mode_name(table->mode));
	snprintf(row->text[COLUMN_TEST], TITLE_LEN, "%s", title.buf);
	strbuf_release(&title);
	snprintf(row->text[COLUMN_CELLS], TITLE_LEN, "%zu%s", s->cells, s->guesses ? GUESS_SIGN : "");
	mean_text(s, row->text[COLUMN_MEAN]);
	extreme_text(c, table->first + (worst_is_high ? s->highest : s->lowest), row->text[COLUMN_LOW]);
	extreme_text(c, table->first + (worst_is_high ? s->lowest : s->highest), row->text[COLUMN_HIGH]);
	snprintf(row->text[COLUMN_LOWER], TITLE_LEN, "%zu", s->lower);
	snprintf(row->text[COLUMN_HIGHER], TITLE_LEN, "%zu", s->higher);
}

static void write_row(const struct summary_row *row, const size_t widths[COLUMNS_N], struct strbuf *out)
{
	for (int i = 0; i < COLUMNS_N; i++) {
		size_t len = strlen(row->text[i]), pad = widths[i] - len;
		bool left = i == COLUMN_MODE || i == COLUMN_TEST;

		strbuf_addstr(out, i ? "  " : "");
		strbuf_addchars(out, ' ', left ? 0 : pad);
		text_add_plain(out, row->text[i]);
		strbuf_addchars(out, ' ', left ? pad : 0);
	}
	strbuf_addch(out, '\n');
}

static void write_rows(const struct summary_row *rows, size_t n, struct strbuf *out)
{
	size_t widths[COLUMNS_N] = { 0 };

	for (size_t i = 0; i < n; i++) {
		for (int k = 0; k < COLUMNS_N; k++) {
			size_t len = strlen(rows[i].text[k]);

			widths[k] = len > widths[k] ? len : widths[k];
		}
	}
	for (size_t i = 0; i < n; i++)
		write_row(&rows[i], widths, out);
}

static int add_summary(const struct comparison *c, struct strbuf *out)
{
	struct summary_row *rows = calloc(c->tables_n + 1, sizeof(*rows));
	static const char *const ends[][2] = {
		[METRIC_HIGHER] = { "Worst", "Best" }, [METRIC_LOWER] = { "Worst", "Best" },
		[METRIC_NEITHER] = { "Lowest", "Highest" },
	};
	size_t n = 1;

	if (!rows)
		return -ENOMEM;
	rows[0] = (struct summary_row){ { "Mode", "Test", "Cells", "Mean", "", "", "", "" } };
	strcpy(rows[0].text[COLUMN_LOW], ends[c->metric->better][0]);
	strcpy(rows[0].text[COLUMN_HIGH], ends[c->metric->better][1]);
	strcpy(rows[0].text[COLUMN_LOWER], comparison_word(c->metric, false));
	strcpy(rows[0].text[COLUMN_HIGHER], comparison_word(c->metric, true));
	for (size_t i = 0; i < c->tables_n; i++) {
		if (c->tables[i].summary.cells)
			fill_row(c, &c->tables[i], &rows[n++]);
	}
	if (n > 1)
		strbuf_addf(out, "\nChange of each test, with the places (%s/%s) of its extremes\n", axes[c->x].head,
			    axes[c->y].head);
	write_rows(rows, n > 1 ? n : 0, out);
	free(rows);
	return 0;
}

static void cell_text(const struct compare_cell *cell, char *text)
{
	char change[UNITS_TEXT_LEN];

	snprintf(text, LAYOUT_TEXT_LEN, "%.20s%s", cell->differs ? picture_change_text(cell->ratio, change) : NOISE_SIGN,
		 compare_is_guess(cell->basis) ? GUESS_SIGN : "");
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
			strbuf_addstr(out, "\n" NOISE_SIGN ": no more than noise. Tests without a change have no table.\n");
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
		if (add_summary(&runs[i], out) || add_tables(&runs[i], out))
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
