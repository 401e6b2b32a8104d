#include "sweep/tally.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_planned(const struct plan *plan, size_t index)
{
	struct cell_place place = cell_index_place(plan->config, index);

	return plan->tests[place.test].in_mode[place.mode] && cell_place_exists(plan->config, &place);
}

int tally_init(struct tally *tally, const struct plan *plan)
{
	*tally = (struct tally){ .plan = plan, .cells_n = cell_index_n(plan->config) };
	tally->cells = calloc(tally->cells_n, sizeof(*tally->cells));
	if (!tally->cells)
		return -ENOMEM;
	for (size_t i = 0; i < tally->cells_n; i++)
		tally->cells[i] = (struct tally_cell){ .planned = is_planned(plan, i) };
	tally_choose(tally, true);
	return 0;
}

void tally_release(struct tally *tally)
{
	for (size_t i = 0; i < tally->cells_n; i++)
		free(tally->cells[i].samples);
	free(tally->cells);
	*tally = (struct tally){ 0 };
}

struct tally_cell *tally_cell(const struct tally *tally, const struct cell_place *place)
{
	return &tally->cells[cell_index(tally->plan->config, place)];
}

bool tally_find(const struct tally *tally, const struct sample *sample, struct cell_place *place)
{
	return cell_place_of(tally->plan->config, sample, place) && tally_cell(tally, place)->planned;
}

static double present(uint64_t ns)
{
	return ns == SAMPLE_ABSENT ? 0 : (double)ns;
}

/* The clock of several jobs may stop with the first one, the wall time goes on to the last. */
static double cost_of(const struct sample *s)
{
	double clocked = fmax(present(s->clocked_ns), present(s->total_ns));

	if (s->clocked_ns == SAMPLE_ABSENT)
		return NAN;
	return clocked + present(s->flush_ns) + present(s->close_ns) + present(s->setup_ns) + present(s->quiet_ns);
}

static struct tally_sample summarise(const struct sample *s)
{
	struct tally_sample t = {
		.pass = s->pass,
		.outcome = TALLY_SKIPPED,
		.log_rate = NAN,
		.cost_ns = cost_of(s),
		.started_ns = s->started_ns,
		.elapsed_ns = s->elapsed_ns == SAMPLE_ABSENT ? 0 : s->elapsed_ns,
		.end_offset = PATTERN_FROM_START,
	};

	if (sample_ok(s))
		t.outcome = TALLY_OK;
	else if (!strcmp(s->status, "failed"))
		t.outcome = TALLY_FAILED;
	if (sample_ok(s) && s->throughput_mib_s > 0)
		t.log_rate = log(s->throughput_mib_s);
	if (s->cut == 1 && s->end_offset_bytes != SAMPLE_ABSENT)
		t.end_offset = s->end_offset_bytes;
	return t;
}

void tally_note(struct tally *tally, const struct sample *sample)
{
	if (sample->sequence != SAMPLE_ABSENT && sample->sequence > tally->sequence)
		tally->sequence = sample->sequence;
	if (sample->elapsed_ns != SAMPLE_ABSENT && sample->elapsed_ns > tally->elapsed_ns)
		tally->elapsed_ns = sample->elapsed_ns;
}

int tally_add(struct tally *tally, const struct cell_place *place, const struct sample *sample)
{
	struct tally_cell *cell = tally_cell(tally, place);
	struct tally_sample *samples;
	size_t at = cell->samples_n;

	tally_note(tally, sample);
	if (sample->sequence != SAMPLE_ABSENT && sample->sequence > tally->swept)
		tally->swept = sample->sequence;
	if (tally_has(cell, sample->pass))
		return 0;
	samples = reallocarray(cell->samples, cell->samples_n + 1, sizeof(*samples));
	if (!samples)
		return -ENOMEM;
	for (; at > 0 && samples[at - 1].pass > sample->pass; at--)
		samples[at] = samples[at - 1];
	samples[at] = summarise(sample);
	cell->samples = samples;
	cell->samples_n++;
	return 0;
}

bool tally_has(const struct tally_cell *cell, uint64_t pass)
{
	return tally_sample(cell, pass);
}

const struct tally_sample *tally_sample(const struct tally_cell *cell, uint64_t pass)
{
	for (size_t i = 0; i < cell->samples_n; i++) {
		if (cell->samples[i].pass == pass)
			return &cell->samples[i];
	}
	return NULL;
}

bool tally_wanted(const struct tally *tally, const struct cell_place *place, uint64_t pass)
{
	const struct tally_cell *cell = tally_cell(tally, place);

	return cell->planned && cell->chosen && !tally_has(cell, pass);
}

void tally_choose(struct tally *tally, bool chosen)
{
	for (size_t i = 0; i < tally->cells_n; i++)
		tally->cells[i].chosen = chosen;
}

struct tally_count tally_count(const struct tally *tally, uint64_t first_pass, uint64_t last_pass)
{
	struct tally_count count = { 0 };

	for (size_t i = 0; i < tally->cells_n; i++) {
		const struct tally_cell *cell = &tally->cells[i];

		if (!cell->planned || !cell->chosen)
			continue;
		for (uint64_t pass = first_pass; pass <= last_pass; pass++) {
			count.total++;
			count.done += tally_has(cell, pass);
		}
	}
	return count;
}

uint64_t tally_outcomes(const struct tally *tally, enum tally_outcome outcome)
{
	uint64_t n = 0;

	for (size_t i = 0; i < tally->cells_n; i++) {
		for (size_t j = 0; j < tally->cells[i].samples_n; j++)
			n += tally->cells[i].samples[j].outcome == outcome;
	}
	return n;
}

uint64_t tally_start_offset(const struct tally_cell *cell, uint64_t pass)
{
	uint64_t offset = PATTERN_FROM_START;

	for (size_t i = 0; i < cell->samples_n && cell->samples[i].pass < pass; i++) {
		if (cell->samples[i].end_offset != PATTERN_FROM_START)
			offset = cell->samples[i].end_offset;
	}
	return offset;
}

/* Of those that took no more than that. */
static double mean_cost_ns(const struct tally_cell *cell, double most)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < cell->samples_n; i++) {
		if (!(cell->samples[i].cost_ns <= most))
			continue;
		sum += cell->samples[i].cost_ns;
		n++;
	}
	return n ? sum / (double)n : NAN;
}

double tally_cost_ns(const struct tally_cell *cell)
{
	return mean_cost_ns(cell, INFINITY);
}

double tally_usual_cost_ns(const struct tally_cell *cell)
{
	double least = INFINITY;

	for (size_t i = 0; i < cell->samples_n; i++)
		least = fmin(least, cell->samples[i].cost_ns);
	return mean_cost_ns(cell, TALLY_OUT * least);
}
