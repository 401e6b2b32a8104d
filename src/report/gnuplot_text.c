#include "report/gnuplot_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define PX_PER_POINT (96.0 / 72.0)
#define ELLIPSIS "\xe2\x80\xa6"
#define WIDEST 1000 /* of 1000 em: what a glyph that is not in the table counts */

/* Advance widths of U+0020 to U+007E in 1/1000 em. */
static const uint16_t widths[] = {
	318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
	636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
	575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
	611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
	278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
};

/* Signs beyond Latin-1 that the pictures use: every sans font has them. */
static const struct {
	uint32_t code;
	unsigned width;
} signs[] = {
	{ 0x2013, 500 }, { 0x2014, 1000 }, { 0x2018, 318 }, { 0x2019, 318 }, { 0x201c, 518 }, { 0x201d, 518 },
	{ 0x2026, 1000 }, { 0x20ac, 636 }, { 0x2190, 838 }, { 0x2191, 838 }, { 0x2192, 838 }, { 0x2193, 838 },
	{ 0x2196, 838 }, { 0x2197, 838 }, { 0x2198, 838 }, { 0x2199, 838 },
	{ 0x2264, 838 }, { 0x2265, 838 },
};

/* Width in 1/1000 em; 0: not to be drawn. */
static unsigned glyph_width(uint32_t code)
{
	if (code >= 0x20 && code <= 0x7e)
		return widths[code - 0x20];
	if (code == 0xad)
		return 0;
	if (code == 0xb7 || code == 0xa0)
		return 318;
	if (code == 0xd7 || code == 0xb1 || code == 0xf7)
		return 838;
	if (code >= 0xa1 && code <= 0xff)
		return 700;
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (signs[i].code == code)
			return signs[i].width;
	return 0;
}

/* Takes one character off *text (RFC 3629). A byte that begins none counts as one that cannot be drawn, 0. */
static uint32_t next_code(const char **text)
{
	const unsigned char *s = (const unsigned char *)*text;
	size_t more = *s >= 0xf0 && *s < 0xf5 ? 3 : *s >= 0xe0 && *s < 0xf0 ? 2 : *s >= 0xc2 && *s < 0xe0 ? 1 : 0;
	uint32_t code = more ? *s & (0x3fU >> more) : *s;

	for (size_t i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80) {
			++*text;
			return 0;
		}
		code = code << 6 | (s[i] & 0x3fU);
	}
	*text += 1 + more;
	return *s >= 0x80 && !more ? 0 : code;
}

uint32_t text_next(const char **text, double *width_em)
{
	uint32_t code = next_code(text);
	unsigned width = glyph_width(code);

	*width_em = (width ? width : WIDEST) / 1000.0;
	return width ? code : 0;
}

double text_width_px(const char *text, double points)
{
	unsigned long sum = 0;

	while (*text) {
		unsigned width = glyph_width(next_code(&text));

		sum += width ? width : WIDEST;
	}
	return (double)sum / 1000 * points * PX_PER_POINT;
}

double text_height_px(double points)
{
	return points * PX_PER_POINT * 0.95;
}

static void add_drawable(struct strbuf *sb, const char *text)
{
	while (*text) {
		const char *start = text;
		uint32_t code = next_code(&text);

		if (code == '\n' || code == '\t' || code == '\r')
			strbuf_addch(sb, ' ');
		else if (glyph_width(code))
			strbuf_add(sb, start, (size_t)(text - start));
		else
			strbuf_addch(sb, '?');
	}
}

/* Length of the longest beginning of text, in whole characters, that fits with an ellipsis behind it. */
static size_t fitting_length(const char *text, double points, double max_px)
{
	double left = max_px / (points * PX_PER_POINT) * 1000 - WIDEST;
	const char *at = text;

	while (*at) {
		const char *next = at;

		left -= glyph_width(next_code(&next));
		if (left < 0)
			break;
		at = next;
	}
	return (size_t)(at - text);
}

void text_add_clean(struct strbuf *sb, const char *text, double points, double max_px)
{
	size_t start = sb->len, fits, word;

	add_drawable(sb, text);
	if (text_width_px(sb->buf + start, points) <= max_px)
		return;
	fits = fitting_length(sb->buf + start, points, max_px);
	for (word = fits; word > fits / 2 && sb->buf[start + word] != ' '; word--)
		;
	strbuf_setlen(sb, start + (word > fits / 2 ? word : fits));
	strbuf_addstr(sb, ELLIPSIS);
}

void text_add_quoted(struct strbuf *sb, const char *text)
{
	strbuf_addch(sb, '\'');
	for (; *text; text++) {
		/*
		 * gnuplot 5.4 cannot parse every doubled quote (a leading one, for instance), and looks for
		 * macros and backticks with a notion of its own of where a string ends; in octal none of them
		 * is seen.
		 */
		if (strchr("'`@\\\"", *text))
			strbuf_addf(sb, "' . \"\\%03o\" . '", (unsigned)*text);
		else
			strbuf_addch(sb, *text);
	}
	strbuf_addch(sb, '\'');
}

void text_add_field(struct strbuf *sb, const char *text)
{
	strbuf_addch(sb, '"');
	for (; *text; text++)
		strbuf_addch(sb, *text == '"' ? '\'' : *text == '\\' ? '/' : *text);
	strbuf_addch(sb, '"');
}
