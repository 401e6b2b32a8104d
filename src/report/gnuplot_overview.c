/* The small surfaces of all tests on one page, on one scale. A test that is measured along one line only has a flat panel. */
#include "report/gnuplot_forms.h"

#include "report/gnuplot_frame.h"
#include "report/gnuplot_lines.h"
#include "report/gnuplot_marks.h"
#include "report/overview_line.h"
#include "report/overview_panel.h"
#include "report/overview_places.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What labels take inside of a place, and how far the picture may be from its natural shape. */
#define FOOT_PX 34.0
#define BESIDE_LEFT_PX 56.0
#define BESIDE_RIGHT_LEAST_PX 26.0
#define HEIGHT_MOST 1.1 /* of the width between the margins */
#define SHAPE 0.88 /* height over width of a panel */

#define BANDS 16
#define EDGE_PX 1.8 /* as overview.gp draws it */
#define TICK_PX 5.0
#define LABELS_APART 0.12

struct overview {
	struct page *page;
	const struct value_scale *scale;
	size_t panels_n; /* in space, so far */
};

static void set_margins(struct view *view, struct sketch_box at, double beside_right_px)
{
	double across, upright, width, height, x, y;

	view_extent(view, &across, &upright);
	width = (at.right - at.left - BESIDE_LEFT_PX - beside_right_px) / across;
	height = fmin((at.top - at.bottom - OVERVIEW_HEAD_PX - FOOT_PX) / upright, width * HEIGHT_MOST);
	x = (at.left + BESIDE_LEFT_PX + at.right - beside_right_px) / 2;
	y = at.top - OVERVIEW_HEAD_PX - height * upright / 2;
	view->left_px = x - width / 2;
	view->right_px = x + width / 2;
	view->bottom_px = y - height / 2;
	view->top_px = y + height / 2;
}

/* The commands of a panel as one string, which the template evaluates. */
static void add_panel_commands(struct page *p, const struct view *view, size_t k)
{
	struct strbuf commands;
	char name[32];

	strbuf_init(&commands);
	view_add_commands(&commands, view);
	for (char *s = commands.buf; *s; s++)
		*s = *s == '\n' ? ';' : *s;
	snprintf(name, sizeof(name), "PANEL_%zu", k);
	page_add_string(p, name, commands.buf);
	page_release_text(p, &commands);
}

static void add_panel_section(struct page *p, const char *name, size_t k, const struct strbuf *body)
{
	char numbered[40];

	snprintf(numbered, sizeof(numbered), "%s_%zu", name, k);
	page_add_section(p, numbered, !strcmp(name, "tiles") ? "x y z colour" : "x y z dx dy dz", body);
}

static int add_cliffs(struct overview *v, const struct tiles *t, size_t k)
{
	struct cliff_edges edges;
	int ret = 0;

	cliff_edges_init(&edges, EDGE_PX);
	for (size_t i = 0; i < t->surface->cliffs_n && !ret; i++) {
		struct cliff_steps steps;

		ret = cliff_steps_init(&steps, t->surface, &t->surface->cliffs[i]);
		if (!ret)
			marks_add_cliff(&edges, t, &steps);
		cliff_steps_release(&steps);
	}
	add_panel_section(v->page, "cliffs", k, &edges.lines);
	add_panel_section(v->page, "cliffs_thin", k, &edges.thin);
	cliff_edges_release(&edges);
	return ret;
}

static int add_panel_sections(struct overview *v, const struct tiles *t, size_t k)
{
	struct frame frame = { t->surface, t->scale, t->view, TICK_PX, LABELS_APART, LABELS_APART, NAN };
	struct strbuf body;
	int ret;

	strbuf_init(&body);
	frame_add_grid(&body, &frame);
	add_panel_section(v->page, "grid", k, &body);
	strbuf_reset(&body);
	tiles_add_strips(&body, t, BANDS);
	add_panel_section(v->page, "tiles", k, &body);
	strbuf_reset(&body);
	lines_add_mesh(&body, t);
	lines_add_stems(&body, NULL, t);
	add_panel_section(v->page, "mesh", k, &body);
	page_release_text(v->page, &body);
	ret = add_cliffs(v, t, k);
	frame_add_axes(v->page, &frame);
	return ret;
}

static int add_panel(struct overview *v, const struct picture_surface *s, struct sketch_box at)
{
	const struct surface_extent e = surface_extent(s);
	struct view view = frame_view(v->page, s, v->scale);
	struct tiles tiles;
	size_t k;
	int ret;

	overview_add_head(v->page, s, at);
	if (overview_is_line(&e))
		return overview_add_line(v->page, s, v->scale, at);
	k = ++v->panels_n;
	set_margins(&view, at, fmax(BESIDE_RIGHT_LEAST_PX, picture_ruler_widest_px(&s->y, OVERVIEW_POINTS) + TICK_PX + 8));
	add_panel_commands(v->page, &view, k);
	ret = tiles_init(&tiles, s, v->scale, &view);
	if (ret)
		return ret;
	ret = add_panel_sections(v, &tiles, k);
	tiles_release(&tiles);
	if (!e.cells)
		page_add_text(v->page, (view.left_px + view.right_px) / 2, (view.bottom_px + view.top_px) / 2,
			      "no measurement", PAGE_CENTRE, PAGE_FAILED);
	return ret;
}

/* The arrow that runs nearest to a direction on the page. */
static const char *arrow(double angle_deg)
{
	static const char *const arrows[] = { "\xe2\x86\x92", "\xe2\x86\x97", "\xe2\x86\x91", "\xe2\x86\x96",
					      "\xe2\x86\x90", "\xe2\x86\x99", "\xe2\x86\x93", "\xe2\x86\x98" };

	/* what lies a little beside an axis of the page still leans */
	return arrows[((long)lround(angle_deg / 45 + (angle_deg > 0 ? 0.2 : -0.2)) + 8) % 8];
}

int form_overview(struct page *p, const struct picture_overview *o, const char *name)
{
	struct overview_places places;
	struct value_scale scale;
	struct overview v = { .page = p, .scale = &scale };
	struct view any;
	int ret;

	if (!overview_scale(o, p->options->scale, &scale)) {
		overview_add_nothing(p, o, name);
		return 0;
	}
	ret = overview_begin(p, o, SHAPE, &places);
	if (ret)
		return ret;
	for (size_t i = 0; i < o->surfaces_n && !ret; i++)
		ret = add_panel(&v, &o->surfaces[i], places.at[i]);
	strbuf_addf(&p->gp, "set cbrange [%.7g:%.7g]\nN_PANELS = %zu\n", value_scale_position(&scale, scale.low),
		    value_scale_position(&scale, scale.high), v.panels_n);
	any = frame_view(p, &o->surfaces[0], &scale);
	set_margins(&any, places.at[0], BESIDE_RIGHT_LEAST_PX);
	overview_add_legend(p, &(struct overview_legend){
		.o = o,
		.scale = &scale,
		.at = places.legend,
		.x_arrow = v.panels_n ? arrow(view_x_angle_deg(&any)) : NULL,
		.y_arrow = v.panels_n ? arrow(view_y_angle_deg(&any)) : NULL,
	});
	page_finish(p, name, v.panels_n ? "overview.gp" : NULL);
	overview_places_release(&places);
	return ret;
}
