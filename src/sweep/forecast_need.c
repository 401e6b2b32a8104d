#include "sweep/forecast_need.h"

#include "sweep/stopping.h"

#include <math.h>

#define KNOWN_SHARE 0.9 /* of the cells, that tell of the others */

/* How many samples the cell will need for the precision, at most one more than there are passes; NAN: not known. */
static double needed(const struct forecast *f, size_t cell)
{
	return isnan(f->sd[cell]) ? NAN : (double)stopping_samples(f->sd[cell], f->precision, f->passes + 1);
}

/* One that failed or was skipped is not waited for. */
static bool is_judged(const struct tally_cell *cell)
{
	return cell->planned && (!cell->samples_n || cell->samples[0].outcome == TALLY_OK);
}

void forecast_need_judge(struct forecast *f, uint64_t pass)
{
	double known = 0, planned = 0;

	if (!(f->precision > 0) || stopping_noise(f->tally, pass + 1, f->sd))
		return;
	for (uint64_t n = 0; n <= f->passes; n++)
		f->wide[n] = 0;
	for (size_t i = 0; i < f->tally->cells_n; i++) {
		double n = needed(f, i);

		planned += is_judged(&f->tally->cells[i]);
		if (isnan(n))
			continue;
		known++;
		for (uint64_t with = 0; with <= f->passes && (double)with < n; with++)
			f->wide[with]++;
	}
	for (uint64_t n = 0; n <= f->passes; n++)
		f->wide[n] /= fmax(1, known);
	f->has_noise = known >= fmax(1, KNOWN_SHARE * planned);
}

double forecast_need_share(const struct forecast *f, size_t cell, const struct asked *asked)
{
	const struct tally_cell *c = &f->tally->cells[cell];
	uint64_t samples = asked->pass + asked->later - 1;
	double n;

	if (!c->planned)
		return 0;
	if (!asked->later)
		return c->chosen && !tally_has(c, asked->pass);
	if (!f->has_noise || asked->pass + asked->later <= 2)
		return 1;
	n = needed(f, cell);
	if (isnan(n))
		return f->wide[samples < f->passes ? samples : f->passes];
	/* One that is not measured in this pass has fewer than there were passes. */
	samples = c->samples_n + (c->chosen && !tally_has(c, asked->pass)) + asked->later - 1;
	return n > (double)samples;
}

bool forecast_need_is_over(const struct forecast *f, const struct asked *asked)
{
	double wide = 0, all = 0;

	if (!f->has_noise || asked->pass + asked->later <= 2)
		return false;
	for (size_t i = 0; i < f->tally->cells_n; i++) {
		if (!is_judged(&f->tally->cells[i]))
			continue;
		all++;
		wide += forecast_need_share(f, i, asked);
	}
	return wide <= (1 - STOPPING_SHARE) * all;
}
