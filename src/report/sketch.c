#include "report/sketch.h"

#include "report/gnuplot_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sketch_init(struct sketch *sk, double width_px, double height_px)
{
	*sk = (struct sketch){ .width_px = width_px, .height_px = height_px };
}

void sketch_release(struct sketch *sk)
{
	for (size_t i = 0; i < sk->n; i++)
		free(sk->v[i].text);
	free(sk->v);
	sketch_init(sk, sk->width_px, sk->height_px);
}

static void add(struct sketch *sk, const struct sketch_shape *shape)
{
	if (sk->n == sk->alloc) {
		size_t alloc = sk->alloc ? sk->alloc * 2 : 256;
		struct sketch_shape *grown = realloc(sk->v, alloc * sizeof(*grown));

		if (!grown) {
			sk->failed = true;
			free(shape->text);
			return;
		}
		sk->v = grown;
		sk->alloc = alloc;
	}
	sk->v[sk->n++] = *shape;
}

void sketch_rect(struct sketch *sk, enum sketch_layer layer, struct sketch_box box, uint32_t rgb)
{
	add(sk, &(struct sketch_shape){ .kind = SKETCH_RECT, .layer = layer, .style = { .rgb = rgb }, .box = box });
}

void sketch_line(struct sketch *sk, enum sketch_layer layer, struct sketch_box ends, const struct sketch_style *style)
{
	add(sk, &(struct sketch_shape){ .kind = SKETCH_LINE, .layer = layer, .style = *style, .box = ends });
}

void sketch_dot(struct sketch *sk, enum sketch_layer layer, double x, double y, const struct sketch_style *style)
{
	add(sk, &(struct sketch_shape){ .kind = SKETCH_DOT, .layer = layer, .style = *style, .box = { x, y, x, y } });
}

void sketch_band(struct sketch *sk, const struct sketch_span *from, const struct sketch_span *to, uint32_t rgb)
{
	add(sk, &(struct sketch_shape){ .kind = SKETCH_BAND, .layer = SKETCH_FILL, .style = { .rgb = rgb },
					.from = *from, .to = *to });
}

void sketch_text(struct sketch *sk, enum sketch_layer layer, double x, double y, const char *text,
		 const struct sketch_style *style)
{
	struct sketch_shape shape = { .kind = SKETCH_TEXT, .layer = layer, .style = *style, .box = { x, y, x, y },
				      .text = strdup(text) };

	if (!*text || !shape.text) {
		sk->failed = sk->failed || !shape.text;
		free(shape.text);
		return;
	}
	add(sk, &shape);
}

void sketch_outline(struct sketch *sk, enum sketch_layer layer, struct sketch_box b, const struct sketch_style *style)
{
	const struct sketch_box sides[] = {
		{ b.left, b.bottom, b.right, b.bottom },
		{ b.right, b.bottom, b.right, b.top },
		{ b.right, b.top, b.left, b.top },
		{ b.left, b.top, b.left, b.bottom },
	};

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
		sketch_line(sk, layer, sides[i], style);
}

void sketch_hatch(struct sketch *sk, enum sketch_layer layer, struct sketch_box b, const struct sketch_style *style,
		  double apart_px)
{
	double width = b.right - b.left, height = b.top - b.bottom;

	/* the line that begins at `at` on the lower side, prolonged to the left, and falls to the right */
	for (double at = apart_px - height; at < width; at += apart_px) {
		double x0 = fmax(at, 0), x1 = fmin(at + height, width);

		sketch_line(sk, layer,
			    (struct sketch_box){ b.left + x0, b.top - (x0 - at), b.left + x1, b.top - (x1 - at) }, style);
	}
}

static bool is_text_in(const struct sketch_shape *s, enum sketch_layer layer, struct sketch_box box)
{
	double width, height, left;

	if (s->kind != SKETCH_TEXT || s->layer != layer)
		return false;
	width = text_width_px(s->text, s->style.size);
	height = text_height_px(s->style.size);
	left = s->box.left - (s->style.align == SKETCH_LEFT ? 0 : s->style.align == SKETCH_RIGHT ? width : width / 2);
	return left < box.right && left + width > box.left && s->box.bottom - height / 2 < box.top &&
	       s->box.bottom + height / 2 > box.bottom;
}

size_t sketch_texts_in(const struct sketch *sk, enum sketch_layer layer, struct sketch_box box)
{
	size_t n = 0;

	for (size_t i = 0; i < sk->n; i++)
		n += is_text_in(&sk->v[i], layer, box);
	return n;
}

void sketch_remove_texts_in(struct sketch *sk, enum sketch_layer layer, struct sketch_box box)
{
	size_t kept = 0;

	for (size_t i = 0; i < sk->n; i++) {
		if (is_text_in(&sk->v[i], layer, box))
			free(sk->v[i].text);
		else
			sk->v[kept++] = sk->v[i];
	}
	sk->n = kept;
}

static int compare_numbers(double a, double b)
{
	return (a > b) - (a < b);
}

static int compare_styles(const struct sketch_shape *a, const struct sketch_shape *b)
{
	const struct sketch_style *x = &a->style, *y = &b->style;
	int order = compare_numbers(x->size, y->size);

	if (!order && a->kind == SKETCH_BAND)
		order = compare_numbers(x->rgb, y->rgb);
	if (!order)
		order = (int)x->dashed - (int)y->dashed;
	if (!order)
		order = (int)x->align - (int)y->align;
	return order ? order : compare_numbers(x->angle_deg, y->angle_deg);
}

static int compare(const struct sketch_shape *a, const struct sketch_shape *b)
{
	int order = (int)a->layer - (int)b->layer;

	if (!order)
		order = (int)a->kind - (int)b->kind;
	return order ? order : compare_styles(a, b);
}

bool sketch_alike(const struct sketch_shape *a, const struct sketch_shape *b)
{
	return compare(a, b) == 0;
}

static int by_order(const void *a, const void *b)
{
	const struct sketch_shape *const *x = a, *const *y = b;
	int order = compare(*x, *y);

	/* both point into the array as it was: the earlier one comes first */
	return order ? order : (*x > *y) - (*x < *y);
}

void sketch_sort(struct sketch *sk)
{
	const struct sketch_shape **order = calloc(sk->n + 1, sizeof(*order));
	struct sketch_shape *sorted = calloc(sk->n + 1, sizeof(*sorted));

	if (order && sorted) {
		for (size_t i = 0; i < sk->n; i++)
			order[i] = &sk->v[i];
		qsort(order, sk->n, sizeof(*order), by_order);
		for (size_t i = 0; i < sk->n; i++)
			sorted[i] = *order[i];
		free(sk->v);
		sk->v = sorted;
		sk->alloc = sk->n + 1;
		sorted = NULL;
	} else {
		sk->failed = true;
	}
	free(order);
	free(sorted);
}
