/*
 * layout: a grid of short texts as aligned columns.
 *
 * Row 0 holds the column heads, column 0 the row heads. A grid that is too wide for the page is cut into as few blocks
 * as possible, one below the other, each with the row heads.
 */
#ifndef IOSWEEP_REPORT_LAYOUT_H
#define IOSWEEP_REPORT_LAYOUT_H

#include "base/strbuf.h"

#include <stddef.h>

#define LAYOUT_TEXT_LEN 32
#define LAYOUT_WIDTH 80

struct layout {
	size_t rows, columns;
	char (*texts)[LAYOUT_TEXT_LEN]; /* ASCII; owned */
};

int layout_init(struct layout *layout, size_t rows, size_t columns); /* all empty; 0 or -ENOMEM */
void layout_release(struct layout *layout);

/* LAYOUT_TEXT_LEN bytes to write to. */
char *layout_text(const struct layout *layout, size_t row, size_t column);

/* Appends the grid, right-aligned, under a line with the name of what runs across. */
void layout_write(const struct layout *layout, const char *across, size_t width, struct strbuf *out);

#endif
