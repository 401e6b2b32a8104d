/* What can only be said of a log once all of it has been read. */
#include "store/iozone_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OWN_STRIDE 17 /* records; of iosweep's test, and of IOzone's unless -j asks for another */

/* By cell, then by form, then by place. */
static int compare(const void *va, const void *vb)
{
	const struct iozone_value *a = *(const struct iozone_value *const *)va;
	const struct iozone_value *b = *(const struct iozone_value *const *)vb;
	const uint64_t pairs[][2] = {
		{ a->run, b->run }, { (size_t)(a->test - iozone_tests), (size_t)(b->test - iozone_tests) },
		{ a->file_kib, b->file_kib }, { a->record_kib, b->record_kib },
		{ a->source == IOZONE_EXCEL, b->source == IOZONE_EXCEL }, { a->line, b->line },
	};
	int order = 0;

	for (size_t i = 0; !order && i < sizeof(pairs) / sizeof(*pairs); i++)
		order = (pairs[i][0] > pairs[i][1]) - (pairs[i][0] < pairs[i][1]);
	return order;
}

static bool same_cell(const struct iozone_value *a, const struct iozone_value *b)
{
	return a->run == b->run && a->test == b->test && a->file_kib == b->file_kib && a->record_kib == b->record_kib;
}

static bool differs(const struct iozone_value *a, const struct iozone_value *b)
{
	return a->value < b->value || a->value > b->value;
}

/* Marks what Excel text repeats, by a figure of 0. */
static void mark_repeats(struct iozone_reader *reader, struct iozone_value **order, size_t n)
{
	for (size_t first = 0, next; first < n; first = next) {
		for (next = first + 1; next < n && same_cell(order[first], order[next]); next++) {
			if (order[first]->source == IOZONE_EXCEL || order[next]->source != IOZONE_EXCEL)
				continue;
			if (differs(order[first], order[next]))
				iozone_reader_remark(reader, order[next]->line,
						     "%s is not what the table says in line %u, which is taken",
						     order[next]->test->name, order[first]->line);
			order[next]->value = 0;
		}
	}
}

/* Returns 0 or -ENOMEM. */
static int drop_repeats(struct iozone_reader *reader)
{
	struct iozone_log *log = reader->log;
	struct iozone_value **order = calloc(log->values_n + 1, sizeof(*order));
	size_t kept = 0;

	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < log->values_n; i++)
		order[i] = &log->values[i];
	qsort(order, log->values_n, sizeof(*order), compare);
	mark_repeats(reader, order, log->values_n);
	free(order);
	for (size_t i = 0; i < log->values_n; i++) {
		if (log->values[i].value > 0)
			log->values[kept++] = log->values[i];
		else
			log->runs[log->values[i].run].values_n--;
	}
	log->values_n = kept;
	return 0;
}

/* What a run's head leaves open, or says against its own figures. */
static void remark_run(struct iozone_reader *reader, const struct iozone_run *run, bool needs_unit, bool has_stride)
{
	if (needs_unit && !run->facts.unit_said)
		iozone_reader_remark(reader, run->line, "the unit is not said: taken as kB/s, IOzone's default");
	if (!run->facts.head_seen)
		iozone_reader_remark(reader, run->line, "there is no head: taken as without direct I/O");
	if (run->facts.invalid)
		iozone_reader_remark(reader, run->line, "IOzone says that its figures are not valid in this mode");
	if (has_stride && run->facts.stride && run->facts.stride != OWN_STRIDE)
		iozone_reader_remark(reader, run->line, "stride: each %llu records, not %d",
				     (unsigned long long)run->facts.stride, OWN_STRIDE);
}

int iozone_whole_check(struct iozone_reader *reader)
{
	const struct iozone_log *log = reader->log;
	int ret = drop_repeats(reader);

	for (size_t run = 0, i = 0; run < log->runs_n; run++) {
		bool needs_unit = false, has_stride = false;

		for (; i < log->values_n && log->values[i].run == run; i++) {
			needs_unit |= log->values[i].source != IOZONE_CHILDREN;
			has_stride |= !strcmp(log->values[i].test->pattern, "stride");
		}
		if (log->runs[run].values_n)
			remark_run(reader, &log->runs[run], needs_unit, has_stride);
	}
	return ret;
}
