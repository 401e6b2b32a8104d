/*
 * gnuplot_page: a picture on its way to the disk: the data file and the script that grow side by side, and the
 * sketch that lies over a plot in space or is all of a flat picture.
 *
 * A page is laid out for 1600x1000 pixels. Where another size was asked for, one of its sides is longer than that,
 * and all of it, fonts and lines too, is drawn larger or smaller.
 *
 * Labels are placed here, not by gnuplot, so that none covers another: each takes its box, and a later one that
 * finds its place taken tries the next or is left out.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_PAGE_H
#define IOSWEEP_REPORT_GNUPLOT_PAGE_H

#include "base/strbuf.h"
#include "report/gnuplot_picture.h"
#include "report/palette.h"
#include "report/sketch.h"

#include <stdbool.h>

#define PAGE_BOXES_MAX 4096
#define PAGE_MARGIN_PX 48.0
#define PAGE_CAPTIONS_END_PX 116.0 /* below the upper edge: captions lie above this */

/* Colours of text and lines on the page. */
enum page_colour {
	PAGE_INK = 0x000000,
	PAGE_GREY = 0x444444,
	PAGE_WHITE = 0xffffff,
	PAGE_CLIFF = 0xc2185b,
	PAGE_FACT = 0x1565c0, /* RAM, caches, chunk */
	PAGE_FAILED = 0xb71c1c,
	PAGE_AXIS = 0x666666,
	PAGE_GRID = 0xd9d9d9,
};

/* How a text stands to its point. The boxed ones are the marks of cliffs; headings are left and larger. */
enum page_align { PAGE_LEFT, PAGE_CENTRE, PAGE_RIGHT, PAGE_BOXED, PAGE_HEADING };

#define PAGE_TEXT_POINTS 13.0
#define PAGE_MARK_POINTS 14.0
#define PAGE_TITLE_POINTS 15.0 /* of axes */

struct page {
	const struct picture_options *options;
	const struct palette *palette; /* of values; palette_values unless set */
	double width_px, height_px; /* of the layout */
	double scale; /* pixels of the picture for one of the layout */
	struct strbuf dat, gp;
	double text_points; /* of all but marks and headings */
	struct sketch sketch;
	struct sketch_box taken[PAGE_BOXES_MAX];
	bool taken_by_text[PAGE_BOXES_MAX];
	size_t taken_n;
	size_t indexes; /* in dat, so far */
	bool flat; /* when finished: the sketch is all that there is */
};

void page_init(struct page *p, const struct picture_options *options);
void page_release(struct page *p);

/* Releases a text that went into the page. Where there was no memory for all of it, or for a section, page_write() fails. */
void page_release_text(struct page *p, struct strbuf *text);

/*
 * Adds body as an index of the data. The script gets N_name, its number of rows, and FIRST_name and LAST_name,
 * the numbers of its first and last index: more than one where body holds double blank lines. An empty body
 * gives N_name = 0.
 */
void page_add_section(struct page *p, const char *name, const char *columns, const struct strbuf *body);

/* Adds `NAME = 'text'` to the script. */
void page_add_string(struct page *p, const char *name, const char *text);

/* The box of a line of text; y is the middle of its height. */
struct sketch_box page_text_box(const struct page *p, double x, double y, const char *text, enum page_align align);

bool page_free(const struct page *p, struct sketch_box box); /* on the page, and no box taken there */
void page_take(struct page *p, struct sketch_box box);

/* A text that is drawn and takes its box, and one that does so only where its box is free. */
void page_add_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour);
bool page_try_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour);
/* Whether a straight line touches no text. */
bool page_line_free(const struct page *p, struct sketch_box ends);

/* A line takes the place that it runs through. */
void page_take_line(struct page *p, struct sketch_box ends);

void page_add_line(struct page *p, double x0, double y0, double x1, double y1, enum page_colour colour);

/* The title of an axis about its middle, turned by angle_deg. */
void page_add_title(struct page *p, double x, double y, const char *text, double angle_deg);

/* Adds title and captions, cleaned and shortened, and where they stand is taken. */
void page_add_head(struct page *p, const char *title, const char *caption1, const char *caption2);

/*
 * Adds the sketch to the data and all commands to the script: begin.gp, the named template, unless that is NULL, and
 * the plot of the sketch.
 */
void page_finish(struct page *p, const char *name, const char *template_name);

#endif
