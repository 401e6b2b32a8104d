#include "report/gnuplot_forms.h"

#include "report/gnuplot_frame.h"
#include "report/gnuplot_lines.h"
#include "report/gnuplot_marks.h"
#include "report/gnuplot_text.h"

#include <math.h>

#define BANDS 50
#define TICK_PX 9.0
#define FILE_LABELS_APART 0.070
#define RECORD_LABELS_APART 0.055

/* The colour bar with its title and labels. */
static const struct page_box bar_box = { 1485, 280, PICTURE_WIDTH_PX, 840 };

static struct view surface_view(const struct picture_surface *s, const struct value_scale *scale)
{
	struct view v = frame_view(s, scale);

	v.left_px = 316;
	v.right_px = 1216;
	v.bottom_px = 196;
	v.top_px = 700;
	return v;
}

static void add_axes(struct page *p, const struct picture_surface *s, const struct value_scale *scale,
		     const struct view *view)
{
	struct frame frame = { s, scale, view, TICK_PX, FILE_LABELS_APART, RECORD_LABELS_APART };
	struct strbuf grid;

	view_add_commands(&p->gp, view);
	strbuf_addf(&p->gp, "set cbrange [%.7g:%.7g]\nset cbtics font ',13' (", view->z0, view->z1);
	value_scale_add_ticks(&p->gp, scale);
	strbuf_addstr(&p->gp, ")\n");
	strbuf_init(&grid);
	frame_add_grid(&grid, &frame);
	page_add_section(p, "grid", "x y z dx dy dz", &grid);
	frame_add_axes(p, &frame);
	strbuf_release(&grid);
}

/* The titles of the floor's axes stand beyond the widest label, along the axis. */
static void add_axis_titles(struct page *p, const struct picture_surface *s, const struct view *v)
{
	struct spot x = view_project(v, (struct point){ (v->x0 + v->x1) / 2, v->y0, v->z0 });
	struct spot y = view_project(v, (struct point){ v->x1, (v->y0 + v->y1) / 2, v->z0 });
	double beyond_x = 40 + picture_ruler_widest_px(&s->x, PAGE_TEXT_POINTS);
	double beyond_y = 44 + picture_ruler_widest_px(&s->y, PAGE_TEXT_POINTS) * 0.35;

	strbuf_addf(&p->gp, "XTITLE_X = %.1f\nXTITLE_Y = %.1f\nXTITLE_ANGLE = %.1f\n", x.x_px - beyond_x * 0.8,
		    x.y_px - beyond_x * 0.5, view_x_angle_deg(v));
	strbuf_addf(&p->gp, "YTITLE_X = %.1f\nYTITLE_Y = %.1f\nYTITLE_ANGLE = %.1f\n", y.x_px + beyond_y * 0.45,
		    y.y_px - beyond_y * 0.9, view_y_angle_deg(v));
}

static void add_stems(struct page *p, const struct tiles *t)
{
	struct strbuf stems, dots;

	strbuf_init(&stems);
	strbuf_init(&dots);
	lines_add_stems(&stems, &dots, t);
	page_add_section(p, "stems", "x y z dx dy dz", &stems);
	page_add_section(p, "stem_dots", "x y z", &dots);
	strbuf_release(&stems);
	strbuf_release(&dots);
}

static void add_failed(struct page *p, const struct tiles *t)
{
	const struct picture_surface *s = t->surface;
	struct strbuf crosses;

	strbuf_init(&crosses);
	for (size_t ix = 0; ix < s->x.n; ix++)
		for (size_t iy = 0; iy < s->y.n; iy++)
			if (surface_at(s, ix, iy)->state == PICTURE_FAILED)
				strbuf_addf(&crosses, "%.6g %.6g %.7g\n", log2((double)s->x.v[ix]),
					    log2((double)s->y.v[iy]), t->view->z0);
	page_add_section(p, "failed", "x y z", &crosses);
	strbuf_release(&crosses);
}

static void add_note(struct page *p, const struct surface_extent *e)
{
	struct strbuf note;

	strbuf_init(&note);
	surface_add_holes(&note, e);
	if (e->failed)
		strbuf_addstr(&note, "; failed ones are crossed on the floor");
	page_add_string(p, "NOTE", note.buf);
	strbuf_release(&note);
}

static void add_geometry(struct page *p, const struct tiles *t)
{
	struct strbuf body;

	strbuf_init(&body);
	tiles_add_strips(&body, t, BANDS);
	page_add_section(p, "tiles", "x y z colour", &body);
	strbuf_reset(&body);
	lines_add_mesh(&body, t);
	page_add_section(p, "mesh", "x y z dx dy dz", &body);
	strbuf_release(&body);
	add_stems(p, t);
	add_failed(p, t);
}

int form_surface(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	struct value_scale scale = value_scale_for(e->min, e->max);
	struct view view = surface_view(s, &scale);
	struct tiles tiles;
	int ret = tiles_init(&tiles, s, &scale, &view);

	if (ret)
		return ret;
	page_add_head(p, s->title, s->caption1, s->caption2);
	page_add_string(p, "UNIT", s->unit);
	page_add_string(p, "X_TITLE", s->x.title);
	page_add_string(p, "Y_TITLE", s->y.title);
	page_add_string(p, "QUANTITY", s->quantity);
	strbuf_addf(&p->gp, "ZTITLE = QUANTITY.', '.UNIT.' (%s scale)'\n", scale.log ? "log" : "linear");
	surface_add_table(p, s);
	add_axes(p, s, &scale, &view);
	add_axis_titles(p, s, &view);
	add_note(p, e);
	add_geometry(p, &tiles);
	page_take(p, bar_box);
	marks_add_refs(p, &tiles);
	ret = marks_add_cliffs(p, &tiles);
	page_finish(p, s->name, "surface.gp");
	tiles_release(&tiles);
	return ret;
}
