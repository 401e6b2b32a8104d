#include "report/raster_font.h"

#include "report/gnuplot_text.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/*
 * Strokes: pairs of x and y on a grid of which a unit is UNIT em, each a digit or a letter from A (10); the base line
 * is at y 4, the height of small letters at 13 (D), of capitals at 16 (G). A blank lifts the pen.
 */
#define UNIT 0.0608
#define BASE 4
#define CAPITAL_EM (12 * UNIT)
#define PEN_EM 0.085

static const char *const ascii[] = {
	"", "3G38 3534", "2G2D 5G5D", "5G34 9G74 2CBC 19A9", "9E7G3G1E1C3A7A9896743416 5I52",
	"2G5G5C2C2G A8D8D4A4A8 CG44", "B43C3E5G7E7D29163464A9", "2G2D", "4H2D2742", "2H4D4722", "4G49 1E7B 7E1B",
	"7D75 39B9", "353421", "1949", "3534", "5G13", /* / */
	"3G7G9D977434171D3G", "2E5G54 2484", "1D3G7G9D9B1494", "1E3G7G9E9C7A4A 7A9896743416", "747G1898",
	"8G2G2B7B9997743416", "8F6G4G1D17347497997B3B19", "1G9G44", "3A1C1E3G7G9E9C7A3A1816347496987A",
	"254464979D7G3G1D1B39799B", "3C3B 3534", "3C3B 353421", "BD29B5", "2BBB 27B7", "2DB925", "1E3G5G7E7C4A48 4544",
	"D5A353181B4FAFEBE8C6A8AC7C5A5876A8", /* @ */
	"045GA4 2888", "141G6G8E8C6A1A 6A98967414", "AE8G4G1D174484A6", "141G6G9FBCB8956414", "9G1G1494 1A8A",
	"9G1G14 1A7A", "AE8G4G1D174484A5AA7A", "141G A4AG 1AAA", "242G", "3G321000", "141G AG1A 4BA4", "1G1494",
	"141G79DGD4", "141GA4AG", "4G8GBDB78444171D4G", "141G6G9E9B6919", "4G8GBDB78444171D4G 84A1",
	"141G6G9E9B6919 69A4", "9E7G3G1E1C3A7A9896743416", "0GAG 5G54", "1G174474A7AG", "0G54AG", "1G448GC4FG",
	"1GA4 14AG", "0G5AAG 5A54", "1GAG14A4", "4H2H2242", "1G53", "2H4H4222", "3C7GBC", "0282", "2G4E", /* ` */
	"2C4D6D8B84 8A4A1816346486", "1G14 1B3D6D9B96643416", "8C6D4D1B16446485", "9G94 9B7D4D1B16447496",
	"19999B6D4D1B16447495", "5G4G3E34 1D5D", "9D91704021 9B7D4D1B17457597", "1G14 1B4D6D8B84", "2C24 2G2G",
	"2C211000 2G2G", "1G14 8D18 3A84", "2G24", "1D14 1B3D6D7B74 7B9DCDDBD4", "1D14 1B4D6D8B84",
	"4D6D9B966444161B4D", "1D10 1B3D6D9B96643416", "9D90 9B7D4D1B16447496", "1D14 1A3D6D",
	"7C5D3D1B395876543415", "3G364464 1D6D", "1D16346486 8D84", "1D549D", "1D447DA4DD", "1D94 149D",
	"1D54 9D4120", "1D7D1474", "5H3F3B1A393452", "3H31", "1H3F3B5A393412", "284A6A98B8CA",
};

/* U+00C0 and on, as letters without accents. */
static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";

static const struct {
	uint32_t code;
	const char *strokes;
} signs[] = {
	{ 0xb0, "3G5G6E5C3C2E3G" },
	{ 0xb1, "7E76 3ABA 34B4" },
	{ 0xb5, "1D10 16346486 8D84" },
	{ 0xb7, "3A39" },
	{ 0xd7, "3DB5 35BD" },
	{ 0xf7, "39B9 7D7C 7675" },
	{ 0x2013, "1979" },
	{ 0x2014, "19F9" },
	{ 0x2018, "3G2D" },
	{ 0x2019, "3G2D" },
	{ 0x201c, "3G2D 6G5D" },
	{ 0x201d, "3G2D 6G5D" },
	{ 0x2026, "3534 8584 D5D4" },
	{ 0x20ac, "AE8G6G3D376484A6 1C7C 1878" },
	{ 0x2190, "29B9 5C2956" },
	{ 0x2191, "747F 4C7FAC" },
	{ 0x2192, "29B9 8CB986" },
	{ 0x2193, "747F 4774A7" },
	{ 0x2196, "3DB5 383D8D" },
	{ 0x2197, "35BD 6DBDB8" },
	{ 0x2198, "3DB5 65B5BA" },
	{ 0x2199, "35BD 85353A" },
	{ 0x2264, "BE3AB6 34B4" },
	{ 0x2265, "3EBA36 34B4" },
};

static const char *strokes_of(uint32_t code)
{
	if (code >= 0xc0 && code <= 0xff && code != 0xd7 && code != 0xf7)
		code = (unsigned char)latin[code - 0xc0];
	if (code >= ' ' && code - ' ' < sizeof(ascii) / sizeof(ascii[0]))
		return ascii[code - ' '];
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (signs[i].code == code)
			return signs[i].strokes;
	return code == 0xa0 ? "" : ascii['?' - ' '];
}

static double unit(char c)
{
	return c >= 'A' ? c - 'A' + 10 : c - '0';
}

/* A point of the text, right of its start and above its middle, on the image. */
static struct raster_point place(const struct raster_text *how, double right, double up)
{
	double angle = how->angle_deg * M_PI / 180, c = cos(angle), s = sin(angle);

	return (struct raster_point){ how->at.x + right * c - up * s, how->at.y - right * s - up * c };
}

static void add_glyph(struct raster_image *im, const char *strokes, const struct raster_text *how, double right_px)
{
	double unit_px = UNIT * how->em_px, pen_px = fmax(PEN_EM * how->em_px, 1);
	struct raster_point last = how->at;
	bool down = false;

	for (; strokes[0] && strokes[1]; strokes += 2) {
		struct raster_point at;

		if (strokes[0] == ' ') {
			down = false;
			strokes++;
		}
		at = place(how, right_px + unit(strokes[0]) * unit_px,
			   (unit(strokes[1]) - BASE) * unit_px - CAPITAL_EM / 2 * how->em_px);
		if (down)
			raster_line(im, last, at, pen_px, how->rgb);
		last = at;
		down = true;
	}
}

void raster_add_text(struct raster_image *im, const char *text, const struct raster_text *how)
{
	double right_em = 0;

	while (*text) {
		double width_em;
		uint32_t code = text_next(&text, &width_em);

		add_glyph(im, strokes_of(code), how, right_em * how->em_px);
		right_em += width_em;
	}
}
