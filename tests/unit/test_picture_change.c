#include "report/picture_change.h"

#include "base/err.h"
#include "report/gnuplot_forms.h"
#include "report/heat_map.h"
#include "unit/gnuplot_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	double ratio;
	const char *text;
} texts[] = {
	{ 1, "0.0%" }, { 0.9999, "0.0%" }, { 0.59, "-41%" }, { 1.052, "+5.2%" }, { 0.901, "-9.9%" }, { 2.5, "+150%" },
	{ 12, "x12.0" }, { 0.051, "-95%" }, { 0.05, "x0.0500" }, { 0.0042, "x0.00420" }, { 1e7, "x10000000" },
};

START_TEST(changes_as_text)
{
	char buf[UNITS_TEXT_LEN];

	ck_assert_str_eq(picture_change_text(texts[_i].ratio, buf), texts[_i].text);
}
END_TEST

static struct surface_fixture *changes(void)
{
	struct surface_fixture *f = fixture_flat(5, 4);

	f->surface.change = true;
	for (size_t i = 0; i < 20; i++) {
		f->cells[i].value = 0.99;
		f->cells[i].faint = true;
	}
	return f;
}

static void set(struct surface_fixture *f, size_t i, double ratio)
{
	f->cells[i].value = ratio;
	f->cells[i].faint = false;
}

START_TEST(scale_is_even_and_reaches_as_far_as_most)
{
	struct surface_fixture *f = changes();
	struct value_scale none = picture_change_scale(&f->surface), some;

	ck_assert_double_eq_tol(none.high, M_SQRT2, 1e-12);
	set(f, 0, 0.45); /* 1.15 octaves */
	set(f, 5, 1.3);
	some = picture_change_scale(&f->surface);
	ck_assert_double_eq_tol(some.high, exp2(1.5), 1e-12);
	ck_assert_double_eq_tol(some.low * some.high, 1, 1e-12);
	ck_assert_double_eq_tol(value_scale_share(&some, 1), 0.5, 1e-12);
	set(f, 6, 1e30);
	ck_assert_double_le(picture_change_scale(&f->surface).high, 1024);
	free(f);
}
END_TEST

START_TEST(ink_is_white_where_the_palette_is_dark)
{
	const struct value_scale scale = { .log = true, .change = true, .low = 0.25, .high = 4 };
	static const struct {
		double ratio;
		uint32_t ink;
	} rows[] = { { 0.25, 0xffffff }, { 1, 0x000000 }, { 9, 0xffffff } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_uint_eq(palette_ink(&palette_ratios, value_scale_share(&scale, rows[i].ratio)), rows[i].ink);
}
END_TEST

START_TEST(noise_is_grey_and_the_rest_coloured)
{
	const struct picture_options look = PICTURE_OPTIONS_INIT;
	struct surface_fixture *f = changes();
	struct surface_extent e;
	struct page page;
	size_t grey = 0;

	set(f, 0, 0.5);
	e = surface_extent(&f->surface);
	page_init(&page, &look);
	ck_assert_int_eq(form_heat(&page, &f->surface, &e, "read"), 0);
	for (size_t i = 0; i < page.sketch.n; i++)
		grey += page.sketch.v[i].kind == SKETCH_RECT && page.sketch.v[i].style.rgb == HEAT_FAINT;
	/* the 19 cells and the swatch of the legend */
	ck_assert_uint_eq(grey, 20);
	ck_assert_ptr_nonnull(strstr(page.dat.buf, "\"-50%\""));
	page_release(&page);
	free(f);
}
END_TEST

Suite *suite_picture_change(void)
{
	Suite *suite = suite_create("picture_change");
	TCase *tcase = tcase_create("picture_change");

	tcase_add_loop_test(tcase, changes_as_text, 0, (int)(sizeof(texts) / sizeof(*texts)));
	tcase_add_test(tcase, scale_is_even_and_reaches_as_far_as_most);
	tcase_add_test(tcase, ink_is_white_where_the_palette_is_dark);
	tcase_add_test(tcase, noise_is_grey_and_the_rest_coloured);
	suite_add_tcase(suite, tcase);
	return suite;
}
