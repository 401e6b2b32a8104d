/*
 * png_probe FILE [X,Y]...: what is in a PNG, decoded by libpng: "size WxH", "colours N", one "text KEY: VALUE" a chunk,
 * "pixel X,Y RRGGBB" for each place asked for, from the upper left corner. Fails when the file is not a whole PNG.
 */
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLOURS (1U << 24)

struct image {
	uint32_t width, height;
	uint8_t *rgb;
};

static uint32_t colour_at(const struct image *im, size_t pixel)
{
	const uint8_t *p = im->rgb + pixel * 3;

	return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static int read_pixels(const char *path, struct image *im)
{
	png_image image = { .version = PNG_IMAGE_VERSION };

	if (!png_image_begin_read_from_file(&image, path)) {
		fprintf(stderr, "%s: %s\n", path, image.message);
		return -1;
	}
	image.format = PNG_FORMAT_RGB;
	*im = (struct image){ image.width, image.height, malloc(PNG_IMAGE_SIZE(image)) };
	if (im->rgb && png_image_finish_read(&image, NULL, im->rgb, 0, NULL))
		return 0;
	fprintf(stderr, "%s: %s\n", path, image.message);
	png_image_free(&image);
	return -1;
}

static size_t count_colours(const struct image *im)
{
	uint8_t *seen = calloc(COLOURS / 8, 1);
	size_t n = 0;

	for (size_t i = 0; seen && i < (size_t)im->width * im->height; i++) {
		uint32_t colour = colour_at(im, i);

		n += !(seen[colour / 8] >> colour % 8 & 1);
		seen[colour / 8] |= (uint8_t)(1U << colour % 8);
	}
	free(seen);
	return n;
}

static int print_texts(const char *path)
{
	FILE *file = fopen(path, "rb");
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	png_textp texts;
	int n;

	if (!file || !info || setjmp(png_jmpbuf(png)))
		return -1;
	png_init_io(png, file);
	png_read_info(png, info);
	n = (int)png_get_text(png, info, &texts, NULL);
	for (int i = 0; i < n; i++)
		printf("text %s: %s\n", texts[i].key, texts[i].text);
	png_destroy_read_struct(&png, &info, NULL);
	fclose(file);
	return 0;
}

int main(int argc, char **argv)
{
	struct image im;

	if (argc < 2 || read_pixels(argv[1], &im))
		return 1;
	printf("size %ux%u\ncolours %zu\n", im.width, im.height, count_colours(&im));
	if (print_texts(argv[1]))
		return 1;
	for (int i = 2; i < argc; i++) {
		unsigned x, y;

		if (sscanf(argv[i], "%u,%u", &x, &y) != 2 || x >= im.width || y >= im.height)
			return 1;
		printf("pixel %u,%u %06x\n", x, y, colour_at(&im, (size_t)y * im.width + x));
	}
	free(im.rgb);
	return 0;
}
