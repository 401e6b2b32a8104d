/*
 * gnuplot_forms: the pictures of one test, by what there is to show, and what they share. Each adds its sections and
 * finishes the page.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_FORMS_H
#define IOSWEEP_REPORT_GNUPLOT_FORMS_H

#include "report/gnuplot_extent.h"
#include "report/gnuplot_page.h"

/* Adds the readable table: one block per file size. */
void surface_add_table(struct page *p, const struct picture_surface *s);

/* "Throughput, MiB/s (log scale)" */
void surface_add_value_title(struct strbuf *sb, const struct picture_surface *s, const struct value_scale *scale);

/* The axis of its values, for colours and heights, and for lines. Something must be measured. */
struct value_scale surface_scale(const struct picture_surface *s, const struct surface_extent *e,
				 enum picture_scale kind);
struct value_scale surface_scale_of_lines(const struct picture_surface *s, const struct surface_extent *e,
					  enum picture_scale kind);

/* palette_values, or palette_ratios for changes. */
const struct palette *surface_palette(const struct picture_surface *s);

/* Adds a frame that says that there is nothing, and why (NULL: not known). */
void plain_add_nothing(struct page *p, const char *reason);

struct slice_form {
	const struct picture_surface *s;
	const struct surface_extent *e;
	bool over_y; /* the lines run along y, one for each x */
};

/* 0 or -ENOMEM. */
int form_surface(struct page *p, const struct picture_surface *s, const struct surface_extent *e);
int form_heat(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name);
int form_slice(struct page *p, const struct slice_form *form, const char *name);
int form_number(struct page *p, const struct picture_surface *s, const struct surface_extent *e);
int form_overview(struct page *p, const struct picture_overview *o, const char *name);
int form_overview_heat(struct page *p, const struct picture_overview *o, const char *name);
int form_nothing(struct page *p, const struct picture_surface *s, const struct surface_extent *e);

#endif
