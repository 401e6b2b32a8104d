#include "report/gnuplot_tiles.h"

#include "report/gnuplot_frame.h"
#include "report/gnuplot_lines.h"
#include "unit/gnuplot_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct picture_options look = PICTURE_OPTIONS_INIT;

struct scene {
	struct surface_fixture *f;
	struct value_scale scale;
	struct view view;
	struct tiles tiles;
};

static struct value_scale value_scale_of(const struct surface_fixture *f)
{
	double min = NAN, max = NAN;

	for (size_t i = 0; i < f->surface.x.n * f->surface.y.n; i++) {
		if (f->cells[i].state != PICTURE_MEASURED)
			continue;
		min = fmin(min, f->cells[i].value);
		max = fmax(max, f->cells[i].value);
	}
	return value_scale_for(&(struct value_range){ isnan(min) ? 1 : min, isnan(max) ? 10 : max, isnan(min) ? 1 : min },
			       PICTURE_SCALE_LOG);
}

static void scene_init(struct scene *sc, struct surface_fixture *f)
{
	struct page page;

	sc->f = f;
	sc->scale = value_scale_of(f);
	page_init(&page, &look);
	sc->view = frame_view(&page, &f->surface, &sc->scale);
	page_release(&page);
	sc->view.left_px = 316;
	sc->view.right_px = 1216;
	sc->view.bottom_px = 196;
	sc->view.top_px = 700;
	ck_assert_int_eq(tiles_init(&sc->tiles, &f->surface, &sc->scale, &sc->view), 0);
}

static void scene_release(struct scene *sc)
{
	tiles_release(&sc->tiles);
	free(sc->f);
}

/* Where gnuplot 5.4.4 put the corners of a cube, read off its picture. */
START_TEST(projects_as_gnuplot_does)
{
	static const struct {
		double x, y, z, x_px, y_px;
	} rows[] = {
		{ 0, 1, 1, 808, 842 }, { 0, 0, 1, 161, 678 }, { 1, 1, 1, 1278, 616 }, { 1, 0, 1, 631, 452 },
		{ 0, 1, 0, 808, 449 }, { 0, 0, 0, 161, 285 }, { 1, 1, 0, 1278, 223 }, { 1, 0, 0, 631, 59 },
	};
	const struct view v = { 0, 1, 0, 1, 0, 1, 320, 1120, 200, 700, 1600, 1000, 56, 54 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct spot s = view_project(&v, (struct point){ rows[i].x, rows[i].y, rows[i].z });

		ck_assert_double_eq_tol(s.x_px, rows[i].x_px, 1.5);
		ck_assert_double_eq_tol(s.y_px, rows[i].y_px, 1.5);
	}
}
END_TEST

START_TEST(three_corners_are_needed)
{
	for (unsigned missing = 0; missing < 16; missing++) {
		struct surface_fixture *f = fixture_flat(2, 2);
		size_t left = 0;
		struct scene sc = { .f = NULL };

		for (unsigned c = 0; c < 4; c++) {
			left += !(missing >> c & 1);
			if (missing >> c & 1)
				fixture_state(f, c & 1, c >> 1, PICTURE_FAILED);
		}
		scene_init(&sc, f);
		ck_assert_uint_eq(sc.tiles.n, left == 4 ? 2 : left == 3 ? 1 : 0);
		scene_release(&sc);
	}
}
END_TEST

/* One high corner is a peak of one triangle, so the diagonal does not touch it; one low corner a pit. */
START_TEST(splits_along_the_lower_diagonal)
{
	for (unsigned corner = 0; corner < 4; corner++) {
		for (int low = 0; low < 2; low++) {
			struct surface_fixture *f = fixture_flat(2, 2);
			double value = low ? 1 : 10000, z = log10(value);
			size_t touching = 0;
			struct scene sc = { .f = NULL };

			fixture_set(f, corner & 1, corner >> 1, value);
			scene_init(&sc, f);
			for (size_t i = 0; i < sc.tiles.n; i++)
				for (size_t k = 0; k < 3; k++)
					touching += fabs(sc.tiles.v[i].p[k].z - z) < 1e-9;
			ck_assert_uint_eq(touching, low ? 2 : 1);
			scene_release(&sc);
		}
	}
}
END_TEST

static double cross(struct spot a, struct spot b, double x, double y)
{
	return (b.x_px - a.x_px) * (y - a.y_px) - (b.y_px - a.y_px) * (x - a.x_px);
}

/* Depth of the triangle at a place of the page; NAN outside and near its edges. */
static double depth_at(const struct triangle *t, double x, double y)
{
	double area = cross(t->s[0], t->s[1], t->s[2].x_px, t->s[2].y_px);
	double w0 = cross(t->s[1], t->s[2], x, y) / area, w1 = cross(t->s[2], t->s[0], x, y) / area;

	if (fabs(area) < 1 || !(w0 > 1e-3 && w1 > 1e-3 && w0 + w1 < 1 - 1e-3))
		return NAN;
	return w0 * t->s[0].depth + w1 * t->s[1].depth + (1 - w0 - w1) * t->s[2].depth;
}

/* Wherever triangles cover each other the later is the nearer one. */
START_TEST(comes_back_to_front)
{
	struct scene sc = { .f = NULL };

	scene_init(&sc, fixture_random((uint64_t)_i));
	for (double x = 120; x < 1420; x += 21.7) {
		for (double y = 40; y < 880; y += 17.3) {
			double last = -INFINITY;

			for (size_t i = 0; i < sc.tiles.n; i++) {
				double depth = depth_at(&sc.tiles.v[i], x, y);

				if (isnan(depth))
					continue;
				ck_assert_double_ge(depth, last - 1e-9);
				last = depth;
			}
		}
	}
	scene_release(&sc);
}
END_TEST

/* Reads n numbers; returns what follows them and the space behind them. */
static const char *read_numbers(const char *s, double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char *end;

		v[i] = strtod(s, &end);
		ck_assert_ptr_ne(end, s);
		s = end;
	}
	return s + strspn(s, "\n");
}

/* Half of what two sides span on the floor. */
static double floor_area(const double *a, const double *b, const double *c)
{
	return fabs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
}

/* The area under the strips on the floor is that under the triangles, and no strip is higher than its band. */
START_TEST(strips_cover_the_surface)
{
	double want = 0, got = 0, step;
	struct strbuf sb;
	struct scene sc = { .f = NULL };

	scene_init(&sc, fixture_random((uint64_t)_i));
	step = (sc.view.z1 - sc.view.z0) / 50;
	strbuf_init(&sb);
	tiles_add_strips(&sb, &sc.tiles, 50);
	for (size_t i = 0; i < sc.tiles.n; i++) {
		double p[3][2];

		for (size_t k = 0; k < 3; k++) {
			p[k][0] = sc.tiles.v[i].p[k].x;
			p[k][1] = sc.tiles.v[i].p[k].y;
		}
		want += floor_area(p[0], p[1], p[2]);
	}
	for (const char *s = sb.buf; *s;) {
		double q[4][4];

		s = read_numbers(s, q[0], 16);
		got += floor_area(q[0], q[1], q[3]) + floor_area(q[0], q[3], q[2]);
		for (size_t k = 0; k < 4; k++)
			ck_assert_double_le(fabs(q[k][2] - q[k][3]), step + 1e-3);
	}
	ck_assert_double_eq_tol(got, want, 0.01 * want + 1e-3);
	strbuf_release(&sb);
	scene_release(&sc);
}
END_TEST

/* The middle of each piece that is drawn is nearer than whatever covers it. */
START_TEST(draws_no_hidden_line)
{
	struct strbuf sb;
	size_t pieces = 0;
	struct scene sc = { .f = NULL };

	scene_init(&sc, fixture_random((uint64_t)_i));
	strbuf_init(&sb);
	lines_add_mesh(&sb, &sc.tiles);
	for (const char *s = sb.buf; *s; pieces++) {
		struct spot at;
		double v[6];

		s = read_numbers(s, v, 6);
		at = view_project(&sc.view, (struct point){ v[0] + v[3] / 2, v[1] + v[4] / 2, v[2] + v[5] / 2 });
		for (size_t i = 0; i < sc.tiles.n; i++) {
			double depth = depth_at(&sc.tiles.v[i], at.x_px, at.y_px);

			/* the digits that are written allow for no less */
			ck_assert(isnan(depth) || depth < at.depth + 5e-3);
		}
	}
	ck_assert(!sc.tiles.n || pieces);
	strbuf_release(&sb);
	scene_release(&sc);
}
END_TEST

/* A wall at the largest files hides what lies behind its foot; one sees under the wall itself, and its top. */
START_TEST(a_wall_hides_what_is_behind)
{
	struct surface_fixture *f = fixture_flat(4, 3);
	struct scene sc = { .f = NULL };

	for (size_t iy = 0; iy < 3; iy++)
		fixture_set(f, 3, iy, 1e7);
	scene_init(&sc, f);
	ck_assert(lines_see(&sc.tiles, tiles_point(&sc.tiles, 3, 1)));
	ck_assert(!lines_see(&sc.tiles, tiles_point(&sc.tiles, 1, 1)));
	ck_assert(lines_see(&sc.tiles, (struct point){ sc.view.x1, sc.view.y0, sc.view.z0 }));
	scene_release(&sc);
}
END_TEST

START_TEST(what_is_in_no_tile_gets_a_stem)
{
	struct surface_fixture *f = fixture_flat(3, 3);
	struct strbuf stems, dots;
	struct scene sc = { .f = NULL };

	for (size_t ix = 0; ix < 3; ix++)
		for (size_t iy = 0; iy < 3; iy++)
			if ((ix + iy) % 2)
				fixture_state(f, ix, iy, PICTURE_OUTSIDE);
	scene_init(&sc, f);
	strbuf_init(&stems);
	strbuf_init(&dots);
	lines_add_stems(&stems, &dots, &sc.tiles);
	ck_assert_uint_eq(sc.tiles.n, 0);
	for (struct strbuf *sb = &stems;; sb = &dots) {
		size_t rows = 0;

		for (const char *s = sb->buf; *s; s++)
			rows += *s == '\n';
		ck_assert_uint_eq(rows, 5);
		if (sb == &dots)
			break;
	}
	strbuf_release(&stems);
	strbuf_release(&dots);
	scene_release(&sc);
}
END_TEST

/* From wherever it is seen: what comes later in the order never lies behind what it overlaps, at the overlap's middle. */
START_TEST(paints_from_back_to_front)
{
	struct surface_fixture *f = fixture_random(3);
	struct scene sc = { .f = NULL };
	size_t met = 0;

	scene_init(&sc, f);
	tiles_release(&sc.tiles);
	sc.view.rot_x_deg = 50;
	sc.view.rot_z_deg = (double)(_i * 360) / 16 + 3;
	ck_assert_int_eq(tiles_init(&sc.tiles, &f->surface, &sc.scale, &sc.view), 0);
	for (size_t i = 0; i < sc.tiles.n; i++) {
		const struct triangle *t = &sc.tiles.v[i];
		struct point middle = { (t->p[0].x + t->p[1].x + t->p[2].x) / 3, (t->p[0].y + t->p[1].y + t->p[2].y) / 3,
					(t->p[0].z + t->p[1].z + t->p[2].z) / 3 };
		struct tiles earlier = sc.tiles;

		/* no triangle that is painted before may hide the middle of this one */
		earlier.n = i;
		ck_assert_msg(lines_see(&earlier, middle), "triangle %zu from %g", i, sc.view.rot_z_deg);
		met++;
	}
	ck_assert_uint_gt(met, 10);
	tiles_release(&sc.tiles);
	free(f);
}
END_TEST

Suite *suite_gnuplot_tiles(void)
{
	Suite *suite = suite_create("gnuplot_tiles");
	TCase *tcase = tcase_create("gnuplot_tiles");

	tcase_add_test(tcase, projects_as_gnuplot_does);
	tcase_add_test(tcase, three_corners_are_needed);
	tcase_add_test(tcase, splits_along_the_lower_diagonal);
	tcase_add_loop_test(tcase, comes_back_to_front, 0, 16);
	tcase_add_loop_test(tcase, strips_cover_the_surface, 0, 12);
	tcase_add_loop_test(tcase, draws_no_hidden_line, 0, 12);
	tcase_add_test(tcase, a_wall_hides_what_is_behind);
	tcase_add_test(tcase, what_is_in_no_tile_gets_a_stem);
	tcase_add_loop_test(tcase, paints_from_back_to_front, 0, 16);
	suite_add_tcase(suite, tcase);
	return suite;
}
