/*
 * detail: a page of figures for each cell, those that fio's group report has and some more.
 *
 * Rates are medians of the passes, with their range. Counts and times are sums over the passes, of all that the jobs did,
 * as are the latencies; where the rates are counted from a part of it, that is said. Latencies come from
 * the histograms of all jobs and passes, merged, which are read from the journal here, one sample at a time.
 */
#include "report/report.h"

#include "base/err.h"
#include "base/units.h"
#include "report/cell_sums.h"
#include "report/detail_course.h"
#include "report/detail_device.h"
#include "report/detail_latency.h"
#include "report/surface_text.h"
#include "report/wall_time.h"
#include "stats/histogram.h"
#include "stats/summary.h"
#include "store/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576.0

/* The merged histograms of a cell, made when its first sample is read. */
struct merged {
	struct latencies latencies;
	struct courses courses; /* of each pass, not merged */
};

struct detail {
	const struct resultset *rs;
	struct strbuf *out;
	struct merged *cells; /* [surface * cells_n + cell] */
	size_t cells_n; /* of a surface */
};

static struct merged *merged_of(const struct detail *d, const struct cell *cell)
{
	for (size_t s = 0; s < d->rs->surfaces_n; s++) {
		const struct cell *first = d->rs->surfaces[s].cells;

		if (cell >= first && cell < first + d->cells_n)
			return &d->cells[s * d->cells_n + (size_t)(cell - first)];
	}
	return NULL;
}

static int merge_sample(struct sample *sample, void *arg)
{
	const struct detail *d = arg;
	const struct cell *cell = sample_ok(sample) ? resultset_cell_of(d->rs, sample) : NULL;
	struct merged *merged = cell ? merged_of(d, cell) : NULL;
	int ret;

	if (!merged)
		return 0;
	ret = latencies_take(&merged->latencies, sample);
	return ret ? ret : courses_take(&merged->courses, sample);
}

static void merged_release(struct merged *merged)
{
	latencies_release(&merged->latencies);
	courses_release(&merged->courses);
}

/* The directions of mixed work: the rates in the proportion of the operations. */
static void add_directions(const struct detail *d, const struct cell *cell, const struct merged *merged, double *scratch)
{
	const struct histogram *reads = merged->latencies.whole[IO_READ], *writes = merged->latencies.whole[IO_WRITE];
	double rate = cell_summary(cell, "throughput_mib_s", scratch).median;
	double iops = cell_summary(cell, "iops", scratch).median, share;
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN], c[UNITS_TEXT_LEN], e[UNITS_TEXT_LEN];

	if (!reads || !writes || !reads->count || !writes->count)
		return;
	share = (double)reads->count / (double)(reads->count + writes->count);
	strbuf_addf(d->out, "               of these reads %s MiB/s, %s IOPS; writes %s MiB/s, %s IOPS\n",
		    units_format_value(share * rate, a), units_format_value(share * iops, b),
		    units_format_value((1 - share) * rate, c), units_format_value((1 - share) * iops, e));
}

static void add_rates(const struct detail *d, const struct cell *cell, const struct merged *merged, double *scratch)
{
	struct summary rate = cell_summary(cell, "throughput_mib_s", scratch), iops;
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN], c[UNITS_TEXT_LEN], e[UNITS_TEXT_LEN];

	strbuf_addf(d->out, "  throughput   %s MiB/s (%s MB/s), %s to %s MiB/s in %zu %s\n",
		    units_format_value(rate.median, a), units_format_value(rate.median * MIB / 1e6, b),
		    units_format_value(rate.min, c), units_format_value(rate.max, e), rate.n,
		    rate.n == 1 ? "pass" : "passes");
	iops = cell_summary(cell, "iops", scratch);
	if (iops.n)
		strbuf_addf(d->out, "  IOPS         %s, %s to %s\n", units_format_value(iops.median, a),
			    units_format_value(iops.min, b), units_format_value(iops.max, c));
	add_directions(d, cell, merged, scratch);
	rate = cell_summary(cell, "jobs_rate_mib_s", scratch);
	if (rate.n && cell->samples[0]->jobs > 1)
		strbuf_addf(d->out, "  jobs         %" PRIu64 ", sum of their own rates %s MiB/s\n", cell->samples[0]->jobs,
			    units_format_value(rate.median, a));
}

/* All that the jobs did, to the end of the last one. Runs that did not store it have the latency of each. */
static double all_operations(const struct cell *cell, const struct merged *merged)
{
	double operations;

	if (cell_sum(cell, "total_operations", &operations))
		return operations;
	operations = 0;
	for (int dir = 0; dir < IO_DIRS_N; dir++)
		operations += merged->latencies.whole[dir] ? (double)merged->latencies.whole[dir]->count : 0;
	if (operations <= 0)
		cell_sum(cell, "operations", &operations);
	return operations;
}

/* What the rates were counted from, where that is not all: several jobs to the end of the first one. */
static void add_counted(const struct detail *d, const struct cell *cell, double all_bytes)
{
	char size[UNITS_TEXT_LEN], time[UNITS_TEXT_LEN];
	double bytes, ns, operations;

	if (!cell_sum(cell, "bytes", &bytes) || !cell_sum(cell, "operations", &operations) ||
	    !cell_sum(cell, "clocked_ns", &ns) || bytes >= all_bytes)
		return;
	strbuf_addf(d->out, "               of these %.0f operations, %s, in %s until the first job was done: the rates' part\n",
		    operations, units_format_size((uint64_t)bytes, size), units_format_duration((uint64_t)ns, time));
}

static void add_work(const struct detail *d, const struct cell *cell, const struct merged *merged, double *scratch)
{
	char size[UNITS_TEXT_LEN], time[UNITS_TEXT_LEN], value[UNITS_TEXT_LEN];
	double bytes, ns, shorts, repetitions, flush;
	struct summary depth;

	if (!(cell_sum(cell, "total_bytes", &bytes) && cell_sum(cell, "total_ns", &ns)) &&
	    !(cell_sum(cell, "bytes", &bytes) && cell_sum(cell, "clocked_ns", &ns)))
		return;
	strbuf_addf(d->out, "  work         %.0f operations, %s, in %s", all_operations(cell, merged),
		    units_format_size((uint64_t)bytes, size), units_format_duration((uint64_t)ns, time));
	if (cell_sum(cell, "repetitions", &repetitions))
		strbuf_addf(d->out, ", %.0f repetition%s", repetitions, repetitions == 1 ? "" : "s");
	if (cell_sum(cell, "flush_ns", &flush))
		strbuf_addf(d->out, "; flush %s", units_format_duration((uint64_t)flush, time));
	if (cell_sum(cell, "short_transfers", &shorts) && shorts > 0)
		strbuf_addf(d->out, "; %.0f in more than one piece", shorts);
	strbuf_addch(d->out, '\n');
	add_counted(d, cell, bytes);
	depth = cell_summary(cell, "depth_reached", scratch);
	if (depth.n && cell->samples[0]->depth > 1)
		strbuf_addf(d->out, "  depth        %" PRIu64 " asked, %s reached\n", cell->samples[0]->depth,
			    units_format_value(depth.median, value));
}

/* Per call, where operations are handed over and taken several at a time. */
static void add_calls(const struct detail *d, const struct cell *cell, const struct merged *merged)
{
	double operations = all_operations(cell, merged), submits, reaps, ns;
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN], time[UNITS_TEXT_LEN];

	if (!cell_sum(cell, "submit_calls", &submits) || !cell_sum(cell, "reap_calls", &reaps) || submits <= 0 ||
	    reaps <= 0)
		return;
	strbuf_addf(d->out, "  calls        %.0f submits of %s operations each, %.0f reaps of %s", submits,
		    units_format_value(operations / submits, a), reaps, units_format_value(operations / reaps, b));
	if (cell_sum(cell, "submit_ns", &ns))
		strbuf_addf(d->out, "; %s inside submit", units_format_duration((uint64_t)ns, time));
	strbuf_addch(d->out, '\n');
}

static void add_cpu(const struct detail *d, const struct cell *cell)
{
	double user, kernel, ns, minor, major, voluntary, involuntary;

	if (!cell_sum(cell, "cpu_user_ns", &user) || !cell_sum(cell, "cpu_system_ns", &kernel) ||
	    !(cell_sum(cell, "total_ns", &ns) || cell_sum(cell, "clocked_ns", &ns)) || ns <= 0)
		return;
	strbuf_addf(d->out, "  CPU          user %.1f %%, system %.1f %%", 100 * user / ns, 100 * kernel / ns);
	if (cell_sum(cell, "voluntary_switches", &voluntary) && cell_sum(cell, "involuntary_switches", &involuntary))
		strbuf_addf(d->out, "; switches %.0f voluntary, %.0f not", voluntary, involuntary);
	if (cell_sum(cell, "minor_faults", &minor) && cell_sum(cell, "major_faults", &major))
		strbuf_addf(d->out, "; faults %.0f minor, %.0f major", minor, major);
	strbuf_addch(d->out, '\n');
}

/* What tells how far the figures can be trusted. */
static void add_disturbance(const struct detail *d, const struct cell *cell)
{
	size_t marked = 0;

	for (size_t i = 0; i < cell->samples_n; i++)
		marked += cell->samples[i]->contaminated == 1;
	if (!marked)
		return;
	strbuf_addf(d->out, "  disturbed    %zu of %zu samples, by others or the array itself:", marked, cell->samples_n);
	for (size_t i = 0, told = 0; i < cell->samples_n; i++) {
		if (cell->samples[i]->contaminated == 1)
			strbuf_addf(d->out, "%s %s", told++ ? ";" : "", cell->samples[i]->contaminated_by);
	}
	strbuf_addch(d->out, '\n');
}

/* "Random read, device mode, file 1G, record 64K": all axes that have several values, and the sizes in any case. */
static void add_heading(const struct detail *d, const struct surface *s, size_t i)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addf(d->out, "\n%s, %s mode", s->title, mode_name(s->mode));
	for (int axis = 0; axis < AXES_N; axis++) {
		if (axes[axis].bytes || (s->fixed[axis] == 0 && d->rs->axes[axis].n > 1))
			strbuf_addf(d->out, ", %s %s", axes[axis].head,
				    axis_format((enum axis)axis, surface_value(d->rs, s, i, (enum axis)axis), text));
	}
	strbuf_addch(d->out, '\n');
}

static void add_cell(const struct detail *d, const struct surface *s, size_t i, double *scratch)
{
	const struct cell *cell = &s->cells[i];
	const struct merged *merged = merged_of(d, cell);

	if (!cell->samples_n && !cell->trouble)
		return;
	add_heading(d, s, i);
	if (cell->samples_n) {
		add_rates(d, cell, merged, scratch);
		detail_add_course(&merged->courses, d->out);
		add_work(d, cell, merged, scratch);
		add_calls(d, cell, merged);
		detail_add_latencies(&merged->latencies, d->out);
		add_cpu(d, cell);
		detail_add_device(d->rs, cell, scratch, d->out);
		add_disturbance(d, cell);
	}
	if (cell->trouble)
		strbuf_addf(d->out, "  %-12s %s\n", cell->trouble->status, cell->trouble->error);
}

static void add_all(const struct detail *d, double *scratch)
{
	const struct note_style style = { "", text_add_plain };
	struct wall_time time;

	run_text(d->rs, &style, d->out);
	if (wall_time_from_json(json_object_get(d->rs->run, "timing"), &time)) {
		wall_time_add(&time, d->out);
		strbuf_addch(d->out, '\n');
	}
	for (size_t s = 0; s < d->rs->surfaces_n; s++) {
		for (size_t c = 0; c < d->cells_n; c++)
			add_cell(d, &d->rs->surfaces[s], c, scratch);
	}
}

static int write_detail(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	struct detail d = { .rs = rs, .out = out, .cells_n = resultset_cells_n(rs) };
	double *scratch = calloc(rs->samples_n + 1, sizeof(*scratch));
	const struct journal_visitor visitor = { merge_sample, &d, JOURNAL_LATENCY };
	struct journal_contents counts = { 0 };
	int ret = 0;

	d.cells = calloc(rs->surfaces_n * d.cells_n + 1, sizeof(*d.cells));
	if (!d.cells || !scratch)
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "report");
	if (!ret)
		ret = journal_each(rs->run_dir, &visitor, &counts, err);
	if (!ret)
		add_all(&d, scratch);
	for (size_t i = 0; d.cells && i < rs->surfaces_n * d.cells_n; i++)
		merged_release(&d.cells[i]);
	free(d.cells);
	free(scratch);
	return ret;
}

const struct reporter reporter_detail = {
	.name = "detail",
	.summary = "a block of figures for each cell: rates, latencies, CPU, the device",
	.write = write_detail,
};
