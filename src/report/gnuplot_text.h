/*
 * gnuplot_text: text on its way into a picture: what the font can show, as wide as there is room, quoted so that
 * gnuplot takes it as it stands.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_TEXT_H
#define IOSWEEP_REPORT_GNUPLOT_TEXT_H

#include "base/strbuf.h"

#include <stdint.h>

/* Width in pixels of UTF-8 text in DejaVu Sans of so many points, by the font's own advance widths, no kerning. */
double text_width_px(const char *text, double points);

/*
 * Takes the next character off *text, with its advance width. What cannot be drawn is 0, as wide as an em.
 */
uint32_t text_next(const char **text, double *width_em);

/* Height in pixels of a line of text, from the tail of a comma to the top of a capital. */
double text_height_px(double points);

/*
 * Adds text with a "?" for each control character and whatever else the font may lack (gnuplot would draw a
 * box), white space as a blank; shortened with an ellipsis at the last word that fits into max_px.
 */
void text_add_clean(struct strbuf *sb, const char *text, double points, double max_px);

/*
 * Adds a gnuplot expression that yields text: single-quoted, with each quote, backtick, at sign and backslash
 * as an octal escape of its own.
 */
void text_add_quoted(struct strbuf *sb, const char *text);

/* Adds text as one string field of a data file: in double quotes, with no quote or backslash within. */
void text_add_field(struct strbuf *sb, const char *text);

#endif
