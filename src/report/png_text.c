#include "report/png_text.h"

#include "base/err.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES_PER_PIXEL 3
#define COMPRESSION_LEVEL 6 /* 9 takes four times as long and gains 2 % */

struct pixels {
	uint8_t *v; /* rows of RGB, from the top */
	uint32_t width, height;
};

static bool one_colour(const struct pixels *p)
{
	size_t len = (size_t)p->width * p->height * BYTES_PER_PIXEL;

	/* the same colour throughout means that the bytes repeat with the period of one pixel */
	return !memcmp(p->v, p->v + BYTES_PER_PIXEL, len - BYTES_PER_PIXEL);
}

static int check_size(const struct png_rewrite *r, const png_image *image, struct err *err)
{
	if (image->width == r->width_px && image->height == r->height_px)
		return 0;
	return err_set(err, ERR_CELLS, "the picture has %ux%u pixels instead of %ux%u", image->width,
		       image->height, r->width_px, r->height_px);
}

static int read_pixels(const struct png_rewrite *r, struct pixels *p, struct err *err)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	const png_color white = { 255, 255, 255 };

	if (!png_image_begin_read_from_file(&image, r->from))
		return err_set(err, ERR_CELLS, "the picture is not a PNG: %s", image.message);
	if (check_size(r, &image, err)) {
		png_image_free(&image);
		return -1;
	}
	image.format = PNG_FORMAT_RGB;
	*p = (struct pixels){ malloc(PNG_IMAGE_SIZE(image)), image.width, image.height };
	if (!p->v) {
		png_image_free(&image);
		return err_sys(err, ERR_CELLS, ENOMEM, "picture");
	}
	if (!png_image_finish_read(&image, &white, p->v, 0, NULL))
		return err_set(err, ERR_CELLS, "the picture is not whole: %s", image.message);
	if (one_colour(p))
		return err_set(err, ERR_CELLS, "the picture is blank");
	return 0;
}

/* What write_image() holds; apart from it, since longjmp() leaves its own variables undefined. */
struct writer {
	png_structp png;
	png_infop info;
	png_text *texts;
	char message[128];
};

static void on_error(png_structp png, png_const_charp message)
{
	struct writer *w = png_get_error_ptr(png);

	snprintf(w->message, sizeof(w->message), "%s", message);
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static bool is_ascii(const char *text)
{
	while (*text && !(*text & 0x80))
		text++;
	return !*text;
}

static int prepare(struct writer *w, const struct png_picture *r)
{
	w->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, w, on_error, on_warning);
	w->info = w->png ? png_create_info_struct(w->png) : NULL;
	w->texts = calloc(r->texts_n + 1, sizeof(*w->texts));
	if (!w->info || !w->texts)
		return -ENOMEM;
	for (size_t i = 0; i < r->texts_n; i++) {
		const char *text = r->texts[i].text;

		/* libpng's fields are not const, though it only reads them */
		w->texts[i].key = (char *)(uintptr_t)r->texts[i].key;
		w->texts[i].text = (char *)(uintptr_t)text;
		w->texts[i].compression = is_ascii(text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
		if (is_ascii(text))
			w->texts[i].text_length = strlen(text);
		else
			w->texts[i].itxt_length = strlen(text);
	}
	return 0;
}

static int write_image(struct writer *w, const struct png_picture *p, FILE *file)
{
	if (setjmp(png_jmpbuf(w->png)))
		return -1;
	png_init_io(w->png, file);
	png_set_IHDR(w->png, w->info, p->width_px, p->height_px, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_filter(w->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_set_compression_level(w->png, COMPRESSION_LEVEL);
	png_set_text(w->png, w->info, w->texts, (int)p->texts_n);
	png_write_info(w->png, w->info);
	for (uint32_t y = 0; y < p->height_px; y++)
		png_write_row(w->png, p->rgb + (size_t)y * p->width_px * BYTES_PER_PIXEL);
	png_write_end(w->png, w->info);
	return 0;
}

int png_text_write(const char *path, const struct png_picture *picture, struct err *err)
{
	struct writer w = { .message = "" };
	FILE *file = fopen(path, "wbe");
	int ret;

	if (!file)
		return err_sys(err, ERR_CELLS, errno, "%s", path);
	ret = prepare(&w, picture);
	if (ret)
		err_sys(err, ERR_CELLS, ret, "picture");
	else if ((ret = write_image(&w, picture, file)))
		err_set(err, ERR_CELLS, "%s: %s", path, w.message);
	if (fclose(file) && !ret)
		ret = err_sys(err, ERR_CELLS, errno, "%s", path);
	if (ret)
		unlink(path);
	png_destroy_write_struct(&w.png, &w.info);
	free(w.texts);
	return ret ? -1 : 0;
}

int png_text_rewrite(const struct png_rewrite *r, struct err *err)
{
	struct pixels p = { .v = NULL };
	int ret = read_pixels(r, &p, err);

	if (!ret)
		ret = png_text_write(r->to, &(struct png_picture){ p.v, p.width, p.height, r->texts, r->texts_n }, err);
	free(p.v);
	return ret;
}
