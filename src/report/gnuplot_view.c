#include "report/gnuplot_view.h"

#include "base/strbuf.h"

#include <math.h>

#define VIEW_ZSCALE 0.95

/* gnuplot drops a line whose end lies outside a range by the last digit that was written. */
#define RANGE_SLACK 1e-5

static double radians(double deg)
{
	return deg * M_PI / 180;
}

struct spot view_project(const struct view *v, struct point p)
{
	double rx = radians(v->rot_x_deg), rz = radians(v->rot_z_deg);
	double x = (p.x - v->x0) / (v->x1 - v->x0) * 2 - 1, y = (p.y - v->y0) / (v->y1 - v->y0) * 2 - 1;
	double z = ((p.z - v->z0) / (v->z1 - v->z0) * 2 - 1) * VIEW_ZSCALE;
	double right = x * cos(rz) + y * sin(rz), away = y * cos(rz) - x * sin(rz);
	double up = away * cos(rx) + z * sin(rx);

	return (struct spot){
		.x_px = (v->left_px + v->right_px) / 2 + right * (v->right_px - v->left_px) / 2,
		.y_px = (v->bottom_px + v->top_px) / 2 + up * (v->top_px - v->bottom_px) / 2,
		.depth = z * cos(rx) - away * sin(rx),
	};
}

static double angle_deg(const struct view *v, struct point to)
{
	struct spot a = view_project(v, (struct point){ v->x0, v->y0, v->z0 }), b = view_project(v, to);

	return atan2(b.y_px - a.y_px, b.x_px - a.x_px) * 180 / M_PI;
}

double view_x_angle_deg(const struct view *v)
{
	return angle_deg(v, (struct point){ v->x1, v->y0, v->z0 });
}

double view_y_angle_deg(const struct view *v)
{
	return angle_deg(v, (struct point){ v->x0, v->y1, v->z0 });
}

void view_towards(const struct view *v, double *x, double *y)
{
	*x = sin(radians(v->rot_z_deg));
	*y = -cos(radians(v->rot_z_deg));
}

double view_near_x(const struct view *v)
{
	return sin(radians(v->rot_z_deg)) >= 0 ? v->x1 : v->x0;
}

double view_far_x(const struct view *v)
{
	return sin(radians(v->rot_z_deg)) >= 0 ? v->x0 : v->x1;
}

double view_near_y(const struct view *v)
{
	return cos(radians(v->rot_z_deg)) >= 0 ? v->y0 : v->y1;
}

double view_far_y(const struct view *v)
{
	return cos(radians(v->rot_z_deg)) >= 0 ? v->y1 : v->y0;
}

void view_extent(const struct view *v, double *width, double *height)
{
	double rx = radians(v->rot_x_deg), rz = radians(v->rot_z_deg);
	double across = fabs(cos(rz)) + fabs(sin(rz));

	*width = across;
	*height = across * fabs(cos(rx)) + VIEW_ZSCALE * fabs(sin(rx));
}

static void add_range(struct strbuf *sb, char axis, double low, double high)
{
	double slack = (high - low) * RANGE_SLACK;

	strbuf_addf(sb, "set %crange [%.7g:%.7g]\n", axis, low - slack, high + slack);
}

void view_add_commands(struct strbuf *sb, const struct view *v)
{
	strbuf_addf(sb, "set view %g, %g, 1, %g\n", v->rot_x_deg, v->rot_z_deg, VIEW_ZSCALE);
	strbuf_addf(sb, "set lmargin at screen %.5f\n", v->left_px / v->page_width_px);
	strbuf_addf(sb, "set rmargin at screen %.5f\n", v->right_px / v->page_width_px);
	strbuf_addf(sb, "set bmargin at screen %.5f\n", v->bottom_px / v->page_height_px);
	strbuf_addf(sb, "set tmargin at screen %.5f\n", v->top_px / v->page_height_px);
	add_range(sb, 'x', v->x0, v->x1);
	add_range(sb, 'y', v->y0, v->y1);
	add_range(sb, 'z', v->z0, v->z1);
	strbuf_addf(sb, "set xyplane at %.7g\n", v->z0 - (v->z1 - v->z0) * RANGE_SLACK);
}
