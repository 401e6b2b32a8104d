/* palette: the colours of values, from the lowest to the highest. */
#ifndef IOSWEEP_REPORT_PALETTE_H
#define IOSWEEP_REPORT_PALETTE_H

#include <stddef.h>
#include <stdint.h>

struct strbuf;

#define PALETTE_STOPS_MAX 9

struct palette {
	uint32_t stops[PALETTE_STOPS_MAX]; /* 0xRRGGBB, evenly apart */
	size_t n; /* at least 2 */
	double white_ink_below, white_ink_above; /* shares beyond which black text cannot be read */
};

/* viridis (Smith and van der Walt, 2015): even steps of lightness, also for the colour-blind. */
extern const struct palette palette_values;

/* Brown below and blue above the middle, for ratios (ColorBrewer's BrBG and RdBu). */
extern const struct palette palette_ratios;

/* The colour at a share from 0 to 1; beyond, that of the end. */
uint32_t palette_at(const struct palette *p, double share);

/* The colour of text on it: white or black. */
uint32_t palette_ink(const struct palette *p, double share);

/* Adds `set palette defined (...)`. */
void palette_add_commands(struct strbuf *sb, const struct palette *p);

#endif
