/*
 * surface_text: the words of a surface that the tables share: its caption, the text of a cell, the notes below.
 *
 * A surface's figures are all in one unit: MiB/s, or KiB/s when all are below 1 MiB/s.
 */
#ifndef IOSWEEP_REPORT_SURFACE_TEXT_H
#define IOSWEEP_REPORT_SURFACE_TEXT_H

#include "report/layout.h"
#include "report/text.h"
#include "store/resultset.h"

/* Whether anything was measured, failed or was skipped; a surface without is left out of the tables. */
bool surface_text_any(const struct surface *surface);

/* "Random read - device mode, psync, MiB/s, median of 3 passes, typical spread 2.1 %" */
void surface_text_caption(const struct resultset *rs, const struct surface *surface, struct strbuf *out);

/*
 * The grid: x down and y across, without lines of which nothing is in the surface's plan. 0 or -ENOMEM; the
 * caller releases it in the first case.
 */
int surface_text_grid(const struct resultset *rs, const struct surface *surface, struct layout *grid);

/* How notes are written. */
struct note_style {
	const char *prefix; /* before each line */
	text_add_fn *add; /* adds a text */
};

/*
 * "depth 16, 4 jobs with a file each", without the number of what is an axis; nothing where one I/O at a time was in
 * flight.
 */
void surface_text_load(const struct resultset *rs, const struct surface *surface, struct strbuf *out);

/* A line for each reason of a fail or skip, and for each mark in the grid, and for the load. */
void surface_text_notes(const struct resultset *rs, const struct surface *surface, const struct note_style *style,
			struct strbuf *out);

/* What ran, where, when, how it ended, and whether there is nothing to show; a line each. */
void run_text(const struct resultset *rs, const struct note_style *style, struct strbuf *out);

#endif
