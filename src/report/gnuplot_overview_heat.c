/* Small heat maps of all tests on one page, on one scale. */
#include "report/heat_map.h"
#include "report/overview_panel.h"
#include "report/overview_places.h"

#include <errno.h>
#include <math.h>

#define SHAPE 0.80 /* height over width of a panel */
#define BESIDE_LEFT_PX 50.0
#define BESIDE_RIGHT_PX 18.0
#define FOOT_PX 40.0
#define GAP_PX 1.0
#define CLIFF_PX 2.0
#define LABELS_BELOW_PX 12.0

struct panels {
	struct page *page;
	const struct value_scale *scale;
	bool failed, noisy;
};

/* Labels from the largest size down, as far as there is room. */
static void add_labels(struct heat_map *m)
{
	const struct picture_surface *s = m->s;
	char text[UNITS_TEXT_LEN];
	double last = INFINITY;

	for (size_t i = s->x.n; i-- > 0;) {
		double x = heat_x_px(m, (double)i);

		picture_ruler_text(&s->x, s->x.v[i], text);
		if (last - x > 52 && page_try_text(m->page, x, m->at.bottom - LABELS_BELOW_PX, text, PAGE_CENTRE, PAGE_GREY))
			last = x;
	}
	last = INFINITY;
	for (size_t i = s->y.n; i-- > 0;) {
		double y = heat_y_px(m, (double)i);

		picture_ruler_text(&s->y, s->y.v[i], text);
		if (last - y > 30 && page_try_text(m->page, m->at.left - 7, y, text, PAGE_RIGHT, PAGE_GREY))
			last = y;
	}
}

static int add_cliffs(struct heat_map *m)
{
	for (size_t i = 0; i < m->s->cliffs_n; i++) {
		struct cliff_steps steps;

		if (cliff_steps_init(&steps, m->s, &m->s->cliffs[i]))
			return -ENOMEM;
		heat_add_borders(m, &steps, CLIFF_PX);
		cliff_steps_release(&steps);
	}
	return 0;
}

static int add_panel(struct panels *v, const struct picture_surface *s, struct sketch_box at)
{
	struct heat_map m = { .page = v->page, .s = s, .scale = v->scale, .gap_px = GAP_PX };

	overview_add_head(v->page, s, at);
	m.at = (struct sketch_box){ at.left + BESIDE_LEFT_PX, at.bottom + FOOT_PX, at.right - BESIDE_RIGHT_PX,
				    at.top - OVERVIEW_HEAD_PX };
	m.gap_px = fmin(GAP_PX, 0.12 * fmin(heat_cell_width_px(&m), heat_cell_height_px(&m)));
	heat_add_cells(&m);
	add_labels(&m);
	v->failed = v->failed || m.met[HEAT_FAILED];
	v->noisy = v->noisy || m.noisy;
	if (!surface_extent(s).cells)
		page_try_text(v->page, (m.at.left + m.at.right) / 2, (m.at.bottom + m.at.top) / 2, "no measurement",
			      PAGE_BOXED, PAGE_FAILED);
	return add_cliffs(&m);
}

int form_overview_heat(struct page *p, const struct picture_overview *o, const char *name)
{
	struct overview_places places;
	struct value_scale scale;
	struct panels v = { .page = p, .scale = &scale };
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
	overview_add_legend(p, &(struct overview_legend){ o, &scale, places.legend, "\xe2\x86\x92", "\xe2\x86\x91",
							  v.failed, v.noisy });
	page_finish(p, name, NULL);
	overview_places_release(&places);
	return ret;
}
