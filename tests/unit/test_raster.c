#include "report/raster_sketch.h"

#include "report/gnuplot_text.h"
#include "report/raster_font.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define WHITE 0xffffffU

static uint32_t pixel(const struct raster_image *im, uint32_t x, uint32_t y)
{
	const uint8_t *p = im->rgb + ((size_t)y * im->width + x) * 3;

	return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* How much black there is, in pixels. */
static double ink(const struct raster_image *im)
{
	double sum = 0;

	for (size_t i = 0; i < (size_t)im->width * im->height * 3; i++)
		sum += 255 - im->rgb[i];
	return sum / 255 / 3;
}

static bool is_white(const struct raster_image *im)
{
	return !(ink(im) > 0);
}

START_TEST(shapes_cover_their_area)
{
	struct raster_image im;

	ck_assert_int_eq(raster_init(&im, 200, 100), 0);
	ck_assert(is_white(&im));
	raster_rect(&im, (struct raster_point){ 10.25, 90.5 }, (struct raster_point){ 30, 10 }, 0x000000);
	ck_assert_double_eq_tol(ink(&im), 19.75 * 80.5, 1);
	ck_assert_uint_eq(pixel(&im, 20, 50), 0x000000);
	ck_assert_uint_eq(pixel(&im, 31, 50), WHITE);
	raster_release(&im);
	ck_assert_int_eq(raster_init(&im, 200, 100), 0);
	raster_line(&im, (struct raster_point){ 20, 20 }, (struct raster_point){ 180, 70 }, 4, 0x000000);
	ck_assert_double_eq_tol(ink(&im), 4 * hypot(160, 50) + 4 * M_PI, 30);
	raster_release(&im);
	ck_assert_int_eq(raster_init(&im, 200, 100), 0);
	raster_disc(&im, (struct raster_point){ 100, 50 }, 20, 0x000000);
	ck_assert_double_eq_tol(ink(&im), M_PI * 400, 20);
	raster_release(&im);
	ck_assert_int_eq(raster_init(&im, 200, 100), 0);
	raster_band(&im, (struct raster_edge){ 20, 30, 50 }, (struct raster_edge){ 120, 10, 70 }, 0x000000, 0.5);
	ck_assert_double_eq_tol(ink(&im), 0.5 * 100 * 40, 20);
	raster_release(&im);
}
END_TEST

/* Nothing is written outside of the image: the sanitizers look on. */
START_TEST(shapes_beyond_the_edge_are_cut)
{
	struct raster_image im;

	ck_assert_int_eq(raster_init(&im, 20, 10), 0);
	for (double x = -1e3; x < 1e3; x += 130) {
		for (double y = -1e3; y < 1e3; y += 170) {
			raster_line(&im, (struct raster_point){ x, y }, (struct raster_point){ -y, x }, 3, 0x123456);
			raster_rect(&im, (struct raster_point){ x, y }, (struct raster_point){ y, x }, 0x654321);
			raster_disc(&im, (struct raster_point){ x, y }, 40, 0x222222);
			raster_band(&im, (struct raster_edge){ x, y, y + 30 }, (struct raster_edge){ x + 50, -y, 30 - y }, 0, 1);
		}
	}
	raster_release(&im);
}
END_TEST

static double ink_of(const char *text, double angle_deg)
{
	const struct raster_text how = { .at = { 100, 100 }, .em_px = 40, .angle_deg = angle_deg, .rgb = 0x000000 };
	struct raster_image im;
	double sum;

	ck_assert_int_eq(raster_init(&im, 200, 200), 0);
	raster_add_text(&im, text, &how);
	sum = ink(&im);
	raster_release(&im);
	return sum;
}

/* Every character that a text may hold has strokes of its own, within its width. */
START_TEST(every_glyph_is_drawn)
{
	static const char *const signs[] = { "\xc2\xb0", "\xc2\xb1", "\xc2\xb5", "\xc2\xb7", "\xc3\x97", "\xc3\xb7",
					     "\xc3\xa9", "\xe2\x80\x93", "\xe2\x80\xa6", "\xe2\x86\x90", "\xe2\x86\x91",
					     "\xe2\x86\x92", "\xe2\x86\x93", "\xe2\x86\x96", "\xe2\x86\x97", "\xe2\x86\x98",
					     "\xe2\x86\x99", "\xe2\x89\xa4", "\xe2\x89\xa5", "\xe2\x82\xac" };
	char text[2] = "!";

	for (; *text <= '~'; ++*text)
		ck_assert_msg(ink_of(text, 0) > 10, "%s", text);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		ck_assert_msg(ink_of(signs[i], 0) > 10, "%s", signs[i]);
	ck_assert(!(ink_of(" \xc2\xa0", 0) > 0));
}
END_TEST

START_TEST(text_turns_about_its_start)
{
	ck_assert_double_eq_tol(ink_of("MIi", 0), ink_of("MIi", 90), 20);
	ck_assert_double_eq_tol(ink_of("MIi", 0), ink_of("MIi", 30), 40);
}
END_TEST

START_TEST(text_keeps_to_its_box)
{
	static const char text[] = "x0.11 at 256M 1.5G";
	const double em = 24, width = text_width_px(text, em / SKETCH_PX_PER_POINT);
	const struct raster_text how = { .at = { 20, 50 }, .em_px = em, .rgb = 0x000000 };
	struct raster_image im;

	ck_assert_int_eq(raster_init(&im, 400, 100), 0);
	raster_add_text(&im, text, &how);
	for (uint32_t y = 0; y < 100; y++)
		for (uint32_t x = 0; x < 400; x++)
			ck_assert_msg(pixel(&im, x, y) == WHITE || (x >= 18 && x <= 22 + width && y > 30 && y < 70), "%u,%u", x, y);
	raster_release(&im);
}
END_TEST

/* Layers cover one another whatever the order is in which they are added. */
START_TEST(sketches_are_painted_by_layer)
{
	const struct sketch_style line = { .rgb = 0x00ff00, .size = 8 };
	struct raster_image im;
	struct sketch sk;

	sketch_init(&sk, 100, 50);
	sketch_line(&sk, SKETCH_MARK, (struct sketch_box){ 0, 25, 100, 25 }, &line);
	sketch_rect(&sk, SKETCH_FILL, (struct sketch_box){ 10, 10, 90, 40 }, 0xff0000);
	sketch_rect(&sk, SKETCH_LABEL, (struct sketch_box){ 40, 20, 60, 50 }, 0x0000ff);
	sketch_sort(&sk);
	ck_assert(!sk.failed);
	ck_assert_int_eq(raster_sketch(&im, &sk, 2), 0);
	ck_assert_uint_eq(im.width, 200);
	ck_assert_uint_eq(im.height, 100);
	ck_assert_uint_eq(pixel(&im, 40, 30), 0xff0000);
	ck_assert_uint_eq(pixel(&im, 40, 50), 0x00ff00);
	ck_assert_uint_eq(pixel(&im, 100, 50), 0x0000ff);
	ck_assert_uint_eq(pixel(&im, 100, 10), 0x0000ff);
	ck_assert_uint_eq(pixel(&im, 5, 5), WHITE);
	raster_release(&im);
	sketch_release(&sk);
}
END_TEST

START_TEST(hatches_stay_in_their_box)
{
	const struct sketch_style style = { .rgb = 0x000000, .size = 1 };
	const struct sketch_box box = { 20, 10, 80, 40 };
	struct sketch sk;

	sketch_init(&sk, 100, 50);
	sketch_hatch(&sk, SKETCH_FILL, box, &style, 7);
	ck_assert_uint_gt(sk.n, 8);
	for (size_t i = 0; i < sk.n; i++) {
		const struct sketch_box *b = &sk.v[i].box;

		ck_assert(b->left >= 20 && b->right <= 80 && b->bottom <= 40 && b->top >= 10 && b->left <= b->right);
		ck_assert_double_eq_tol(b->right - b->left, b->bottom - b->top, 1e-9);
	}
	sketch_release(&sk);
}
END_TEST

Suite *suite_raster(void)
{
	Suite *suite = suite_create("raster");
	TCase *tcase = tcase_create("raster");

	tcase_add_test(tcase, shapes_cover_their_area);
	tcase_add_test(tcase, shapes_beyond_the_edge_are_cut);
	tcase_add_test(tcase, every_glyph_is_drawn);
	tcase_add_test(tcase, text_turns_about_its_start);
	tcase_add_test(tcase, text_keeps_to_its_box);
	tcase_add_test(tcase, sketches_are_painted_by_layer);
	tcase_add_test(tcase, hatches_stay_in_their_box);
	suite_add_tcase(suite, tcase);
	return suite;
}
