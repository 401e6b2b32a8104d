#include "store/import_samples.h"

#include "model/axis.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB 1024U
#define KIB_PER_MIB 1024.0
#define NS_PER_US 1e3
#define US_PER_S 1e6

static const struct iozone_facts *facts_of(const struct import_part *part)
{
	return &part->log->runs[part->run].facts;
}

static const char *api_of(const struct iozone_facts *facts, const struct iozone_test *test)
{
	return test->api ? test->api : facts->api;
}

/* Neither stdio nor a mapping is direct, whatever the file was opened with. */
static enum mode mode_of(const struct iozone_facts *facts, const struct iozone_test *test)
{
	const char *api = api_of(facts, test);

	return facts->direct && strcmp(api, "stdio") != 0 && strcmp(api, "mmap") != 0 ? MODE_DEVICE : MODE_CACHED;
}

static void set_cell(const struct iozone_facts *facts, const struct iozone_value *value, struct sample *sample)
{
	const char *api = api_of(facts, value->test);

	strcpy(sample->mode, mode_name(mode_of(facts, value->test)));
	snprintf(sample->test, sizeof(sample->test), "%s", value->test->name);
	snprintf(sample->api, sizeof(sample->api), "%s", api);
	snprintf(sample->pattern, sizeof(sample->pattern), "%s", value->test->pattern);
	sample->file_size_bytes = value->file_kib * KIB;
	sample->record_size_bytes = value->record_kib * KIB;
	sample->depth = value->test->api ? 1 : facts->depth;
	sample->jobs = facts->jobs ? facts->jobs : 1;
}

static void set_circumstances(const struct iozone_facts *facts, const struct iozone_value *value,
			      struct sample *sample)
{
	if (!facts->head_seen)
		return;
	sample->direct = mode_of(facts, value->test) == MODE_DEVICE;
	if (value->test->writes)
		sample->flush_counted = facts->include_flush;
}

static void set_figure(const struct iozone_value *value, struct sample *sample)
{
	double record_mib = (double)value->record_kib / KIB_PER_MIB;

	switch (value->unit) {
	case IOZONE_KIB_S:
		sample->throughput_mib_s = value->value / KIB_PER_MIB;
		break;
	case IOZONE_OPS_S:
		sample->iops = value->value;
		sample->throughput_mib_s = value->value * record_mib;
		break;
	case IOZONE_US_OP:
		sample->lat_mean_ns = value->value * NS_PER_US;
		sample->throughput_mib_s = record_mib / (value->value / US_PER_S);
		break;
	}
}

static void add_part(const struct import_part *part, struct import_samples *samples)
{
	for (size_t i = 0; i < part->log->values_n; i++) {
		const struct iozone_value *value = &part->log->values[i];
		struct sample *sample = &samples->v[samples->n];

		if (value->run != part->run)
			continue;
		sample_init(sample);
		set_cell(facts_of(part), value, sample);
		set_circumstances(facts_of(part), value, sample);
		set_figure(value, sample);
		strcpy(sample->status, "ok");
		sample->sequence = ++samples->n;
	}
}

static int compare_cells(const struct sample *a, const struct sample *b)
{
	int order = strcmp(a->mode, b->mode);

	if (!order)
		order = strcmp(a->test, b->test);
	for (enum axis axis = 0; !order && axis < AXES_N; axis++) {
		uint64_t va = axis_of_sample(axis, a), vb = axis_of_sample(axis, b);

		order = (va > vb) - (va < vb);
	}
	return order;
}

/* By cell, then by place. */
static int compare(const void *va, const void *vb)
{
	const struct sample *a = *(const struct sample *const *)va, *b = *(const struct sample *const *)vb;
	int order = compare_cells(a, b);

	return order ? order : (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

/* The k-th sample of a cell is of pass k. Returns 0 or -ENOMEM. */
static int number_passes(const struct import_samples *samples, struct import_counts *counts)
{
	struct sample **order = calloc(samples->n + 1, sizeof(*order));

	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < samples->n; i++)
		order[i] = &samples->v[i];
	qsort(order, samples->n, sizeof(*order), compare);
	for (size_t i = 0; i < samples->n; i++) {
		order[i]->pass = i && !compare_cells(order[i - 1], order[i]) ? order[i - 1]->pass + 1 : 1;
		if (order[i]->pass > counts->passes)
			counts->passes = order[i]->pass;
	}
	free(order);
	return 0;
}

static void count(const struct import_samples *samples, struct import_counts *counts)
{
	counts->samples = samples->n;
	for (size_t i = 0; i < samples->n; i++) {
		counts->device |= !strcmp(samples->v[i].mode, mode_name(MODE_DEVICE));
		counts->cached |= !strcmp(samples->v[i].mode, mode_name(MODE_CACHED));
	}
	for (size_t t = 0; t < iozone_tests_n; t++) {
		for (size_t i = 0; i < samples->n; i++) {
			if (!strcmp(samples->v[i].test, iozone_tests[t].name)) {
				counts->tests++;
				break;
			}
		}
	}
}

int import_samples_make(const struct import *import, struct import_samples *samples, struct import_counts *counts)
{
	size_t n = 0;

	for (size_t i = 0; i < import->parts_n; i++)
		n += import->parts[i].log->runs[import->parts[i].run].values_n;
	*samples = (struct import_samples){ .v = calloc(n + 1, sizeof(*samples->v)) };
	if (!samples->v)
		return -ENOMEM;
	for (size_t i = 0; i < import->parts_n; i++)
		add_part(&import->parts[i], samples);
	count(samples, counts);
	return number_passes(samples, counts);
}

void import_samples_release(struct import_samples *samples)
{
	free(samples->v);
	*samples = (struct import_samples){ .v = NULL };
}
