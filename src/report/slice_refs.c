/* The sizes that explain something, as upright lines of a slice. */
#include "report/gnuplot_text.h"
#include "report/slice_plot.h"

#include <stdio.h>

#define REF_LABEL_MAX_PX 300.0
#define REF_PX 1.6
#define MULTIPLE_PX 1.0
#define MULTIPLE 0x9db9e8
#define MULTIPLES_MOST 8

static void add_ref(struct slice_plot *sp, const struct picture_ref *ref)
{
	const struct sketch_style style = { .rgb = PAGE_FACT, .size = REF_PX, .dashed = true };
	double x = slice_x_px(sp, ref->size_bytes);
	struct strbuf text;

	strbuf_init(&text);
	sketch_line(&sp->page->sketch, SKETCH_FILL, (struct sketch_box){ x, sp->at.bottom, x, sp->at.top }, &style);
	text_add_clean(&text, ref->label, sp->page->text_points, REF_LABEL_MAX_PX);
	for (unsigned row = 0; row < 2; row++)
		if (page_try_text(sp->page, x, sp->at.top + 14 + row * 21, text.buf, PAGE_CENTRE, PAGE_FACT))
			break;
	page_release_text(sp->page, &text);
}

/* As far as each has room for its label. */
static void add_multiples(struct slice_plot *sp, const struct picture_ref *ref)
{
	const struct sketch_style style = { .rgb = MULTIPLE, .size = MULTIPLE_PX, .dashed = true };

	for (unsigned k = 2; k <= MULTIPLES_MOST && slice_on_axis(sp, k * ref->size_bytes); k++) {
		double x = slice_x_px(sp, k * ref->size_bytes);
		char text[16];

		snprintf(text, sizeof(text), "\xc3\x97%u", k);
		if (page_try_text(sp->page, x, sp->at.top + 14, text, PAGE_CENTRE, PAGE_FACT))
			sketch_line(&sp->page->sketch, SKETCH_GROUND, (struct sketch_box){ x, sp->at.bottom, x, sp->at.top },
				    &style);
	}
}

void slice_add_refs(struct slice_plot *sp)
{
	enum picture_axis axis = sp->over_y ? PICTURE_Y : PICTURE_X;

	for (size_t i = 0; i < sp->s->refs_n; i++)
		if (sp->s->refs[i].axis == axis && slice_on_axis(sp, sp->s->refs[i].size_bytes))
			add_ref(sp, &sp->s->refs[i]);
	for (size_t i = 0; i < sp->s->refs_n; i++)
		if (sp->s->refs[i].axis == axis && sp->s->refs[i].repeats)
			add_multiples(sp, &sp->s->refs[i]);
}
