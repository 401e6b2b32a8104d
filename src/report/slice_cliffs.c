/* The cliffs along the lines of a slice. */
#include "report/cliff_stroke.h"
#include "report/gnuplot_cliff.h"
#include "report/gnuplot_text.h"
#include "report/slice_plot.h"

#include <errno.h>
#include <math.h>

#define STROKE_PX 11.0
#define SWATCH_PX 110.0
#define LEGEND_APART_PX 34.0
#define STROKE 0xf2bfd2 /* under the lines, which keep their colours */

struct stroke {
	struct sketch_box ends; /* px */
	bool drawn; /* its line is there */
};

static struct stroke stroke_of(const struct slice_plot *sp, const struct cliff_step *step)
{
	const struct picture_cell *a = surface_at(sp->s, step->ix0, step->iy0), *b = surface_at(sp->s, step->ix1, step->iy1);
	size_t from = sp->over_y ? step->iy0 : step->ix0, to = sp->over_y ? step->iy1 : step->ix1;
	unsigned colour = sp->colour_of[sp->over_y ? step->ix0 : step->iy0];

	return (struct stroke){ { slice_x_px(sp, sp->along->v[from]), slice_y_px(sp, a->value),
				  slice_x_px(sp, sp->along->v[to]), slice_y_px(sp, b->value) },
				colour != SLICE_NONE && colour != SLICE_GREY };
}

/* Below or above the stroke, where it is free. */
static bool try_label(struct slice_plot *sp, const struct stroke *stroke, const char *text)
{
	static const double away[] = { 32, 58, 90, 130, 175 };
	double x = (stroke->ends.left + stroke->ends.right) / 2;
	double low = fmin(stroke->ends.bottom, stroke->ends.top), high = fmax(stroke->ends.bottom, stroke->ends.top);

	for (size_t i = 0; i < sizeof(away) / sizeof(away[0]); i++) {
		for (int side = -1; side <= 1; side += 2) {
			double y = side < 0 ? low - away[i] : high + away[i];

			if (!slice_free(sp, page_text_box(sp->page, x, y, text, PAGE_BOXED)))
				continue;
			page_add_text(sp->page, x, y, text, PAGE_BOXED, PAGE_CLIFF);
			return true;
		}
	}
	return false;
}

static bool is_measured(const struct slice_plot *sp, size_t line, size_t i)
{
	return slice_cell(sp, line, i)->state == PICTURE_MEASURED;
}

/* From point to point of the line: between the sizes of a cliff there may be others. */
static void add_along(struct slice_plot *sp, const struct cliff_step *step, enum picture_sureness sureness)
{
	const struct sketch_style style = { .rgb = STROKE, .size = STROKE_PX };
	size_t line = sp->over_y ? step->ix0 : step->iy0;
	size_t from = sp->over_y ? step->iy0 : step->ix0, to = sp->over_y ? step->iy1 : step->ix1;

	for (size_t i = from; i < to;) {
		size_t next = i + 1;

		while (next < to && !is_measured(sp, line, next))
			next++;
		cliff_stroke_add(&sp->page->sketch, SKETCH_FILL,
				 (struct sketch_box){ slice_x_px(sp, sp->along->v[i]),
						      slice_y_px(sp, slice_cell(sp, line, i)->value),
						      slice_x_px(sp, sp->along->v[next]),
						      slice_y_px(sp, slice_cell(sp, line, next)->value) },
				 &style, sureness);
		i = next;
	}
}

static void add_strokes(struct slice_plot *sp, const struct cliff_steps *steps)
{
	for (size_t i = 0; i < steps->n; i++)
		if (stroke_of(sp, &steps->v[i]).drawn)
			add_along(sp, &steps->v[i], steps->sureness);
}

static void add_label(struct slice_plot *sp, const struct picture_cliff *c, const struct cliff_steps *steps)
{
	struct strbuf label;
	bool placed = false;

	strbuf_init(&label);
	cliff_add_label(&label, sp->s, c, cliff_ratio(sp->s, c, steps));
	for (size_t k = 0; k < steps->n && !placed; k++) {
		struct stroke stroke = stroke_of(sp, &steps->v[(steps->n / 2 + k) % steps->n]);

		placed = stroke.drawn && try_label(sp, &stroke, label.buf);
	}
	page_release_text(sp->page, &label);
}

static bool is_drawn(const struct slice_plot *sp, const struct picture_cliff *c)
{
	return c->axis == (sp->over_y ? PICTURE_Y : PICTURE_X);
}

static bool is_met(const struct slice_plot *sp, enum picture_sureness sureness)
{
	for (size_t i = 0; i < sp->s->cliffs_n; i++)
		if (is_drawn(sp, &sp->s->cliffs[i]) && sp->s->cliffs[i].sureness == sureness)
			return true;
	return false;
}

void slice_add_cliff_legend(struct slice_plot *sp, double x, double y)
{
	const struct sketch_style style = { .rgb = STROKE, .size = STROKE_PX };

	for (enum picture_sureness k = PICTURE_CONFIRMED; k < PICTURE_SURENESS_N; k++) {
		const char *name = cliff_stroke_name(k);
		double text = x + SWATCH_PX + 8;

		if (!is_met(sp, k) || !page_try_text(sp->page, text, y, name, PAGE_LEFT, PAGE_GREY))
			continue;
		cliff_stroke_add(&sp->page->sketch, SKETCH_FILL, (struct sketch_box){ x, y, x + SWATCH_PX, y }, &style, k);
		x = text + text_width_px(name, sp->page->text_points) + LEGEND_APART_PX;
	}
}

int slice_add_cliffs(struct slice_plot *sp)
{
	for (size_t i = 0; i < sp->s->cliffs_n; i++) {
		struct cliff_steps steps;

		if (!is_drawn(sp, &sp->s->cliffs[i]))
			continue;
		if (cliff_steps_init(&steps, sp->s, &sp->s->cliffs[i]))
			return -ENOMEM;
		add_strokes(sp, &steps);
		add_label(sp, &sp->s->cliffs[i], &steps);
		cliff_steps_release(&steps);
	}
	return 0;
}
