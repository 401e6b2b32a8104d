#include "sweep/stopping.h"

#include "stats/judge.h"
#include "stats/robust.h"
#include "stats/student.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/param.h>

#define DF 30 /* of a noise that many cells tell of */

/* The cells of one test in one mode. */
struct part {
	const struct tally_cell *cells;
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

/* Room for the largest of all parts, which are of one size: mode and test are the slowest indexes of cell_index(). */
static int part_init(struct part *part, const struct tally *tally)
{
	size_t room = 1;

	for (size_t i = 0; i < tally->cells_n; i++)
		room += tally->cells[i].samples_n;
	*part = (struct part){ .n = tally->cells_n / MODES_N / tally->plan->tests_n };
	part->judged = calloc(MAX(part->n, 1), sizeof(*part->judged));
	part->logs = calloc(room, sizeof(*part->logs));
	part->passes = calloc(room, sizeof(*part->passes));
	return part->judged && part->logs && part->passes ? 0 : -ENOMEM;
}

static void part_release(struct part *part)
{
	free(part->judged);
	free(part->logs);
	free(part->passes);
}

static int judge_part(struct part *part, const struct tally *tally, size_t at, uint64_t pass, const struct judge_rule *rule)
{
	struct judge_first first;

	part->cells = &tally->cells[at];
	fill(part, pass);
	return judge_cells(part->judged, part->n, rule, &first);
}

static void choose_in(const struct part *part, struct tally_cell *cells, uint64_t pass, const struct judge_rule *rule,
		      struct stopping *found)
{
	for (size_t i = 0; i < part->n; i++) {
		bool measured = part->judged[i].n > 0;

		cells[i].chosen = cells[i].planned && is_wanted(&cells[i], &part->judged[i], rule, pass);
		found->chosen += cells[i].chosen;
		found->measured += measured;
		found->within += measured && judge_is_within(&part->judged[i], rule);
	}
}

int stopping_choose(struct tally *tally, uint64_t pass, double precision, struct stopping *found)
{
	const struct judge_rule rule = { precision, 0.95 };
	struct part part;
	int ret = part_init(&part, tally);

	*found = (struct stopping){ 0 };
	for (size_t at = 0; !ret && at < tally->cells_n; at += part.n) {
		ret = judge_part(&part, tally, at, pass, &rule);
		if (!ret)
			choose_in(&part, &tally->cells[at], pass, &rule, found);
	}
	part_release(&part);
	if (!ret && (double)found->within >= STOPPING_SHARE * (double)found->measured) {
		tally_choose(tally, false);
		found->chosen = 0;
	}
	return ret;
}

int stopping_noise(const struct tally *tally, uint64_t pass, double *sd)
{
	struct part part;
	int ret = part_init(&part, tally);

	for (size_t at = 0; !ret && at < tally->cells_n; at += part.n) {
		ret = judge_part(&part, tally, at, pass, &JUDGE_RULE);
		for (size_t i = 0; i < part.n && !ret; i++)
			sd[at + i] = part.judged[i].sd;
	}
	part_release(&part);
	return ret;
}

uint64_t stopping_samples(double sd, double precision, uint64_t most)
{
	double aim = log1p(precision) / student_quantile(1 - JUDGE_RULE.confidence, DF);
	uint64_t n = 2;

	while (n < most && sd * robust_median_sd(n) > aim)
		n++;
	return n;
}
