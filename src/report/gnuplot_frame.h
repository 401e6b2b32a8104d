/*
 * gnuplot_frame: floor, walls and axes of a surface, with their labels.
 *
 * The walls stand behind the surface, and the three axes in front of and beside all that is drawn, from wherever it is
 * looked at, so that they lie in the layer of labels.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_FRAME_H
#define IOSWEEP_REPORT_GNUPLOT_FRAME_H

#include "report/gnuplot_page.h"
#include "report/gnuplot_scale.h"
#include "report/gnuplot_view.h"

struct frame {
	const struct picture_surface *surface;
	const struct value_scale *scale;
	const struct view *view;
	double tick_px;
	double file_apart, record_apart; /* least distance of labels, as share of their axis */
	double titles_px; /* distance of the titles of the floor's axes from the widest labels; NAN: no titles */
};

/* Ranges of a surface's axes, an axis of one size widened; the margins are the caller's. */
struct view frame_view(const struct page *p, const struct picture_surface *s, const struct value_scale *scale);

/* Adds the lines of floor and walls as `x y z dx dy dz`. */
void frame_add_grid(struct strbuf *sb, const struct frame *f);

/*
 * Adds axes, ticks and labels. Every size has its tick; labels go from the largest size down, where there is room.
 */
void frame_add_axes(struct page *p, const struct frame *f);

#endif
