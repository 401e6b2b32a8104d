#include "report/detail_device.h"

#include "base/units.h"
#include "model/envfacts.h"
#include "report/cell_sums.h"

#include <math.h>
#include <string.h>

/* The fields of one level, and what it is called. */
struct level {
	const char *name;
	const char *reads, *read_merges, *writes, *write_merges, *busy_ns, *queue_ns;
	double devices; /* that the fields are summed over */
};

/* Which of the two dealt with the samples' bytes while the clock ran. */
static void add_answers(const struct cell *cell, struct strbuf *out)
{
	static const char *const words[] = { "page cache", "device", "both" };

	for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++) {
		size_t n = 0;

		for (size_t i = 0; i < cell->samples_n; i++)
			n += !strcmp(cell->samples[i]->answered_by, words[w]);
		if (n)
			strbuf_addf(out, "; answered by %s%s (%zu)", w == 2 ? "" : "the ", words[w], n);
	}
}

static void add_bytes(const struct cell *cell, double *scratch, struct strbuf *out)
{
	struct summary share = cell_summary(cell, "device_share", scratch);
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN];
	double reads, writes;

	if (!cell_sum(cell, "device_read_bytes", &reads) || !cell_sum(cell, "device_write_bytes", &writes))
		return;
	strbuf_addf(out, "  device       read %s, written %s", units_format_size((uint64_t)reads, a),
		    units_format_size((uint64_t)writes, b));
	if (share.n)
		strbuf_addf(out, "; %.0f %% of what was asked for", 100 * share.median);
	add_answers(cell, out);
	strbuf_addch(out, '\n');
}

/* The counters are in steps of a millisecond and more, so that they may say more than the whole time. */
static void add_load(const struct cell *cell, const struct level *level, struct strbuf *out)
{
	double busy, queue, span;
	char text[UNITS_TEXT_LEN];

	if (!cell_sum(cell, "device_span_ns", &span) || span <= 0)
		return;
	if (cell_sum(cell, level->queue_ns, &queue))
		strbuf_addf(out, "; queue %s", units_format_value(queue / span, text));
	if (cell_sum(cell, level->busy_ns, &busy))
		strbuf_addf(out, ", utilised %.1f %%", fmin(100, 100 * busy / span / level->devices));
}

static void add_requests(const struct cell *cell, const struct level *level, struct strbuf *out)
{
	double reads, writes, read_merges = 0, write_merges = 0, flushes;

	if (!cell_sum(cell, level->reads, &reads) || !cell_sum(cell, level->writes, &writes))
		return;
	cell_sum(cell, level->read_merges, &read_merges);
	cell_sum(cell, level->write_merges, &write_merges);
	strbuf_addf(out, "  %-12s %.0f reads (%.0f more merged), %.0f writes (%.0f)", level->name, reads, read_merges, writes,
		    write_merges);
	if (level->devices <= 1 && cell_sum(cell, "device_flushes", &flushes) && flushes > 0)
		strbuf_addf(out, ", %.0f flushes", flushes);
	add_load(cell, level, out);
	strbuf_addch(out, '\n');
}

/* Of the first array below the file system; 0: not known. */
static size_t count_members(const json_t *environment)
{
	const json_t *device = envfacts_get(environment, "device");

	while (device) {
		const char *kind = json_string_value(json_object_get(device, "kind"));
		const json_t *members = json_object_get(device, "members");

		if (kind && (!strcmp(kind, "md") || !strcmp(kind, "dm")))
			return json_array_size(members);
		device = json_array_size(members) == 1 ? json_array_get(members, 0) : NULL;
	}
	return 0;
}

static void add_members(const struct resultset *rs, const struct cell *cell, struct strbuf *out)
{
	size_t n = count_members(rs->environment);
	const struct level members = {
		"", "members_reads", "members_read_merges", "members_writes", "members_write_merges",
		"members_busy_ns", "members_queue_ns", n ? (double)n : 1,
	};
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN];
	double reads, writes;

	if (!cell_sum(cell, "members_read_bytes", &reads) || !cell_sum(cell, "members_write_bytes", &writes))
		return;
	strbuf_addf(out, "  members      read %s, written %s, all together", units_format_size((uint64_t)reads, a),
		    units_format_size((uint64_t)writes, b));
	if (n)
		strbuf_addf(out, "; there are %zu", n);
	strbuf_addch(out, '\n');
	add_requests(cell, &members, out);
}

void detail_add_device(const struct resultset *rs, const struct cell *cell, double *scratch, struct strbuf *out)
{
	static const struct level device = {
		"requests", "device_reads", "device_read_merges", "device_writes", "device_write_merges",
		"device_busy_ns", "device_queue_ns", 1,
	};

	add_bytes(cell, scratch, out);
	add_requests(cell, &device, out);
	add_members(rs, cell, out);
}
