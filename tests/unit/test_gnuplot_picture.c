#include "report/gnuplot_picture.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_text.h"
#include "report/gnuplot_trim.h"
#include "unit/gnuplot_fixture.h"
#include "unit/skip.h"

#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A text of the label layer, read back from its rows. */
struct label {
	char text[256];
	struct sketch_box box;
};

static const struct picture_options look = PICTURE_OPTIONS_INIT;

/* The box of a text as it is drawn; one that is turned has its sides changed over, which is enough for those at 90 degrees. */
static struct sketch_box text_box(const struct sketch_shape *s)
{
	double width = text_width_px(s->text, s->style.size), height = text_height_px(s->style.size);
	double back = s->style.align == SKETCH_LEFT ? 0 : s->style.align == SKETCH_RIGHT ? width : width / 2;
	const struct sketch_box *at = &s->box;

	if (s->style.angle_deg > 89)
		return (struct sketch_box){ at->left - height / 2, at->bottom - width / 2, at->left + height / 2,
					    at->bottom + width / 2 };
	return (struct sketch_box){ at->left - back, at->bottom - height / 2, at->left - back + width,
				    at->bottom + height / 2 };
}

/* All texts but those that lean, which stand along the axes of surfaces. */
static size_t read_labels(const struct page *p, struct label *labels, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < p->sketch.n; i++) {
		const struct sketch_shape *s = &p->sketch.v[i];
		double angle = s->style.angle_deg;

		if (s->kind != SKETCH_TEXT || (angle > 0 && angle < 89) || angle < 0)
			continue;
		ck_assert_uint_lt(n, max);
		snprintf(labels[n].text, sizeof(labels[n].text), "%s", s->text);
		labels[n++].box = text_box(s);
	}
	return n;
}

/* Rows have a digit less than what was placed. */
#define ROUNDING_PX 0.2

static void check_labels(const struct page *p, int seed, unsigned form)
{
	static struct label labels[2048];
	size_t n = read_labels(p, labels, 2048);

	for (size_t i = 0; i < n; i++) {
		const struct sketch_box *a = &labels[i].box;

		ck_assert_msg(a->left >= 0 && a->right <= PICTURE_WIDTH_PX && a->bottom >= 0 &&
			      a->top <= PICTURE_HEIGHT_PX, "seed %d form %u: '%s' is cut off", seed, form, labels[i].text);
		for (size_t k = 0; k < i; k++) {
			const struct sketch_box *b = &labels[k].box;

			ck_assert_msg(a->left > b->right - ROUNDING_PX || b->left > a->right - ROUNDING_PX ||
				      a->bottom > b->top - ROUNDING_PX || b->bottom > a->top - ROUNDING_PX, "seed %d form %u: '%s' lies on '%s'", seed, form, labels[i].text,
				      labels[k].text);
		}
	}
}

/* Whatever is measured: no label is cut off or lies on another. */
START_TEST(labels_keep_apart)
{
	struct surface_fixture *f = fixture_random((uint64_t)_i);
	struct surface_extent e = surface_extent(&f->surface);
	const struct slice_form over_x = { &f->surface, &e, false }, over_y = { &f->surface, &e, true };
	struct page page;

	for (unsigned form = 0; form < 6; form++) {
		page_init(&page, &look);
		if (form == 0 && !e.cells)
			ck_assert_int_eq(form_nothing(&page, &f->surface, &e), 0);
		else if (form == 1 && e.cells == 1)
			ck_assert_int_eq(form_number(&page, &f->surface, &e), 0);
		else if (form == 2 && e.cells)
			ck_assert_int_eq(form_slice(&page, &over_x, "read"), 0);
		else if (form == 3 && e.cells)
			ck_assert_int_eq(form_slice(&page, &over_y, "read"), 0);
		else if (form == 4 && e.columns > 1 && e.rows > 1)
			ck_assert_int_eq(form_heat(&page, &f->surface, &e, "read"), 0);
		else if (form == 5 && e.columns > 1 && e.rows > 1)
			ck_assert_int_eq(form_surface(&page, &f->surface, &e), 0);
		check_labels(&page, _i, form);
		page_release(&page);
	}
	free(f);
}
END_TEST

START_TEST(overviews_keep_labels_apart)
{
	struct picture_surface surfaces[24];
	struct surface_fixture *f[24];
	struct picture_overview o = { "device", "overview", "All", "a", "b", surfaces, 1 + (size_t)_i % 24 };
	struct page page;

	for (size_t i = 0; i < o.surfaces_n; i++) {
		f[i] = fixture_random((uint64_t)_i * 31 + i);
		surfaces[i] = f[i]->surface;
		if (i % 5 == 4)
			surfaces[i].title = "Random write through io_uring with a long name";
	}
	page_init(&page, &look);
	ck_assert_int_eq(form_overview(&page, &o, o.name), 0);
	check_labels(&page, _i, 0);
	page_release(&page);
	page_init(&page, &look);
	ck_assert_int_eq(form_overview_heat(&page, &o, o.name), 0);
	check_labels(&page, _i, 1);
	page_release(&page);
	for (size_t i = 0; i < o.surfaces_n; i++)
		free(f[i]);
}
END_TEST

static struct surface_extent extent_without(size_t nx, size_t ny, size_t columns, size_t rows)
{
	struct surface_fixture *f = fixture_flat(nx, ny);
	struct surface_extent e;

	for (size_t ix = 0; ix < nx; ix++)
		for (size_t iy = 0; iy < ny; iy++)
			if (ix >= columns || iy >= rows)
				fixture_state(f, ix, iy, ix >= columns ? PICTURE_FAILED : PICTURE_SKIPPED);
	e = surface_extent(&f->surface);
	free(f);
	return e;
}

START_TEST(counts_what_is_measured)
{
	struct surface_extent e = extent_without(4, 5, 3, 2);

	ck_assert_uint_eq(e.cells, 6);
	ck_assert_uint_eq(e.columns, 3);
	ck_assert_uint_eq(e.rows, 2);
	ck_assert_uint_eq(e.failed, 5);
	ck_assert_uint_eq(e.skipped, 9);
	ck_assert_uint_eq(e.planned, 0);
	e = extent_without(3, 3, 0, 0);
	ck_assert_uint_eq(e.cells, 0);
	ck_assert(isnan(e.range.min) && isnan(e.range.max) && isnan(e.range.least));
}
END_TEST

/* Sizes that no cell of the sweep has go, at the ends of an axis and between. */
START_TEST(leaves_out_empty_sizes)
{
	struct surface_fixture *f = fixture_flat(5, 6);
	struct trimmed_surface t;

	for (size_t ix = 0; ix < 5; ix++)
		for (size_t iy = 0; iy < 6; iy++)
			if (ix < 1 || ix == 2 || iy < 2 || iy > 4)
				fixture_state(f, ix, iy, PICTURE_OUTSIDE);
	fixture_set(f, 3, 4, 7);
	fixture_state(f, 1, 3, PICTURE_FAILED);
	ck_assert_int_eq(surface_trim(&f->surface, &t), 0);
	ck_assert_uint_eq(t.surface.x.n, 3);
	ck_assert_uint_eq(t.surface.y.n, 3);
	ck_assert_uint_eq(t.surface.x.v[0], 131072);
	ck_assert_uint_eq(t.surface.x.v[1], 524288);
	ck_assert_uint_eq(t.surface.y.v[0], 16384);
	ck_assert_double_eq(t.surface.cells[1 * 3 + 2].value, 7);
	ck_assert_int_eq(t.surface.cells[0 * 3 + 1].state, PICTURE_FAILED);
	trimmed_surface_release(&t);
	for (size_t i = 0; i < 30; i++)
		f->cells[i].state = PICTURE_OUTSIDE;
	ck_assert_int_eq(surface_trim(&f->surface, &t), 0);
	ck_assert_uint_eq(t.surface.x.n, 5);
	ck_assert_uint_eq(t.surface.y.n, 6);
	trimmed_surface_release(&t);
	free(f);
}
END_TEST

static char dir[] = "picture.XXXXXX";

static void enter_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chdir(dir), 0);
}

static struct strbuf file_text(const char *path)
{
	struct strbuf sb;

	strbuf_init(&sb);
	ck_assert_int_eq(strbuf_read_file(&sb, path), 0);
	return sb;
}

/* Columns and rows that are measured, and which pictures come of it; the first is flat unless it is a surface. */
START_TEST(draws_what_there_is)
{
	static const struct {
		size_t columns, rows, jobs;
		bool flat;
	} rows[] = {
		{ 0, 0, 1, true }, { 1, 1, 1, true }, { 1, 4, 1, true }, { 4, 1, 1, true },
		{ 2, 2, 3, true }, { 2, 4, 3, true }, { 3, 3, 4, false },
	};

	enter_folder();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct surface_fixture *f = fixture_flat(4, 4);
		struct picture_jobs jobs = PICTURE_JOBS_INIT;
		struct err err = ERR_INIT;

		for (size_t ix = 0; ix < 4; ix++)
			for (size_t iy = 0; iy < 4; iy++)
				if (ix >= rows[i].columns || iy >= rows[i].rows)
					fixture_state(f, ix, iy, PICTURE_FAILED);
		ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &look, &jobs }, &f->surface, &err), 0);
		ck_assert_uint_eq(jobs.n, rows[i].jobs);
		ck_assert_str_eq(jobs.v[0].name, "read");
		ck_assert_str_eq(jobs.v[0].mode, "device");
		ck_assert_int_eq(jobs.v[0].sketch != NULL, rows[i].flat);
		for (size_t k = 1; k < jobs.n; k++)
			ck_assert_ptr_nonnull(jobs.v[k].sketch);
		ck_assert_int_eq(access("gnuplot/device/read-heat.gp", F_OK), rows[i].jobs == 4 ? 0 : -1);
		picture_jobs_release(&jobs);
		free(f);
	}
}
END_TEST

START_TEST(draws_the_kinds_that_are_asked_for)
{
	struct surface_fixture *f = fixture_flat(4, 4);
	static const struct {
		unsigned kinds;
		size_t jobs;
		const char *first;
	} rows[] = {
		{ PICTURES_SURFACE, 1, "read" },
		{ PICTURES_HEAT, 1, "read-heat" },
		{ PICTURES_SLICES, 2, "read-over-record" },
		{ PICTURES_HEAT | PICTURES_SLICES, 3, "read-heat" },
	};

	enter_folder();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct picture_options options = look;
		struct picture_jobs jobs = PICTURE_JOBS_INIT;
		struct err err = ERR_INIT;

		options.kinds = rows[i].kinds;
		ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &options, &jobs }, &f->surface, &err), 0);
		ck_assert_uint_eq(jobs.n, rows[i].jobs);
		ck_assert_str_eq(jobs.v[0].name, rows[i].first);
		picture_jobs_release(&jobs);
	}
	free(f);
}
END_TEST

/* A heat map of an earlier state does not outlive it. */
START_TEST(removes_a_stale_heat_map)
{
	struct surface_fixture *f = fixture_flat(4, 4);
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	struct err err = ERR_INIT;

	enter_folder();
	ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &look, &jobs }, &f->surface, &err), 0);
	ck_assert_int_eq(access("gnuplot/device/read-heat.dat", F_OK), 0);
	for (size_t ix = 1; ix < 4; ix++)
		for (size_t iy = 0; iy < 4; iy++)
			fixture_state(f, ix, iy, PICTURE_PLANNED);
	ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &look, &jobs }, &f->surface, &err), 0);
	ck_assert_int_ne(access("gnuplot/device/read-heat.dat", F_OK), 0);
	ck_assert_int_ne(access("gnuplot/device/read-heat.gp", F_OK), 0);
	picture_jobs_release(&jobs);
	free(f);
}
END_TEST

START_TEST(the_table_is_readable)
{
	static const char expected[] = "# read, device mode, in MiB/s\n# file_size record_size value min max n\n"
				       "65536 4096 100 90 105 3\n65536 8192 123.4568 111.1111 129.6296 3\n"
				       "65536 16384 100 90 105 3\n\n"
				       "131072 8192 100 90 105 3\n131072 16384 100 90 105 3\n\n"
				       "262144 4096 100 90 105 3\n262144 8192 100 90 105 3\n"
				       "262144 16384 100 90 105 3\n\n\n#";
	struct surface_fixture *f = fixture_flat(3, 3);
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	struct err err = ERR_INIT;
	struct strbuf data;

	enter_folder();
	fixture_set(f, 0, 1, 123.456789);
	fixture_state(f, 1, 0, PICTURE_FAILED);
	ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &look, &jobs }, &f->surface, &err), 0);
	data = file_text("gnuplot/device/read.dat");
	ck_assert_uint_gt(data.len, sizeof(expected));
	strbuf_setlen(&data, sizeof(expected) - 1);
	ck_assert_str_eq(data.buf, expected);
	strbuf_release(&data);
	picture_jobs_release(&jobs);
	free(f);
}
END_TEST

static struct strbuf both_files(struct surface_fixture *f)
{
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	struct err err = ERR_INIT;
	struct strbuf data, script;

	ck_assert_int_eq(picture_write(&(struct picture_output){ ".", &look, &jobs }, &f->surface, &err), 0);
	data = file_text("gnuplot/device/read.dat");
	script = file_text("gnuplot/device/read.gp");
	strbuf_add(&data, script.buf, script.len);
	strbuf_release(&script);
	picture_jobs_release(&jobs);
	return data;
}

START_TEST(is_the_same_in_every_locale)
{
	struct surface_fixture *f = fixture_random(5);
	struct strbuf point, comma;
	char text[16];

	enter_folder();
	point = both_files(f);
	if (!setlocale(LC_ALL, "de_DE.UTF-8") || !snprintf(text, sizeof(text), "%.1f", 1.5) || !strchr(text, ',')) {
		strbuf_release(&point);
		free(f);
		skip_test("no locale with a decimal comma");
	}
	comma = both_files(f);
	ck_assert_str_eq(point.buf, comma.buf);
	snprintf(text, sizeof(text), "%.1f", 1.5);
	ck_assert_str_eq(text, "1,5");
	strbuf_release(&point);
	strbuf_release(&comma);
	free(f);
}
END_TEST

START_TEST(says_what_it_cannot_write)
{
	struct surface_fixture *f = fixture_flat(3, 3);
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	struct err err = ERR_INIT;

	enter_folder();
	ck_assert_int_eq(picture_write(&(struct picture_output){ "missing", &look, &jobs }, &f->surface, &err), -1);
	ck_assert_int_eq(err.kind, ERR_CELLS);
	ck_assert_ptr_nonnull(strstr(err.text, "missing/gnuplot: No such file"));
	ck_assert_uint_eq(jobs.n, 0);
	picture_jobs_release(&jobs);
	free(f);
}
END_TEST

static size_t count_dots(const struct page *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->sketch.n; i++)
		n += p->sketch.v[i].kind == SKETCH_DOT;
	return n;
}

/* What is measured along one line only has a flat panel, with a point for each cell, and none in space. */
START_TEST(an_overview_shows_lines)
{
	struct surface_fixture *f[] = { fixture_flat(1, 5), fixture_flat(6, 1), fixture_flat(1, 1), fixture_flat(4, 4) };
	struct picture_surface surfaces[4];
	struct picture_overview o = { "device", "overview", "All", "a", "b", surfaces, 3 };
	struct page page;

	for (size_t i = 0; i < 4; i++)
		surfaces[i] = f[i]->surface;
	for (; o.surfaces_n <= 4; o.surfaces_n++) {
		page_init(&page, &look);
		ck_assert_int_eq(form_overview(&page, &o, o.name), 0);
		ck_assert_ptr_nonnull(strstr(page.gp.buf, o.surfaces_n == 3 ? "N_PANELS = 0\n" : "N_PANELS = 1\n"));
		ck_assert_int_eq(page.flat, o.surfaces_n == 3);
		ck_assert_uint_eq(count_dots(&page), 5 + 6 + 1);
		check_labels(&page, (int)o.surfaces_n, 0);
		page_release(&page);
	}
	for (size_t i = 0; i < 4; i++)
		free(f[i]);
}
END_TEST

Suite *suite_gnuplot_picture(void)
{
	Suite *suite = suite_create("gnuplot_picture");
	TCase *tcase = tcase_create("gnuplot_picture");

	tcase_add_loop_test(tcase, labels_keep_apart, 0, 40);
	tcase_add_loop_test(tcase, overviews_keep_labels_apart, 0, 24);
	tcase_add_test(tcase, an_overview_shows_lines);
	tcase_add_test(tcase, counts_what_is_measured);
	tcase_add_test(tcase, leaves_out_empty_sizes);
	tcase_add_test(tcase, draws_what_there_is);
	tcase_add_test(tcase, draws_the_kinds_that_are_asked_for);
	tcase_add_test(tcase, removes_a_stale_heat_map);
	tcase_add_test(tcase, the_table_is_readable);
	tcase_add_test(tcase, is_the_same_in_every_locale);
	tcase_add_test(tcase, says_what_it_cannot_write);
	suite_add_tcase(suite, tcase);
	return suite;
}
