/*
 * gnuplot_forms: the pictures of one test, by what there is to show. Each adds its sections and finishes the
 * page.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_FORMS_H
#define IOSWEEP_REPORT_GNUPLOT_FORMS_H

#include "report/gnuplot_page.h"
#include "report/gnuplot_scale.h"

/* What is measured of a surface. */
struct surface_extent {
	size_t cells, columns, rows; /* measured cells; file sizes and record sizes that have any */
	size_t failed, skipped, planned;
	double min, max; /* of the values; NAN when none */
};

struct surface_extent surface_extent(const struct picture_surface *s);

/* Adds "3 cells failed, 2 skipped, 5 not measured"; nothing when there are none. */
void surface_add_holes(struct strbuf *sb, const struct surface_extent *e);

/* Adds the readable table: one block per file size. */
void surface_add_table(struct page *p, const struct picture_surface *s);

/* 0 or -ENOMEM. */
int form_surface(struct page *p, const struct picture_surface *s, const struct surface_extent *e);
int form_heat(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name);
int form_slice(struct page *p, const struct picture_surface *s, const struct surface_extent *e);
int form_number(struct page *p, const struct picture_surface *s, const struct surface_extent *e);
int form_overview(struct page *p, const struct picture_overview *o);
int form_nothing(struct page *p, const struct picture_surface *s, const struct surface_extent *e);

#endif
