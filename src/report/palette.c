#include "report/palette.h"

#include "base/strbuf.h"

#include <math.h>

const struct palette palette_values = {
	.stops = { 0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725 },
	.n = 9,
	.white_ink_below = 0.44,
	.white_ink_above = INFINITY,
};

const struct palette palette_ratios = {
	.stops = { 0x8c510a, 0xbf812d, 0xdfc27d, 0xffffff, 0x92c5de, 0x4393c3, 0x2166ac },
	.n = 7,
	.white_ink_below = 0.15,
	.white_ink_above = 0.85,
};

static double channel(uint32_t rgb, unsigned shift)
{
	return rgb >> shift & 0xff;
}

uint32_t palette_at(const struct palette *p, double share)
{
	double at = fmin(fmax(share, 0), 1) * (double)(p->n - 1);
	size_t i = at < (double)(p->n - 1) ? (size_t)at : p->n - 2;
	uint32_t rgb = 0;

	for (unsigned shift = 0; shift <= 16; shift += 8) {
		double a = channel(p->stops[i], shift), b = channel(p->stops[i + 1], shift);

		rgb |= (uint32_t)lround(a + (b - a) * (at - (double)i)) << shift;
	}
	return rgb;
}

uint32_t palette_ink(const struct palette *p, double share)
{
	return share < p->white_ink_below || share > p->white_ink_above ? 0xffffff : 0x000000;
}

void palette_add_commands(struct strbuf *sb, const struct palette *p)
{
	strbuf_addstr(sb, "set palette maxcolors 0\nset palette defined (");
	for (size_t i = 0; i < p->n; i++)
		strbuf_addf(sb, "%s%zu '#%06X'", i ? ", " : "", i, (unsigned)p->stops[i]);
	strbuf_addstr(sb, ")\n");
}
