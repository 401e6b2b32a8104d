#include "report/gnuplot_forms.h"

#include "report/cliff_stroke.h"
#include "report/gnuplot_bar.h"
#include "report/gnuplot_frame.h"
#include "report/gnuplot_lines.h"
#include "report/gnuplot_marks.h"
#include "report/gnuplot_text.h"

#include <math.h>

#define BANDS 50
#define TICK_PX 9.0
#define FILE_LABELS_APART 0.070
#define RECORD_LABELS_APART 0.055
#define TITLES_PX 24.0

/* What the turned cube has, and the shape of the view between its margins. */
#define LEFT_PX 137.0
#define RIGHT_PX 205.0
#define BOTTOM_PX 53.0
#define TOP_PX 156.0
#define HEIGHT_MOST 0.9
#define HEIGHT_LEAST 0.45
#define NOTE_Y_PX 28.0
#define WINDOW_LABELS 9 /* at most, along a side in a window */

static struct view surface_view(const struct page *p, const struct picture_surface *s, const struct value_scale *scale)
{
	const struct sketch_box room = { LEFT_PX, BOTTOM_PX, p->width_px - RIGHT_PX, p->height_px - TOP_PX };
	double x = (room.left + room.right) / 2, y = (room.bottom + room.top) / 2, across, upright, width, height;
	struct view v = frame_view(p, s, scale);

	view_extent(&v, &across, &upright);
	width = (room.right - room.left) / across;
	height = fmin((room.top - room.bottom) / upright, width * HEIGHT_MOST);
	width = fmin(width, height / HEIGHT_LEAST);
	v.left_px = x - width / 2;
	v.right_px = x + width / 2;
	v.bottom_px = y - height / 2;
	v.top_px = y + height / 2;
	return v;
}

static void add_axes(struct page *p, const struct picture_surface *s, const struct value_scale *scale,
		     const struct view *view)
{
	struct frame frame = { s, scale, view, TICK_PX, FILE_LABELS_APART, RECORD_LABELS_APART, TITLES_PX };
	struct strbuf text;

	strbuf_init(&text);
	frame_add_grid(&text, &frame);
	page_add_section(p, "grid", "x y z dx dy dz", &text);
	frame_add_axes(p, &frame);
	strbuf_reset(&text);
	surface_add_value_title(&text, s, scale);
	page_add_title(p, 30, p->height_px * 0.52, text.buf, 90);
	page_release_text(p, &text);
}

static void add_stems(struct page *p, const struct tiles *t)
{
	struct strbuf stems, dots;

	strbuf_init(&stems);
	strbuf_init(&dots);
	lines_add_stems(&stems, &dots, t);
	page_add_section(p, "stems", "x y z dx dy dz", &stems);
	page_add_section(p, "stem_dots", "x y z", &dots);
	page_release_text(p, &stems);
	page_release_text(p, &dots);
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
	page_release_text(p, &crosses);
}

static size_t noisy_n(const struct picture_surface *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->x.n * s->y.n; i++)
		n += s->cells[i].state == PICTURE_MEASURED && s->cells[i].noisy;
	return n;
}

/* Whether noisy cells are few enough for rings to tell them from the others. */
static bool rings_tell(size_t noisy, const struct surface_extent *e)
{
	return 2 * noisy <= e->cells;
}

/* The noisy cells that can be seen. */
static void add_rings(struct strbuf *rings, const struct tiles *t)
{
	const struct picture_surface *s = t->surface;

	for (size_t ix = 0; ix < s->x.n; ix++) {
		for (size_t iy = 0; iy < s->y.n; iy++) {
			struct point at;

			if (!surface_measured(s, ix, iy) || !surface_at(s, ix, iy)->noisy)
				continue;
			at = tiles_point(t, ix, iy);
			if (lines_see(t, at))
				strbuf_addf(rings, "%.6g %.6g %.7g\n", at.x, at.y, at.z);
		}
	}
}

static void add_noisy(struct page *p, const struct tiles *t, const struct surface_extent *e)
{
	struct strbuf rings;

	strbuf_init(&rings);
	if (rings_tell(noisy_n(t->surface), e))
		add_rings(&rings, t);
	page_add_section(p, "noisy", "x y z", &rings);
	page_release_text(p, &rings);
}

static void add_note(struct page *p, const struct surface_extent *e, size_t noisy)
{
	struct strbuf note;

	strbuf_init(&note);
	surface_add_holes(&note, e);
	if (e->failed)
		strbuf_addstr(&note, "; failed ones are crossed on the floor");
	if (noisy && rings_tell(noisy, e))
		strbuf_addf(&note, "%s%zu noisy, ringed", note.len ? "; " : "", noisy);
	else if (noisy)
		strbuf_addf(&note, "%s%zu of %zu cells are noisy", note.len ? "; " : "", noisy, e->cells);
	if (note.len)
		page_add_text(p, p->width_px - 24, NOTE_Y_PX, note.buf, PAGE_RIGHT, PAGE_FAILED);
	page_release_text(p, &note);
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
	page_release_text(p, &body);
	add_stems(p, t);
	add_failed(p, t);
}

static void window_add_tics(struct strbuf *gp, const char *name, const struct picture_ruler *ruler)
{
	char text[UNITS_TEXT_LEN];

	double apart = log2((double)ruler->v[ruler->n - 1] / (double)ruler->v[0]) / WINDOW_LABELS, last = INFINITY;

	strbuf_addf(gp, "set %s (", name);
	for (size_t i = ruler->n; i-- > 0;) {
		double at = log2((double)ruler->v[i]);
		bool room = last - at >= apart;

		strbuf_addf(gp, "'%s' %.6g%s", room ? picture_ruler_text(ruler, ruler->v[i], text) : "", at, i ? ", " : "");
		last = room ? at : last;
	}
	strbuf_addstr(gp, ")\n");
}

/* What a window, in which the surface turns, has instead of the layers above: whole tiles and gnuplot's own axes. */
static void add_window(struct page *p, const struct tiles *t)
{
	const struct picture_surface *s = t->surface;
	struct strbuf body;

	strbuf_init(&body);
	tiles_add_quads(&body, t);
	page_add_section(p, "quads", "x y z", &body);
	page_add_string(p, "TITLE", s->title);
	page_add_string(p, "X_TITLE", s->x.title);
	page_add_string(p, "Y_TITLE", s->y.title);
	strbuf_reset(&body);
	surface_add_value_title(&body, s, t->scale);
	page_add_string(p, "Z_TITLE", body.buf);
	page_release_text(p, &body);
	window_add_tics(&p->gp, "xtics", &s->x);
	window_add_tics(&p->gp, "ytics", &s->y);
	strbuf_addstr(&p->gp, "set ztics (");
	value_scale_add_ticks(&p->gp, t->scale);
	strbuf_addstr(&p->gp, ")\n");
}

static void add_marks(struct page *p, const struct tiles *t, const struct surface_extent *e)
{
	add_noisy(p, t, e);
	add_note(p, e, noisy_n(t->surface));
	marks_add_refs(p, t);
}

int form_surface(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	struct value_scale scale = surface_scale(s, e, p->options->scale);
	struct view view = surface_view(p, s, &scale);
	struct tiles tiles;
	int ret = tiles_init(&tiles, s, &scale, &view);

	if (ret)
		return ret;
	p->palette = surface_palette(s);
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	view_add_commands(&p->gp, &view);
	strbuf_addf(&p->gp, "set cbrange [%.7g:%.7g]\nCB_SPAN = %.7g\n", view.z0, view.z1, view.z1 - view.z0);
	bar_add_beside(p, &scale, s->unit);
	add_axes(p, s, &scale, &view);
	add_geometry(p, &tiles);
	add_window(p, &tiles);
	add_marks(p, &tiles, e);
	ret = marks_add_cliffs(p, &tiles);
	cliff_stroke_add_legend(p, s, PAGE_MARGIN_PX, NOTE_Y_PX);
	page_finish(p, s->name, "surface.gp");
	tiles_release(&tiles);
	return ret;
}
