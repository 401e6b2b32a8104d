#include "sweep/stopping.h"

#include "stats/judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* The cells of one test in one mode. */
struct part {
	struct tally_cell *cells;
	size_t n;
	struct judged *judged; /* n */
	double *logs; /* room for the samples of all cells */
	uint64_t *passes;
};

/* How many samples a cell has from passes before this one. */
static size_t earlier(const struct tally_cell *cell, uint64_t pass)
{
	size_t n = 0;

	while (n < cell->samples_n && cell->samples[n].pass < pass)
		n++;
	return n;
}

static void fill(struct part *part, uint64_t pass)
{
	size_t at = 0;

	for (size_t i = 0; i < part->n; i++) {
		const struct tally_cell *cell = &part->cells[i];
		size_t n = 0, most = earlier(cell, pass);

		part->judged[i] = (struct judged){ .logs = part->logs + at, .passes = part->passes + at };
		for (size_t k = 0; k < most; k++) {
			if (!isfinite(cell->samples[k].log_rate))
				continue;
			part->logs[at + n] = cell->samples[k].log_rate;
			part->passes[at + n++] = cell->samples[k].pass;
		}
		part->judged[i].n = n;
		at += n;
	}
}

/* A cell that failed twice is left to itself. */
static bool is_wanted(const struct tally_cell *cell, const struct judged *judged, const struct judge_rule *rule,
		      uint64_t pass)
{
	if (!judged->n)
		return earlier(cell, pass) < 2;
	return judged->n < 2 || !judge_is_within(judged, rule);
}

static int choose_in(struct part *part, uint64_t pass, const struct judge_rule *rule, struct stopping *found)
{
	struct judge_first first;

	fill(part, pass);
	if (judge_cells(part->judged, part->n, rule, &first))
		return -ENOMEM;
	for (size_t i = 0; i < part->n; i++) {
		struct tally_cell *cell = &part->cells[i];
		bool measured = part->judged[i].n > 0;

		cell->half_width = part->judged[i].half_width;
		cell->chosen = cell->planned && is_wanted(cell, &part->judged[i], rule, pass);
		found->chosen += cell->chosen;
		found->measured += measured;
		found->within += measured && judge_is_within(&part->judged[i], rule);
	}
	return 0;
}

static size_t samples_of_all(const struct tally *tally)
{
	size_t n = 0;

	for (size_t i = 0; i < tally->cells_n; i++)
		n += tally->cells[i].samples_n;
	return n;
}

/* See cell_index(): mode and test are its slowest indexes. */
static int choose_all(struct tally *tally, struct part *part, uint64_t pass, double precision, struct stopping *found)
{
	const struct judge_rule rule = { precision, 0.95 };
	int ret = 0;

	for (size_t at = 0; !ret && at < tally->cells_n; at += part->n) {
		part->cells = &tally->cells[at];
		ret = choose_in(part, pass, &rule, found);
	}
	return ret;
}

int stopping_choose(struct tally *tally, uint64_t pass, double precision, struct stopping *found)
{
	struct part part = { .n = tally->cells_n / MODES_N / tally->plan->tests_n };
	size_t room = samples_of_all(tally) + 1;
	int ret = -ENOMEM;

	*found = (struct stopping){ 0 };
	part.judged = calloc(part.n, sizeof(*part.judged));
	part.logs = calloc(room, sizeof(*part.logs));
	part.passes = calloc(room, sizeof(*part.passes));
	if (part.judged && part.logs && part.passes)
		ret = choose_all(tally, &part, pass, precision, found);
	free(part.judged);
	free(part.logs);
	free(part.passes);
	if (!ret && (double)found->within >= STOPPING_SHARE * (double)found->measured) {
		tally_choose(tally, false);
		found->chosen = 0;
	}
	return ret;
}
