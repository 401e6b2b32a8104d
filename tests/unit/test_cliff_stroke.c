#include "report/cliff_stroke.h"

#include "report/gnuplot_cliff.h"
#include "report/gnuplot_forms.h"
#include "unit/gnuplot_fixture.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 2.0

static const struct picture_options look = PICTURE_OPTIONS_INIT;

START_TEST(dashes_part_a_line)
{
	static const double lengths[] = { 0, 1, 6, 40, 400 };
	enum picture_sureness k = (enum picture_sureness)_i;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		size_t n = cliff_dashes_n(k, WIDTH, lengths[i]);
		double end = 0;

		ck_assert_uint_ge(n, 1);
		for (size_t d = 0; d < n; d++) {
			struct cliff_dash dash = cliff_dash(k, n, d);

			ck_assert_double_ge(dash.from, end);
			ck_assert_double_gt(dash.to, dash.from);
			ck_assert(k == PICTURE_CONFIRMED || dash.from > end);
			end = dash.to;
		}
		ck_assert_double_le(end, 1);
		if (k == PICTURE_CONFIRMED)
			ck_assert(n == 1 && end > 1 - 1e-9);
		else
			ck_assert_uint_eq(n > 1, lengths[i] >= 40);
	}
}
END_TEST

static size_t count_texts(const struct page *p, const char *part)
{
	size_t n = 0;

	for (size_t i = 0; i < p->sketch.n; i++)
		n += p->sketch.v[i].kind == SKETCH_TEXT && strstr(p->sketch.v[i].text, part);
	return n;
}

static size_t count_rows(const struct page *p, const char *section)
{
	char name[64];
	const char *at;

	snprintf(name, sizeof(name), "N_%s = ", section);
	at = strstr(p->gp.buf, name);
	ck_assert_ptr_nonnull(at);
	return strtoul(at + strlen(name), NULL, 10);
}

/* A surface with a fall along the file size that is so sure. */
static struct surface_fixture *with_cliff(enum picture_sureness sureness)
{
	struct surface_fixture *f = fixture_flat(6, 5);

	for (size_t ix = 3; ix < 6; ix++)
		for (size_t iy = 0; iy < 5; iy++)
			fixture_set(f, ix, iy, 20);
	f->cliffs[0] = (struct picture_cliff){
		.axis = PICTURE_X,
		.from = f->file_sizes[2],
		.to = f->file_sizes[3],
		.first = f->record_sizes[0],
		.last = f->record_sizes[4],
		.ratio = NAN,
		.sureness = sureness,
	};
	f->surface.cliffs_n = 1;
	return f;
}

/* Each picture says how sure a cliff is: by its line, its figures and the legend. */
START_TEST(pictures_tell_them_apart)
{
	enum picture_sureness k = (enum picture_sureness)_i;
	struct surface_fixture *f = with_cliff(k);
	struct surface_extent e = surface_extent(&f->surface);
	const struct slice_form slice = { &f->surface, &e, false };
	struct page page;

	for (unsigned form = 0; form < 3; form++) {
		page_init(&page, &look);
		if (form == 0)
			ck_assert_int_eq(form_surface(&page, &f->surface, &e), 0);
		else if (form == 1)
			ck_assert_int_eq(form_heat(&page, &f->surface, &e, "read"), 0);
		else
			ck_assert_int_eq(form_slice(&page, &slice, "read"), 0);
		ck_assert_uint_eq(count_texts(&page, "\xc3\x97" "0.20"), 1);
		ck_assert_uint_eq(count_texts(&page, "\xc3\x97" "0.20?"), k == PICTURE_POSSIBLE);
		for (enum picture_sureness other = PICTURE_CONFIRMED; other < PICTURE_SURENESS_N; other++)
			ck_assert_uint_eq(count_texts(&page, cliff_stroke_name(other)), other == k);
		if (form == 0) {
			ck_assert_uint_eq(count_rows(&page, "cliffs") > 0, k != PICTURE_POSSIBLE);
			ck_assert_uint_eq(count_rows(&page, "cliffs_thin") > 0, k == PICTURE_POSSIBLE);
		}
		page_release(&page);
	}
	free(f);
}
END_TEST

static size_t count_marks(enum picture_sureness sureness)
{
	struct surface_fixture *f = with_cliff(sureness);
	struct surface_extent e = surface_extent(&f->surface);
	struct page page;
	size_t n = 0;

	page_init(&page, &look);
	ck_assert_int_eq(form_heat(&page, &f->surface, &e, "read"), 0);
	for (size_t i = 0; i < page.sketch.n; i++)
		n += page.sketch.v[i].kind == SKETCH_LINE && page.sketch.v[i].layer == SKETCH_MARK;
	page_release(&page);
	free(f);
	return n;
}

START_TEST(a_whole_line_has_the_fewest_pieces)
{
	ck_assert_uint_lt(count_marks(PICTURE_CONFIRMED), count_marks(PICTURE_FOUND));
	ck_assert_uint_lt(count_marks(PICTURE_FOUND), count_marks(PICTURE_POSSIBLE));
}
END_TEST

/* A count of records that few files have lies between two records of the others. */
START_TEST(a_count_between_the_records)
{
	struct surface_fixture *f = with_cliff(PICTURE_CONFIRMED);
	struct cliff_steps steps;

	f->cliffs[0].axis = PICTURE_DIAGONAL;
	f->cliffs[0].from = 16;
	f->cliffs[0].to = 23;
	f->cliffs[0].first = f->file_sizes[0];
	f->cliffs[0].last = f->file_sizes[5];
	ck_assert_int_eq(cliff_steps_init(&steps, &f->surface, &f->cliffs[0]), 0);
	ck_assert_uint_ge(steps.n, 3);
	for (size_t i = 0; i < steps.n; i++) {
		uint64_t file = f->file_sizes[steps.v[i].ix0];

		ck_assert_uint_eq(file / f->record_sizes[steps.v[i].iy0], 16);
		ck_assert_uint_eq(file / f->record_sizes[steps.v[i].iy1], 32);
	}
	cliff_steps_release(&steps);
	free(f);
}
END_TEST

Suite *suite_cliff_stroke(void)
{
	Suite *suite = suite_create("cliff_stroke");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, dashes_part_a_line, 0, PICTURE_SURENESS_N);
	tcase_add_loop_test(tcase, pictures_tell_them_apart, 0, PICTURE_SURENESS_N);
	tcase_add_test(tcase, a_whole_line_has_the_fewest_pieces);
	tcase_add_test(tcase, a_count_between_the_records);
	suite_add_tcase(suite, tcase);
	return suite;
}
