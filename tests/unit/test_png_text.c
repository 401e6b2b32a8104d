#include "report/png_text.h"

#include "base/err.h"
#include "base/strbuf.h"

#include <check.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WIDTH 64
#define HEIGHT 48
#define BYTES ((size_t)WIDTH * HEIGHT * 3)

static char dir[] = "png.XXXXXX";

static void enter_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chdir(dir), 0);
}

static void fill(uint8_t *rgb, unsigned step)
{
	for (size_t i = 0; i < BYTES; i++)
		rgb[i] = (uint8_t)(i * i * step / 7);
}

static void write_png(const char *path, unsigned step)
{
	png_image image = { .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGB };
	uint8_t rgb[BYTES];

	fill(rgb, step);
	ck_assert(png_image_write_to_file(&image, path, 0, rgb, 0, NULL));
}

static struct png_rewrite rewrite(const struct picture_text *texts, size_t n)
{
	return (struct png_rewrite){ "from.png", "to.png", WIDTH, HEIGHT, texts, n };
}

static void check_pixels(const char *path, unsigned step)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	uint8_t got[BYTES], want[BYTES];

	fill(want, step);
	ck_assert(png_image_begin_read_from_file(&image, path));
	ck_assert_uint_eq(image.width, WIDTH);
	ck_assert_uint_eq(image.height, HEIGHT);
	image.format = PNG_FORMAT_RGB;
	ck_assert(png_image_finish_read(&image, NULL, got, 0, NULL));
	ck_assert_mem_eq(got, want, BYTES);
}

START_TEST(keeps_pixels_and_adds_text)
{
	static const struct picture_text texts[] = {
		{ "Title", "Random read" },
		{ "Host", "m\xc3\xbcller" },
		{ "Empty", "" },
	};
	struct png_rewrite r = rewrite(texts, 3);
	struct err err = ERR_INIT;
	struct strbuf file;

	enter_folder();
	write_png("from.png", 3);
	ck_assert_int_eq(png_text_rewrite(&r, &err), 0);
	check_pixels("to.png", 3);
	strbuf_init(&file);
	ck_assert_int_eq(strbuf_read_file(&file, "to.png"), 0);
	ck_assert_ptr_nonnull(memmem(file.buf, file.len, "tEXtTitle\0Random read", 21));
	ck_assert_ptr_nonnull(memmem(file.buf, file.len, "iTXtHost\0\0\0\0\0m\xc3\xbcller", 20));
	ck_assert_ptr_nonnull(memmem(file.buf, file.len, "tEXtEmpty\0", 10));
	strbuf_release(&file);
}
END_TEST

START_TEST(gives_the_same_bytes)
{
	static const struct picture_text texts[] = { { "Title", "Read" } };
	struct png_rewrite r = rewrite(texts, 1);
	struct strbuf first, second;
	struct err err = ERR_INIT;

	enter_folder();
	write_png("from.png", 5);
	strbuf_init(&first);
	strbuf_init(&second);
	ck_assert_int_eq(png_text_rewrite(&r, &err), 0);
	ck_assert_int_eq(strbuf_read_file(&first, "to.png"), 0);
	ck_assert_int_eq(png_text_rewrite(&r, &err), 0);
	ck_assert_int_eq(strbuf_read_file(&second, "to.png"), 0);
	ck_assert_uint_eq(first.len, second.len);
	ck_assert_mem_eq(first.buf, second.buf, first.len);
	strbuf_release(&first);
	strbuf_release(&second);
}
END_TEST

static void check_refused(const struct png_rewrite *r, const char *why)
{
	struct err err = ERR_INIT;

	ck_assert_int_eq(png_text_rewrite(r, &err), -1);
	ck_assert_int_eq(err.kind, ERR_CELLS);
	ck_assert_msg(strstr(err.text, why) != NULL, "%s, not %s", err.text, why);
	ck_assert_int_ne(access("to.png", F_OK), 0);
}

/* A picture that was cut at any byte is not taken. */
START_TEST(refuses_half_a_picture)
{
	struct png_rewrite r = rewrite(NULL, 0);
	struct strbuf file;

	enter_folder();
	write_png("from.png", 7);
	strbuf_init(&file);
	ck_assert_int_eq(strbuf_read_file(&file, "from.png"), 0);
	/* the last chunk, IEND, has 12 bytes and says nothing of its own */
	for (size_t len = 0; len < file.len - 12; len += 1 + len / 16) {
		FILE *out = fopen("from.png", "wb");

		ck_assert_ptr_nonnull(out);
		ck_assert_uint_eq(fwrite(file.buf, 1, len, out), len);
		ck_assert_int_eq(fclose(out), 0);
		check_refused(&r, "the picture is not");
	}
	strbuf_release(&file);
}
END_TEST

START_TEST(refuses_what_is_no_picture)
{
	struct png_rewrite r = rewrite(NULL, 0);
	FILE *out;

	enter_folder();
	check_refused(&r, "not a PNG: No such file");
	out = fopen("from.png", "wb");
	ck_assert_ptr_nonnull(out);
	fputs("gnuplot> help", out);
	ck_assert_int_eq(fclose(out), 0);
	check_refused(&r, "not a PNG");
	write_png("from.png", 0);
	check_refused(&r, "blank");
	write_png("from.png", 3);
	r.height_px++;
	check_refused(&r, "64x48 pixels instead of 64x49");
	r.height_px--;
	r.to = "missing/to.png";
	check_refused(&r, "missing/to.png: No such file");
}
END_TEST

Suite *suite_png_text(void)
{
	Suite *suite = suite_create("png_text");
	TCase *tcase = tcase_create("png_text");

	tcase_add_test(tcase, keeps_pixels_and_adds_text);
	tcase_add_test(tcase, gives_the_same_bytes);
	tcase_add_test(tcase, refuses_half_a_picture);
	tcase_add_test(tcase, refuses_what_is_no_picture);
	suite_add_tcase(suite, tcase);
	return suite;
}
