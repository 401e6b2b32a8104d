#include "report/gnuplot_marks.h"

#include "base/units.h"
#include "report/gnuplot_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define WALL_LEAST 0.15 /* of the value axis: what a drop must have for its label to stand on it */
#define WALL_LEAST_PX 45.0
#define EDGE_STEP_PX 10.0 /* between the boxes that keep labels off an edge */
#define EDGE_HALF_PX 4.0
#define REF_ROWS 3 /* rows of labels above the walls */
#define REF_ROW_PX 22.0
#define REF_LABEL_MAX_PX 320.0

static size_t size_index(const uint64_t *sizes, size_t n, uint64_t size)
{
	for (size_t i = 0; i < n; i++)
		if (sizes[i] == size)
			return i;
	return n;
}

/* The cells of a line of the range, if it is one. */
typedef bool step_finder(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
			 struct cliff_step *step);

static bool cliff_step_along_file(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				  struct cliff_step *step)
{
	*step = (struct cliff_step){ size_index(s->file_sizes, s->nx, c->from), line,
				     size_index(s->file_sizes, s->nx, c->to), line };
	return line < s->ny && s->record_sizes[line] >= c->first && s->record_sizes[line] <= c->last;
}

static bool cliff_step_along_record(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				    struct cliff_step *step)
{
	*step = (struct cliff_step){ line, size_index(s->record_sizes, s->ny, c->from), line,
				     size_index(s->record_sizes, s->ny, c->to) };
	return line < s->nx && s->file_sizes[line] >= c->first && s->file_sizes[line] <= c->last;
}

static bool cliff_step_along_count(const struct picture_surface *s, const struct picture_cliff *c, size_t line,
				   struct cliff_step *step)
{
	if (line >= s->nx || s->file_sizes[line] < c->first || s->file_sizes[line] > c->last || !c->from || !c->to)
		return false;
	*step = (struct cliff_step){ line, size_index(s->record_sizes, s->ny, s->file_sizes[line] / c->from), line,
				     size_index(s->record_sizes, s->ny, s->file_sizes[line] / c->to) };
	return true;
}

static bool step_measured(const struct picture_surface *s, const struct cliff_step *step)
{
	return step->ix0 < s->nx && step->ix1 < s->nx && step->iy0 < s->ny && step->iy1 < s->ny &&
	       surface_measured(s, step->ix0, step->iy0) && surface_measured(s, step->ix1, step->iy1);
}

int cliff_steps_init(struct cliff_steps *steps, const struct picture_surface *s, const struct picture_cliff *c)
{
	size_t lines = s->nx > s->ny ? s->nx : s->ny;
	step_finder *step_at = c->axis == PICTURE_FILE	 ? cliff_step_along_file :
			       c->axis == PICTURE_RECORD ? cliff_step_along_record :
							   cliff_step_along_count;

	*steps = (struct cliff_steps){ .v = calloc(lines + 1, sizeof(*steps->v)) };
	if (!steps->v)
		return -ENOMEM;
	for (size_t line = 0; line < lines; line++)
		if (step_at(s, c, line, &steps->v[steps->n]) && step_measured(s, &steps->v[steps->n]))
			steps->n++;
	return 0;
}

void cliff_steps_release(struct cliff_steps *steps)
{
	free(steps->v);
	*steps = (struct cliff_steps){ NULL, 0 };
}

static double step_ratio(const struct picture_surface *s, const struct cliff_step *step)
{
	return surface_at(s, step->ix1, step->iy1)->value / surface_at(s, step->ix0, step->iy0)->value;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double cliff_ratio(const struct picture_surface *s, const struct picture_cliff *c,
		   const struct cliff_steps *steps)
{
	double *ratios, median;

	if (!isnan(c->ratio) || !steps->n)
		return c->ratio;
	ratios = calloc(steps->n, sizeof(*ratios));
	if (!ratios)
		return NAN;
	for (size_t i = 0; i < steps->n; i++)
		ratios[i] = step_ratio(s, &steps->v[i]);
	qsort(ratios, steps->n, sizeof(*ratios), by_size);
	/* the middle of two is their geometric mean: ratios are symmetric on a log scale */
	median = sqrt(ratios[(steps->n - 1) / 2] * ratios[steps->n / 2]);
	free(ratios);
	return median;
}

void cliff_add_ratio(struct strbuf *sb, double ratio)
{
	strbuf_addstr(sb, "\xc3\x97");
	if (ratio < 0.001)
		strbuf_addstr(sb, "<0.001");
	else
		strbuf_addf(sb, ratio < 0.095 ? "%.2g" : ratio < 9.95 ? "%.2f" : "%.0f", ratio);
}

void cliff_add_label(struct strbuf *sb, const struct picture_cliff *c, double ratio)
{
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	cliff_add_ratio(sb, ratio);
	if (c->axis == PICTURE_RECORDS_PER_FILE)
		strbuf_addf(sb, " at %llu\xe2\x86\x92%llu records a file", (unsigned long long)c->from,
			    (unsigned long long)c->to);
	else
		strbuf_addf(sb, " at %s\xe2\x86\x92%s", units_format_size(c->from, from),
			    units_format_size(c->to, to));
}

static void add_dot(struct strbuf *dots, const struct tiles *t, struct point p)
{
	if (tiles_sees(t, p))
		strbuf_addf(dots, "%.6g %.6g %.7g\n", p.x, p.y, p.z);
}

/* Whether the second line of a range follows the first without a hole. */
static bool steps_adjoin(const struct cliff_step *a, const struct cliff_step *b)
{
	return b->ix0 - a->ix0 <= 1 && b->iy0 - a->iy0 <= 1;
}

void marks_add_cliff(struct strbuf *lines, struct strbuf *dots, const struct tiles *t,
		     const struct cliff_steps *steps)
{
	struct point before = { 0 }, after = { 0 };

	for (size_t i = 0; i < steps->n; i++) {
		const struct cliff_step *step = &steps->v[i];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);

		add_dot(dots, t, a);
		add_dot(dots, t, b);
		if (i && steps_adjoin(&steps->v[i - 1], step)) {
			tiles_add_line(lines, t, before, a);
			tiles_add_line(lines, t, after, b);
		}
		before = a;
		after = b;
	}
}

static struct point between(struct point a, struct point b, double share)
{
	return (struct point){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share };
}

static struct point middle(struct point a, struct point b)
{
	return between(a, b, 0.5);
}

/* The steps of a range from its middle outwards. */
static size_t from_middle(size_t n, size_t k)
{
	size_t centre = (n - 1) / 2;

	if (k <= 2 * centre)
		return k % 2 ? centre - (k + 1) / 2 : centre + k / 2;
	return k;
}

static bool label_on_wall(struct page *p, const struct tiles *t, const struct cliff_steps *steps, const char *text)
{
	for (size_t k = 0; k < steps->n; k++) {
		const struct cliff_step *step = &steps->v[from_middle(steps->n, k)];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);
		struct spot from = view_project(t->view, a), to = view_project(t->view, b);
		struct spot at = view_project(t->view, middle(a, b));

		if (fabs(a.z - b.z) < WALL_LEAST * (t->view->z1 - t->view->z0) ||
		    fabs(from.y_px - to.y_px) < WALL_LEAST_PX || !tiles_sees(t, middle(a, b)))
			continue;
		if (page_try_text(p, at.x_px, at.y_px, text, PAGE_BOXED, PAGE_CLIFF))
			return true;
	}
	return false;
}

static bool label_above_spot(struct page *p, struct spot at, const char *text)
{
	static const double rises[] = { 55, 85, 115, 150, 190, 235 }, shifts[] = { 0, -60, 60, -120, 120 };

	for (size_t r = 0; r < sizeof(rises) / sizeof(rises[0]); r++) {
		for (size_t s = 0; s < sizeof(shifts) / sizeof(shifts[0]); s++) {
			double x = at.x_px + shifts[s], y = at.y_px + rises[r];
			struct page_box box = page_text_box(p, x, y, text, PAGE_BOXED);

			if (!page_free(p, box))
				continue;
			page_add_line(p, at.x_px, at.y_px, x, box.bottom, PAGE_CLIFF);
			page_add_text(p, x, y, text, PAGE_BOXED, PAGE_CLIFF);
			return true;
		}
	}
	return false;
}

/* Above the upper edge, at a point of it that can be seen. */
static bool label_above(struct page *p, const struct tiles *t, const struct cliff_steps *steps, const char *text)
{
	for (size_t k = 0; k < steps->n; k++) {
		const struct cliff_step *step = &steps->v[from_middle(steps->n, k)];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);
		struct point upper = a.z > b.z ? a : b;

		if (tiles_sees(t, upper) && label_above_spot(p, view_project(t->view, upper), text))
			return true;
	}
	return false;
}

static void add_label(struct page *p, const struct tiles *t, const struct picture_cliff *c,
		      const struct cliff_steps *steps)
{
	struct strbuf label;

	strbuf_init(&label);
	cliff_add_label(&label, c, cliff_ratio(t->surface, c, steps));
	if (!label_on_wall(p, t, steps, label.buf))
		label_above(p, t, steps, label.buf);
	strbuf_release(&label);
}

static void take_edge(struct page *p, const struct tiles *t, struct point a, struct point b)
{
	struct spot from = view_project(t->view, a), to = view_project(t->view, b);
	double length_px = hypot(to.x_px - from.x_px, to.y_px - from.y_px), n = ceil(length_px / EDGE_STEP_PX) + 1;

	for (double i = 0; i <= n; i++) {
		struct point at = between(a, b, i / n);
		struct spot spot = view_project(t->view, at);

		if (tiles_sees(t, at))
			page_take(p, (struct page_box){ spot.x_px - EDGE_HALF_PX, spot.y_px - EDGE_HALF_PX,
							spot.x_px + EDGE_HALF_PX, spot.y_px + EDGE_HALF_PX });
	}
}

/* So that no label covers the edge of a cliff. */
static void take_edges(struct page *p, const struct tiles *t, const struct cliff_steps *steps)
{
	for (size_t i = 0; i < steps->n; i++) {
		const struct cliff_step *b = &steps->v[i], *a = i && steps_adjoin(b - 1, b) ? b - 1 : b;

		take_edge(p, t, tiles_point(t, a->ix0, a->iy0), tiles_point(t, b->ix0, b->iy0));
		take_edge(p, t, tiles_point(t, a->ix1, a->iy1), tiles_point(t, b->ix1, b->iy1));
	}
}

static void add_cliffs(struct page *p, const struct tiles *t, const struct cliff_steps *steps)
{
	struct strbuf lines, dots;

	strbuf_init(&lines);
	strbuf_init(&dots);
	for (size_t i = 0; i < t->surface->cliffs_n; i++) {
		marks_add_cliff(&lines, &dots, t, &steps[i]);
		take_edges(p, t, &steps[i]);
	}
	for (size_t i = 0; i < t->surface->cliffs_n; i++)
		if (steps[i].n)
			add_label(p, t, &t->surface->cliffs[i], &steps[i]);
	page_add_section(p, "cliffs", "x y z dx dy dz", &lines);
	page_add_section(p, "cliff_dots", "x y z", &dots);
	strbuf_release(&lines);
	strbuf_release(&dots);
}

int marks_add_cliffs(struct page *p, const struct tiles *t)
{
	struct cliff_steps *steps = calloc(t->surface->cliffs_n + 1, sizeof(*steps));
	int ret = steps ? 0 : -ENOMEM;

	for (size_t i = 0; i < t->surface->cliffs_n && !ret; i++)
		ret = cliff_steps_init(&steps[i], t->surface, &t->surface->cliffs[i]);
	if (!ret)
		add_cliffs(p, t, steps);
	for (size_t i = 0; steps && i < t->surface->cliffs_n; i++)
		cliff_steps_release(&steps[i]);
	free(steps);
	return ret;
}

static void add_vector(struct strbuf *sb, struct point a, struct point b)
{
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g %.7g\n", a.x, a.y, a.z, b.x - a.x, b.y - a.y, b.z - a.z);
}

static void add_ref_label(struct page *p, struct spot top, const char *label)
{
	struct strbuf text;

	strbuf_init(&text);
	text_add_clean(&text, label, p->text_points, REF_LABEL_MAX_PX);
	for (unsigned row = 0; row < REF_ROWS; row++) {
		double y = top.y_px + 14 + row * REF_ROW_PX;

		if (!page_try_text(p, top.x_px, y, text.buf, PAGE_CENTRE, PAGE_FACT))
			continue;
		if (row)
			page_add_line(p, top.x_px, top.y_px, top.x_px, y - 10, PAGE_FACT);
		break;
	}
	strbuf_release(&text);
}

static void add_ref(struct page *p, const struct tiles *t, const struct picture_ref *ref, struct strbuf *lines)
{
	const struct view *v = t->view;
	bool file = ref->axis == PICTURE_FILE;
	double at = log2((double)ref->size_bytes);
	struct point front = file ? (struct point){ at, v->y0, v->z0 } : (struct point){ v->x1, at, v->z0 };
	struct point back = file ? (struct point){ at, v->y1, v->z0 } : (struct point){ v->x0, at, v->z0 };
	struct point top = { back.x, back.y, v->z1 };

	if (at < (file ? v->x0 : v->y0) || at > (file ? v->x1 : v->y1))
		return;
	add_vector(lines, front, back);
	add_vector(lines, back, top);
	add_ref_label(p, view_project(v, top), ref->label);
}

void marks_add_refs(struct page *p, const struct tiles *t)
{
	struct strbuf lines;

	strbuf_init(&lines);
	for (size_t i = 0; i < t->surface->refs_n; i++)
		add_ref(p, t, &t->surface->refs[i], &lines);
	page_add_section(p, "refs", "x y z dx dy dz", &lines);
	strbuf_release(&lines);
}
