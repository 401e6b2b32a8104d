/*
 * gnuplot_page: a picture on its way to the disk: the data file and the script that grow side by side, and the
 * layer of labels that lies over the plot, in pixels from the lower left corner of the page.
 *
 * Labels are placed here, not by gnuplot, so that none covers another: each takes its box, and a later one that
 * finds its place taken tries the next or is left out.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_PAGE_H
#define IOSWEEP_REPORT_GNUPLOT_PAGE_H

#include "base/strbuf.h"
#include "report/gnuplot_picture.h"

#include <stdbool.h>

#define PAGE_BOXES_MAX 4096
#define PAGE_MARGIN_PX 48.0
#define PAGE_CAPTIONS_END_PX 884.0 /* captions lie above this */

/* Colours of text and lines on the page, as gnuplot's rgb variable takes them. */
enum page_colour {
	PAGE_INK = 0x000000,
	PAGE_GREY = 0x444444,
	PAGE_WHITE = 0xffffff,
	PAGE_CLIFF = 0xc2185b,
	PAGE_FACT = 0x1565c0, /* RAM, caches, chunk */
	PAGE_FAILED = 0xb71c1c,
	PAGE_AXIS = 0x666666,
};

/* How a text stands to its point. The boxed ones are the marks of cliffs; headings are left and larger. */
enum page_align { PAGE_LEFT, PAGE_CENTRE, PAGE_RIGHT, PAGE_BOXED, PAGE_HEADING };
#define PAGE_ALIGNS_N 5

#define PAGE_TEXT_POINTS 13.0
#define PAGE_MARK_POINTS 14.0

struct page_box {
	double left, bottom, right, top; /* px */
};

struct page {
	struct strbuf dat, gp;
	double text_points; /* of all but marks and headings */
	struct strbuf text[PAGE_ALIGNS_N]; /* rows `x y "text" colour` */
	struct strbuf lines; /* rows `x y dx dy colour` */
	struct page_box taken[PAGE_BOXES_MAX];
	size_t taken_n;
	size_t indexes; /* in dat, so far */
};

void page_init(struct page *p);
void page_release(struct page *p);

/*
 * Adds body as an index of the data. The script gets N_name, its number of rows, and FIRST_name and LAST_name,
 * the numbers of its first and last index: more than one where body holds double blank lines. An empty body
 * gives N_name = 0.
 */
void page_add_section(struct page *p, const char *name, const char *columns, const struct strbuf *body);

/* Adds `NAME = 'text'` to the script. */
void page_add_string(struct page *p, const char *name, const char *text);

/* The box of a line of text; y is the middle of its height. */
struct page_box page_text_box(const struct page *p, double x, double y, const char *text, enum page_align align);

bool page_free(const struct page *p, struct page_box box); /* on the page, and no box taken there */
void page_take(struct page *p, struct page_box box);

/* A text that is drawn and takes its box, and one that does so only where its box is free. */
void page_add_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour);
bool page_try_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour);
void page_add_line(struct page *p, double x0, double y0, double x1, double y1, enum page_colour colour);

/* Adds title and captions, cleaned and shortened, and where they stand is taken. */
void page_add_head(struct page *p, const char *title, const char *caption1, const char *caption2);

/* Adds the sections of the label layer to the data, and begin.gp, the named template and end.gp to the script. */
void page_finish(struct page *p, const char *name, const char *template_name);

#endif
