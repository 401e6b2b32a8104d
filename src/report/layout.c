#include "report/layout.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GAP_MOST 2U

int layout_init(struct layout *layout, size_t rows, size_t columns)
{
	layout->rows = rows;
	layout->columns = columns;
	layout->texts = calloc(rows * columns, sizeof(*layout->texts));
	return layout->texts ? 0 : -ENOMEM;
}

void layout_release(struct layout *layout)
{
	free(layout->texts);
	*layout = (struct layout){ 0 };
}

char *layout_text(const struct layout *layout, size_t row, size_t column)
{
	return layout->texts[row * layout->columns + column];
}

static size_t column_width(const struct layout *layout, size_t column)
{
	size_t widest = 0;

	for (size_t row = 0; row < layout->rows; row++) {
		size_t len = strlen(layout_text(layout, row, column));

		if (len > widest)
			widest = len;
	}
	return widest;
}

/* How a grid is cut: columns in a block, blanks between columns. */
struct cut {
	size_t columns, gap;
};

static bool block_fits(const struct layout *layout, const struct cut *cut, size_t first, size_t width)
{
	size_t used = column_width(layout, 0);

	for (size_t c = first; c < first + cut->columns && c < layout->columns; c++)
		used += cut->gap + column_width(layout, c);
	return used <= width;
}

static bool fits(const struct layout *layout, const struct cut *cut, size_t width)
{
	for (size_t first = 1; first < layout->columns; first += cut->columns) {
		if (!block_fits(layout, cut, first, width))
			return false;
	}
	return true;
}

static struct cut choose(const struct layout *layout, size_t width)
{
	size_t n = layout->columns - 1;

	for (size_t blocks = 1; blocks <= n; blocks++) {
		struct cut cut = { (n + blocks - 1) / blocks, GAP_MOST };

		for (; cut.gap; cut.gap--) {
			if (fits(layout, &cut, width))
				return cut;
		}
	}
	return (struct cut){ 1, 1 };
}

static void add_right(struct strbuf *out, const char *text, size_t width)
{
	strbuf_addchars(out, ' ', width - strlen(text));
	strbuf_addstr(out, text);
}

static void trim_line(struct strbuf *out)
{
	while (out->len && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
	strbuf_addch(out, '\n');
}

static void write_block(const struct layout *layout, const struct cut *cut, size_t first, struct strbuf *out)
{
	for (size_t row = 0; row < layout->rows; row++) {
		add_right(out, layout_text(layout, row, 0), column_width(layout, 0));
		for (size_t c = first; c < first + cut->columns && c < layout->columns; c++) {
			strbuf_addchars(out, ' ', cut->gap);
			add_right(out, layout_text(layout, row, c), column_width(layout, c));
		}
		trim_line(out);
	}
}

void layout_write(const struct layout *layout, const char *across, size_t width, struct strbuf *out)
{
	const struct cut cut = choose(layout, width);

	for (size_t first = 1; first < layout->columns; first += cut.columns) {
		if (first > 1)
			strbuf_addch(out, '\n');
		strbuf_addchars(out, ' ', column_width(layout, 0) + cut.gap);
		strbuf_addf(out, "%s\n", across);
		write_block(layout, &cut, first, out);
	}
}
