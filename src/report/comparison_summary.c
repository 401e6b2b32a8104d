#include "report/comparison_summary.h"

#include "report/picture_change.h"
#include "report/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_LEN 48

/* A row of the summary: texts of columns, of which the last is set left like the first two. */
enum {
	COLUMN_MODE, COLUMN_TEST, COLUMN_CELLS, COLUMN_MEAN, COLUMN_LOW, COLUMN_HIGH, COLUMN_LOWER, COLUMN_HIGHER,
	COLUMNS_N,
};

struct summary_row {
	char text[COLUMNS_N][TITLE_LEN];
};

static void extreme_text(const struct comparison *c, size_t cell, char text[TITLE_LEN])
{
	char change[UNITS_TEXT_LEN], at[COMPARISON_AT_LEN];

	snprintf(text, TITLE_LEN, "%.14s%s %.30s", picture_change_text(c->cells[cell].ratio, change),
		 c->cells[cell].differs ? "" : COMPARISON_NOISE_SIGN, comparison_at(c, &c->places[cell], at));
}

static void mean_text(const struct compare_summary *s, char text[TITLE_LEN])
{
	char change[UNITS_TEXT_LEN];

	snprintf(text, TITLE_LEN, "%.14s +-%.1f", picture_change_text(s->mean, change),
		 50 * (s->mean_high - s->mean_low));
}

static void fill_row(const struct comparison *c, const struct comparison_table *table, struct summary_row *row,
		     struct strbuf *out)
{
	const struct compare_summary *s = &table->summary;
	bool worst_is_high = c->metric->better == METRIC_LOWER;
	struct strbuf title;

	strbuf_init(&title);
	comparison_add_title(c, table, &title);
	snprintf(row->text[COLUMN_MODE], TITLE_LEN, "%s", mode_name(table->mode));
	snprintf(row->text[COLUMN_TEST], TITLE_LEN, "%s", title.buf);
	strbuf_inherit(out, &title);
	strbuf_release(&title);
	snprintf(row->text[COLUMN_CELLS], TITLE_LEN, "%zu%s", s->cells, s->guesses ? COMPARISON_GUESS_SIGN : "");
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

int comparison_add_summary(const struct comparison *c, struct strbuf *out)
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
			fill_row(c, &c->tables[i], &rows[n++], out);
	}
	if (n > 1)
		strbuf_addf(out, "\nChange of each test, with the places (%s/%s) of its extremes\n", axes[c->x].head,
			    axes[c->y].head);
	write_rows(rows, n > 1 ? n : 0, out);
	free(rows);
	return 0;
}
