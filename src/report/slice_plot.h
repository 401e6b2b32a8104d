/*
 * slice_plot: cuts through a surface along one of its sides, a line for each size of the other side, over the range
 * of its passes as a band.
 *
 * More than SLICE_LINES_MAX lines cannot be told apart: then as many, evenly chosen and always with the outermost,
 * have colours, bands and labels, and the others are grey.
 */
#ifndef IOSWEEP_REPORT_SLICE_PLOT_H
#define IOSWEEP_REPORT_SLICE_PLOT_H

#include "report/gnuplot_forms.h"
#include "report/gnuplot_tiles.h"

#define SLICE_LINES_MAX 10

struct slice_plot {
	struct page *page;
	const struct picture_surface *s;
	bool over_y; /* the lines run along y, one for each x; else the other way */
	const struct picture_ruler *along, *other;
	struct value_scale scale;
	struct sketch_box at; /* of the axes */
	double x0, x1; /* log2 at its sides */
	size_t lines_n; /* sizes of the other side that have a measured cell */
	/* owned: by rank on the other side; 0: no line, else the number of the line, coloured ones up to SLICE_LINES_MAX */
	unsigned *colour_of; /* SLICE_GREY for a grey one */
	size_t coloured_n;
	struct sketch_box *taken; /* owned: where lines run */
	size_t taken_n, taken_alloc;
	bool bands, noisy; /* whether any was drawn */
};

#define SLICE_NONE 0U
#define SLICE_GREY 1000U

static inline const struct picture_cell *slice_cell(const struct slice_plot *sp, size_t line, size_t i)
{
	return sp->over_y ? surface_at(sp->s, line, i) : surface_at(sp->s, i, line);
}

double slice_x_px(const struct slice_plot *sp, uint64_t size);
double slice_y_px(const struct slice_plot *sp, double value);
/* Whether a size lies between the ends of the axis. */
bool slice_on_axis(const struct slice_plot *sp, uint64_t size);

/* Whether a box lies free of lines, inside of the axes, or right of them, and on no label. */
bool slice_free(const struct slice_plot *sp, struct sketch_box box);

/* Adds lines, bands and points; then the label at each line's end. 0 or -ENOMEM. */
int slice_add_lines(struct slice_plot *sp);
void slice_add_labels(struct slice_plot *sp);

/* Adds the lines of references along the axis, and their labels. */
void slice_add_refs(struct slice_plot *sp);

/* Marks the steps of the cliffs along the lines, with one label for each cliff. 0 or -ENOMEM. */
int slice_add_cliffs(struct slice_plot *sp);
/* A row that explains their marks, from x on. */
void slice_add_cliff_legend(struct slice_plot *sp, double x, double y);

#endif
