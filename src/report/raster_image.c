#include "report/raster_image.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_PER_PIXEL 3
#define SHADES 5.0

int raster_init(struct raster_image *im, uint32_t width, uint32_t height)
{
	size_t len = (size_t)width * height * BYTES_PER_PIXEL;

	*im = (struct raster_image){ width, height, malloc(len ? len : 1) };
	if (!im->rgb)
		return -ENOMEM;
	memset(im->rgb, 0xff, len);
	return 0;
}

void raster_release(struct raster_image *im)
{
	free(im->rgb);
	*im = (struct raster_image){ 0, 0, NULL };
}

/* Covers a share of a pixel of the image. */
static void blend(struct raster_image *im, long x, long y, uint32_t rgb, double share)
{
	uint8_t *p = im->rgb + ((size_t)y * im->width + (size_t)x) * BYTES_PER_PIXEL;

	for (unsigned i = 0; i < BYTES_PER_PIXEL; i++) {
		double ink = rgb >> (16 - 8 * i) & 0xff;

		p[i] = (uint8_t)lround(p[i] + (ink - p[i]) * share);
	}
}

/* The pixels from low to high that lie in the image: [*first, *end). */
static void clip(double low, double high, uint32_t size, long *first, long *end)
{
	*first = (long)fmin(fmax(floor(low), 0), size);
	*end = (long)fmin(fmax(ceil(high), 0), size);
}

/* How much of the pixel at i lies between low and high. */
static double overlap(long i, double low, double high)
{
	return fmax(0, fmin(high, (double)i + 1) - fmax(low, (double)i));
}

void raster_rect(struct raster_image *im, struct raster_point a, struct raster_point b, uint32_t rgb)
{
	double left = fmin(a.x, b.x), right = fmax(a.x, b.x), top = fmin(a.y, b.y), bottom = fmax(a.y, b.y);
	long x0, x1, y0, y1;

	clip(left, right, im->width, &x0, &x1);
	clip(top, bottom, im->height, &y0, &y1);
	for (long y = y0; y < y1; y++)
		for (long x = x0; x < x1; x++)
			blend(im, x, y, rgb, overlap(x, left, right) * overlap(y, top, bottom));
}

static double distance(struct raster_point a, struct raster_point b, struct raster_point p)
{
	double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
	double at = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;

	at = fmin(fmax(at, 0), 1);
	return hypot(p.x - a.x - at * dx, p.y - a.y - at * dy);
}

struct pen {
	struct raster_point a, b;
	double half_width, most; /* the largest share: less than 1 for a line thinner than a pixel */
	uint32_t rgb;
};

static void touch(struct raster_image *im, const struct pen *pen, long x, long y)
{
	double d = distance(pen->a, pen->b, (struct raster_point){ (double)x + 0.5, (double)y + 0.5 });
	double share = fmin(pen->most, pen->half_width + 0.5 - d);

	/* few shades make small files */
	share = ceil(share * SHADES - 0.5) / SHADES;
	if (share > 0)
		blend(im, x, y, pen->rgb, share);
}

/* Where a line that is given as position over step lies at the middle of a pixel, kept within its ends. */
static double line_at(double step0, double pos0, double step1, double pos1, double step)
{
	double at = step1 > step0 || step1 < step0 ? (step - step0) / (step1 - step0) : 0;

	return pos0 + (pos1 - pos0) * fmin(fmax(at, 0), 1);
}

/* Column by column, since the box about a long line holds mostly what it does not touch. */
static void draw_flat(struct raster_image *im, const struct pen *pen, double reach)
{
	long x0, x1, y0, y1;

	clip(fmin(pen->a.x, pen->b.x) - pen->half_width - 1, fmax(pen->a.x, pen->b.x) + pen->half_width + 1, im->width,
	     &x0, &x1);
	for (long x = x0; x < x1; x++) {
		double y = line_at(pen->a.x, pen->a.y, pen->b.x, pen->b.y, (double)x + 0.5);

		clip(y - reach, y + reach, im->height, &y0, &y1);
		for (long row = y0; row < y1; row++)
			touch(im, pen, x, row);
	}
}

static void draw_steep(struct raster_image *im, const struct pen *pen, double reach)
{
	long x0, x1, y0, y1;

	clip(fmin(pen->a.y, pen->b.y) - pen->half_width - 1, fmax(pen->a.y, pen->b.y) + pen->half_width + 1, im->height,
	     &y0, &y1);
	for (long y = y0; y < y1; y++) {
		double x = line_at(pen->a.y, pen->a.x, pen->b.y, pen->b.x, (double)y + 0.5);

		clip(x - reach, x + reach, im->width, &x0, &x1);
		for (long column = x0; column < x1; column++)
			touch(im, pen, column, y);
	}
}

void raster_line(struct raster_image *im, struct raster_point a, struct raster_point b, double width, uint32_t rgb)
{
	const struct pen pen = { a, b, fmax(width, 1) / 2, fmin(width, 1), rgb };
	/* a line at 45 degrees is 1.42 times as high as wide, and its ends are round */
	double reach = (pen.half_width + 1) * 1.5 + 1;

	if (fabs(b.x - a.x) >= fabs(b.y - a.y))
		draw_flat(im, &pen, reach);
	else
		draw_steep(im, &pen, reach);
}

void raster_disc(struct raster_image *im, struct raster_point at, double radius, uint32_t rgb)
{
	raster_line(im, at, at, 2 * radius, rgb);
}

void raster_band(struct raster_image *im, struct raster_edge from, struct raster_edge to, uint32_t rgb, double opacity)
{
	long x0, x1, y0, y1;

	clip(from.x, to.x, im->width, &x0, &x1);
	for (long x = x0; x < x1; x++) {
		double share = overlap(x, from.x, to.x) * opacity;
		double top = line_at(from.x, from.top, to.x, to.top, (double)x + 0.5);
		double bottom = line_at(from.x, from.bottom, to.x, to.bottom, (double)x + 0.5);

		clip(top, bottom, im->height, &y0, &y1);
		for (long y = y0; y < y1; y++)
			blend(im, x, y, rgb, share * overlap(y, top, bottom));
	}
}
