#include "report/surface_text.h"

#include "base/units.h"
#include "report/cell_marks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB_PER_MIB 1024.0

bool surface_text_any(const struct surface *surface)
{
	return surface->measured_n || surface->failed_n || surface->skipped_n;
}

static bool in_kib(const struct resultset *rs, const struct surface *surface)
{
	if (!metric_is_throughput(rs->metric))
		return false;
	for (size_t i = 0; i < surface->cells_n; i++) {
		if (surface->cells[i].median >= 1)
			return false;
	}
	return surface->measured_n;
}

void surface_text_caption(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	strbuf_addf(out, "%s - %s mode, ", surface->title, mode_name(surface->mode));
	if (!surface->title_names_api)
		strbuf_addf(out, "%s, ", surface->test->api);
	if (!metric_is_throughput(rs->metric))
		strbuf_addf(out, "%s, ", rs->metric->title);
	strbuf_addstr(out, in_kib(rs, surface) ? "KiB/s" : rs->metric->unit);
	if (surface->passes == 1)
		strbuf_addstr(out, ", 1 pass");
	else if (surface->passes)
		strbuf_addf(out, ", median of %u passes", surface->passes);
	if (isfinite(surface->typical_spread))
		strbuf_addf(out, ", typical spread %.1f %%", 100 * surface->typical_spread);
}

static void cell_text(const struct surface *surface, const struct cell *cell, double scale, char text[LAYOUT_TEXT_LEN])
{
	char value[UNITS_TEXT_LEN], marks[CELL_MARKS_LEN];

	if (cell->state == CELL_MEASURED && isfinite(cell->median))
		snprintf(text, LAYOUT_TEXT_LEN, "%.19s%s", units_format_value(cell->median * scale, value),
			 cell_marks_of(surface, cell, marks));
	else if (cell->state == CELL_FAILED || cell->state == CELL_SKIPPED)
		strcpy(text, cell->state == CELL_FAILED ? "fail" : "skip");
}

/* Keeps the digits of a column below each other where its figures carry marks of different length. */
static void align_marks(const struct layout *grid, size_t column)
{
	size_t longest = 0;

	for (size_t row = 1; row < grid->rows; row++) {
		size_t marks = cell_marks_length(layout_text(grid, row, column));

		longest = marks > longest ? marks : longest;
	}
	for (size_t row = 0; row < grid->rows; row++) {
		char *text = layout_text(grid, row, column);
		size_t len = strlen(text), missing = longest - (row ? cell_marks_length(text) : 0);

		if (len && len + missing < LAYOUT_TEXT_LEN) {
			memset(text + len, ' ', missing);
			text[len + missing] = '\0';
		}
	}
}

static bool in_plan(const struct resultset *rs, const struct surface *surface, bool row, size_t at)
{
	size_t n = row ? resultset_y(rs)->n : resultset_x(rs)->n;

	for (size_t i = 0; i < n; i++) {
		const struct cell *cell = row ? surface_cell(rs, surface, at, i) : surface_cell(rs, surface, i, at);

		if (cell->state != CELL_OUTSIDE)
			return true;
	}
	return false;
}

/* The rows, or columns, that are in the plan; returns how many. */
static size_t choose_lines(const struct resultset *rs, const struct surface *surface, bool rows, size_t *lines)
{
	size_t all = rows ? resultset_x(rs)->n : resultset_y(rs)->n, n = 0;

	for (size_t i = 0; i < all; i++) {
		if (in_plan(rs, surface, rows, i))
			lines[n++] = i;
	}
	return n;
}

struct lines {
	size_t *rows, *columns; /* indexes on x and on y */
	size_t rows_n, columns_n;
};

static void fill_grid(const struct resultset *rs, const struct surface *surface, const struct lines *lines,
		      const struct layout *grid)
{
	double scale = in_kib(rs, surface) ? KIB_PER_MIB : 1;
	char text[UNITS_TEXT_LEN];

	strcpy(layout_text(grid, 0, 0), axes[rs->x].head);
	for (size_t c = 0; c < lines->columns_n; c++)
		strcpy(layout_text(grid, 0, c + 1), axis_format(rs->y, resultset_y(rs)->v[lines->columns[c]], text));
	for (size_t r = 0; r < lines->rows_n; r++) {
		size_t ix = lines->rows[r];

		strcpy(layout_text(grid, r + 1, 0), axis_format(rs->x, resultset_x(rs)->v[ix], text));
		for (size_t c = 0; c < lines->columns_n; c++)
			cell_text(surface, surface_cell(rs, surface, ix, lines->columns[c]), scale,
				  layout_text(grid, r + 1, c + 1));
	}
	for (size_t c = 0; c < lines->columns_n; c++)
		align_marks(grid, c + 1);
}

int surface_text_grid(const struct resultset *rs, const struct surface *surface, struct layout *grid)
{
	struct lines lines = {
		.rows = calloc(resultset_x(rs)->n + 1, sizeof(*lines.rows)),
		.columns = calloc(resultset_y(rs)->n + 1, sizeof(*lines.columns)),
	};
	int ret = lines.rows && lines.columns ? 0 : -ENOMEM;

	if (!ret) {
		lines.rows_n = choose_lines(rs, surface, true, lines.rows);
		lines.columns_n = choose_lines(rs, surface, false, lines.columns);
		ret = layout_init(grid, lines.rows_n + 1, lines.columns_n + 1);
	}
	if (!ret)
		fill_grid(rs, surface, &lines, grid);
	free(lines.rows);
	free(lines.columns);
	return ret;
}
