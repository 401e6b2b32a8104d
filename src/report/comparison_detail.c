/* Every cell of a comparison on a line, for people. */
#include "report/comparison_format.h"

#include "base/err.h"
#include "base/units.h"
#include "report/picture_change.h"
#include "report/text.h"

#include <math.h>
#include <stdio.h>

#define INTERVAL_LEN (2 * UNITS_TEXT_LEN + 8)

static const char *interval_text(const struct compare_cell *cell, char text[INTERVAL_LEN])
{
	char low[UNITS_TEXT_LEN], high[UNITS_TEXT_LEN];

	snprintf(text, INTERVAL_LEN, "[%s, %s]", picture_change_text(cell->low, low),
		 picture_change_text(cell->high, high));
	return text;
}

static const char *state_text(enum comparison_state state)
{
	static const char *const texts[] = {
		[COMPARISON_ABSENT] = "-", [COMPARISON_OK] = "", [COMPARISON_NO_FIGURE] = "no figure",
		[COMPARISON_FAILED] = "fail", [COMPARISON_SKIPPED] = "skip",
	};

	return texts[state];
}

/* The figure of one side with its number of samples, or why there is none. */
static void add_side(const struct log_moments *m, enum comparison_state state, struct strbuf *out)
{
	char value[UNITS_TEXT_LEN];

	if (state == COMPARISON_OK)
		strbuf_addf(out, "%10s %3zu", units_format_value(exp(m->mean), value), m->n);
	else
		strbuf_addf(out, "%10s %3s", state_text(state), "");
}

static void add_cell(const struct comparison *c, size_t i, struct strbuf *out)
{
	const struct compare_cell *cell = &c->cells[i];
	const struct comparison_place *place = &c->places[i];
	char x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN], change[UNITS_TEXT_LEN], interval[INTERVAL_LEN];

	strbuf_addf(out, "%8s %8s ", axis_format(c->x, place->at[c->x], x), axis_format(c->y, place->at[c->y], y));
	add_side(&cell->base, place->state[COMPARISON_BASE], out);
	add_side(&cell->run, place->state[COMPARISON_RUN], out);
	if (cell->basis != COMPARE_NOTHING)
		strbuf_addf(out, " %8s %-17s %s%s", picture_change_text(cell->ratio, change), interval_text(cell, interval),
			    cell->differs ? comparison_word(c->metric, cell->ratio > 1) : "~",
			    compare_is_guess(cell->basis) ? "?" : "");
	while (out->len && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
	strbuf_addch(out, '\n');
}

static void add_table(const struct comparison *c, const struct comparison_table *table, struct strbuf *out)
{
	strbuf_addch(out, '\n');
	comparison_add_title(c, table, out);
	strbuf_addf(out, " - %s mode, %s\n", mode_name(table->mode), c->metric->unit);
	strbuf_addf(out, "%8s %8s %10s %3s%10s %3s %8s %s\n", axes[c->x].head, axes[c->y].head, "BASE", "n", "RUN",
		    "n", "change", "95 % interval");
	for (size_t i = table->first; i < table->first + table->n; i++)
		add_cell(c, i, out);
}

static int write_detail(const struct comparison *runs, size_t n, struct strbuf *out, struct err *err)
{
	(void)err;
	strbuf_addstr(out, "~: no more than noise; ?: a guess; n: samples. The rule stands in iosweep(1).\n");
	for (size_t run = 0; run < n; run++) {
		strbuf_addstr(out, "\nBASE ");
		text_add_plain(out, runs[run].side[COMPARISON_BASE]->run_dir);
		strbuf_addstr(out, "\nRUN  ");
		text_add_plain(out, runs[run].side[COMPARISON_RUN]->run_dir);
		strbuf_addch(out, '\n');
		for (size_t i = 0; i < runs[run].tables_n; i++)
			add_table(&runs[run], &runs[run].tables[i], out);
	}
	return 0;
}

const struct comparison_format comparison_format_detail = {
	.name = "detail",
	.summary = "each cell on a line: both figures, the change and its interval, whether it is more than noise",
	.file_name = NULL,
	.write = write_detail,
};
