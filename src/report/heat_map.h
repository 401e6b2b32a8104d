/*
 * heat_map: the cells of a surface as rectangles, by rank: x to the right, y upwards. For a whole page, and small in
 * an overview.
 */
#ifndef IOSWEEP_REPORT_HEAT_MAP_H
#define IOSWEEP_REPORT_HEAT_MAP_H

#include "report/gnuplot_cliff.h"
#include "report/gnuplot_page.h"
#include "report/gnuplot_scale.h"

/* Kinds of cells that a legend explains. */
enum heat_hole { HEAT_OUTSIDE, HEAT_PLANNED, HEAT_SKIPPED, HEAT_FAILED };
#define HEAT_HOLES_N 4

struct heat_map {
	struct page *page;
	const struct picture_surface *s;
	const struct value_scale *scale;
	struct sketch_box at; /* of all cells */
	double gap_px; /* between cells */
	double number_points; /* 0: no numbers */
	bool holes; /* what is outside of the sweep is hatched too */
	/* what was met, for the legend */
	bool met[HEAT_HOLES_N], spreads, blanks, noisy, faint;
};

double heat_cell_width_px(const struct heat_map *m);
double heat_cell_height_px(const struct heat_map *m);

/* The middle of a rank; halves lie on the borders. */
double heat_x_px(const struct heat_map *m, double rank);
double heat_y_px(const struct heat_map *m, double rank);

/* The border of a cell towards another one of its row or column; of neighbours it is the same from both sides. */
double heat_border(size_t near, size_t far);

/* The size at which the widest number fits into a cell, larger in large cells; 0 where it would be too small. */
double heat_number_points(const struct heat_map *m);

void heat_add_cells(struct heat_map *m);

/* One swatch of a kind of hole, of a noisy cell. */
void heat_add_hole(struct page *p, struct sketch_box box, enum heat_hole hole);
void heat_add_noisy(struct page *p, struct sketch_box box, uint32_t ink);

#define HEAT_FAINT 0xd9d9d9

/* The borders between the cells of a cliff, of that width where their line is whole. */
void heat_add_borders(const struct heat_map *m, const struct cliff_steps *steps, double width_px);

#endif
