#include "report/cliff_stroke.h"

#include "report/gnuplot_text.h"

#include <math.h>

#define SWATCH_PX 44.0
#define SWATCH_WIDTH_PX 3.0
#define BESIDE_PX 8.0
#define APART_PX 34.0

/* Lengths in widths of a whole line. */
static const struct pattern {
	double width, dash, gap; /* gap 0: whole */
	const char *name;
} patterns[PICTURE_SURENESS_N] = {
	[PICTURE_CONFIRMED] = { 1, 1, 0, "cliff, confirmed" },
	[PICTURE_FOUND] = { 1, 4, 2, "cliff, not measured again" },
	[PICTURE_POSSIBLE] = { 0.7, 1, 1.6, "possible cliff" },
};

size_t cliff_dashes_n(enum picture_sureness sureness, double width_px, double length_px)
{
	const struct pattern *pattern = &patterns[sureness];
	double fit = length_px / (width_px * (pattern->dash + pattern->gap));

	return pattern->gap > 0 && fit >= 1.5 ? (size_t)lround(fit) : 1;
}

struct cliff_dash cliff_dash(enum picture_sureness sureness, size_t n, size_t i)
{
	const struct pattern *pattern = &patterns[sureness];
	double half = pattern->dash / (pattern->dash + pattern->gap) / 2;

	return (struct cliff_dash){ ((double)i + 0.5 - half) / (double)n, ((double)i + 0.5 + half) / (double)n };
}

static struct sketch_box part_of(struct sketch_box ends, struct cliff_dash dash)
{
	double dx = ends.right - ends.left, dy = ends.top - ends.bottom;

	return (struct sketch_box){ ends.left + dash.from * dx, ends.bottom + dash.from * dy, ends.left + dash.to * dx,
				    ends.bottom + dash.to * dy };
}

void cliff_stroke_add(struct sketch *sk, enum sketch_layer layer, struct sketch_box ends, const struct sketch_style *style,
		      enum picture_sureness sureness)
{
	size_t n = cliff_dashes_n(sureness, style->size, hypot(ends.right - ends.left, ends.top - ends.bottom));
	struct sketch_style own = *style;

	own.size *= patterns[sureness].width;
	for (size_t i = 0; i < n; i++)
		sketch_line(sk, layer, part_of(ends, cliff_dash(sureness, n, i)), &own);
}

bool cliff_stroke_met(const struct picture_surface *s, enum picture_sureness sureness)
{
	for (size_t i = 0; i < s->cliffs_n; i++)
		if (s->cliffs[i].sureness == sureness)
			return true;
	return false;
}

const char *cliff_stroke_name(enum picture_sureness sureness)
{
	return patterns[sureness].name;
}

double cliff_stroke_add_legend(struct page *p, const struct picture_surface *s, double x, double y)
{
	const struct sketch_style style = { .rgb = PAGE_CLIFF, .size = SWATCH_WIDTH_PX };

	for (enum picture_sureness k = PICTURE_CONFIRMED; k < PICTURE_SURENESS_N; k++) {
		double text = x + SWATCH_PX + BESIDE_PX;

		if (!cliff_stroke_met(s, k) || !page_try_text(p, text, y, patterns[k].name, PAGE_LEFT, PAGE_GREY))
			continue;
		cliff_stroke_add(&p->sketch, SKETCH_LABEL, (struct sketch_box){ x, y, x + SWATCH_PX, y }, &style, k);
		x = text + text_width_px(patterns[k].name, p->text_points) + APART_PX;
	}
	return x;
}
