/*
 * gnuplot_view: where gnuplot puts a point of a 3-D plot on the page.
 *
 * With all four margins at screen positions gnuplot 5.4 maps the ranges onto a cube from -1 to 1 (z times the
 * zscale of `set view`), turns it about z and then about the horizontal by the two angles, and scales it by
 * half the width and height between the margins about their middle; there is no perspective. So positions here
 * are gnuplot's own to a pixel, whatever the font is.
 *
 * With the angles that are the default file size runs towards the viewer on the left, record size away on the right,
 * so that what drops at the largest files faces the viewer and both empty corners lie in front and behind.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_VIEW_H
#define IOSWEEP_REPORT_GNUPLOT_VIEW_H

struct strbuf;

struct view {
	double x0, x1, y0, y1, z0, z1; /* ranges of the axes, each wider than nothing */
	double left_px, right_px, bottom_px, top_px; /* the margins, from the page's lower left corner */
	double page_width_px, page_height_px;
	double rot_x_deg, rot_z_deg; /* as gnuplot's `set view` takes them */
};

/* A point in the units of the axes. */
struct point {
	double x, y, z;
};

/* The same on the page; depth grows towards the viewer. */
struct spot {
	double x_px, y_px, depth;
};

static inline struct point point_between(struct point a, struct point b, double share)
{
	return (struct point){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share };
}

/* What a unit between the margins becomes on the page: the width and height of the cube as it is turned. */
void view_extent(const struct view *v, double *width, double *height);

struct spot view_project(const struct view *v, struct point p);

/* The angle of a line on the floor along x (file size) or y (record size) on the page, in degrees. */
double view_x_angle_deg(const struct view *v);
double view_y_angle_deg(const struct view *v);

/* The direction towards the viewer in the cube, its horizontal part. */
void view_towards(const struct view *v, double *x, double *y);

/* The sides of the floor that are nearest to the viewer and farthest from him. */
double view_near_x(const struct view *v);
double view_far_x(const struct view *v);
double view_near_y(const struct view *v);
double view_far_y(const struct view *v);

/* Adds the commands that make gnuplot do it: view, margins, ranges. */
void view_add_commands(struct strbuf *sb, const struct view *v);

#endif
