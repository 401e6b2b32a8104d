#include "report/surface_text.h"

#include "base/units.h"
#include "report/cell_marks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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

int surface_text_grid(const struct resultset *rs, const struct surface *surface, struct layout *grid)
{
	double scale = in_kib(rs, surface) ? KIB_PER_MIB : 1;
	const struct size_list *x = resultset_x(rs), *y = resultset_y(rs);
	char text[UNITS_TEXT_LEN];

	if (layout_init(grid, x->n + 1, y->n + 1))
		return -ENOMEM;
	strcpy(layout_text(grid, 0, 0), axes[rs->x].head);
	for (size_t iy = 0; iy < y->n; iy++)
		strcpy(layout_text(grid, 0, iy + 1), axis_format(rs->y, y->v[iy], text));
	for (size_t ix = 0; ix < x->n; ix++) {
		strcpy(layout_text(grid, ix + 1, 0), axis_format(rs->x, x->v[ix], text));
		for (size_t iy = 0; iy < y->n; iy++)
			cell_text(surface, surface_cell(rs, surface, ix, iy), scale, layout_text(grid, ix + 1, iy + 1));
	}
	for (size_t iy = 0; iy < y->n; iy++)
		align_marks(grid, iy + 1);
	return 0;
}
