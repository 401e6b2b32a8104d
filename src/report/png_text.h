/*
 * png_text: checks a PNG that a program drew, and writes it again with text inside.
 *
 * The pixels stay as they are (8-bit RGB; an opaque alpha channel goes). They are packed anew without a row
 * filter, which makes plots about a seventh smaller than cairo writes them.
 */
#ifndef IOSWEEP_REPORT_PNG_TEXT_H
#define IOSWEEP_REPORT_PNG_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct err;

/* A tEXt chunk, or where text is not plain ASCII an iTXt chunk. */
struct picture_text {
	const char *key; /* Latin-1, 1 to 79 characters: "Title", "Software" */
	const char *text; /* UTF-8 */
};

/* Pixels on their way into a file. */
struct png_picture {
	const uint8_t *rgb; /* rows from the top, three bytes a pixel */
	uint32_t width_px, height_px;
	const struct picture_text *texts;
	size_t texts_n;
};

/* Replaces path. 0, or -1 with err (ERR_CELLS); then there is no file. */
int png_text_write(const char *path, const struct png_picture *picture, struct err *err);

struct png_rewrite {
	const char *from, *to; /* different paths; to is replaced */
	uint32_t width_px, height_px; /* what the image must have */
	const struct picture_text *texts;
	size_t texts_n;
};

/*
 * 0, or -1 with err (ERR_CELLS): not a whole PNG, another size, all of one colour, or it cannot be written;
 * then there is no file at to.
 */
int png_text_rewrite(const struct png_rewrite *r, struct err *err);

#endif
