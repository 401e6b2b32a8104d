/*
 * resultset: a finished (or half finished) run as the reports see it. Const once loaded.
 *
 * Samples are grouped into surfaces, one for each mode and test that has any sample or is planned, in the order of
 * the configuration (modes device, cached; tests as configured); a surface is a grid of cells over file size and
 * record size. Axes are the union of the configured sizes and those of the samples, ascending, the same for all
 * surfaces of a run. A sample whose mode, test or sizes say nothing here is in no surface. Latency histograms are not
 * kept: journal_each gives them.
 */
#ifndef IOSWEEP_STORE_RESULTSET_H
#define IOSWEEP_STORE_RESULTSET_H

#include "model/config.h"
#include "model/metric.h"
#include "model/sample.h"

#include <jansson.h>

struct err;

enum cell_state {
	CELL_OUTSIDE, /* not in the plan: record larger than file, or a size that only other cells have */
	CELL_PLANNED, /* in the plan, not measured (yet) */
	CELL_MEASURED, /* has at least one ok sample */
	CELL_FAILED, /* no ok sample, at least one failed */
	CELL_SKIPPED, /* neither, but skipped for a stated reason */
};

struct cell {
	enum cell_state state;
	const struct sample **samples; /* ok ones, in order of pass; owned array of borrowed samples */
	size_t samples_n;
	const struct sample **again; /* ok ones that confirm, see model/sample.h; as samples, of which they are none */
	size_t again_n;
	const struct sample *trouble; /* the last failed or skipped sample; NULL: none */
	/* of the resultset's metric over the ok samples that have it; NAN where none does */
	double median, min, max;
	double spread; /* (max-min)/median of that; NAN with fewer than two samples */
	bool cut; /* at least one ok sample did not touch the whole file */
};

struct surface {
	enum mode mode;
	const struct test *test; /* in the config */
	char *title; /* "Random read", or "Random read, io_uring" when not through the run's first API */
	struct cell *cells; /* [ix * records_n + iy], ix over file sizes, iy over record sizes */
	size_t measured_n, failed_n, skipped_n, planned_n; /* cells by state */
	unsigned passes; /* largest number of ok samples of a cell */
	double typical_spread; /* median over cells of spread; NAN when none has two samples */
};

struct resultset {
	char *run_dir; /* where it was loaded from */
	struct config config;
	json_t *run; /* run.json as it is */
	json_t *environment; /* its "environment", borrowed; see model/envfacts.h */
	char *version; /* of the iosweep that measured */
	char *started; /* ISO 8601, UTC: "2026-01-31T22:15:00Z" */
	struct sample *samples; /* in order of the journal */
	size_t samples_n;
	size_t damaged_lines; /* journal lines that were left out because their checksum does not fit */
	struct size_list file_sizes, records; /* the axes */
	const struct metric *metric; /* what the cells' figures are */
	struct surface *surfaces;
	size_t surfaces_n;
};

/* Loads a run directory. 0, or -1 with err (ERR_ENVIRONMENT): no such run, run.json not readable, newer format. */
int resultset_load(const char *run_dir, struct resultset **rs, struct err *err);
void resultset_free(struct resultset *rs);

/* Gives all cells the figures of another metric; a loaded resultset has throughput. 0, or -1 with err (no memory). */
int resultset_set_metric(struct resultset *rs, const struct metric *metric, struct err *err);

/* The cell that a sample of this run belongs to; NULL: none. */
const struct cell *resultset_cell_of(const struct resultset *rs, const struct sample *sample);

static inline const struct cell *surface_cell(const struct resultset *rs, const struct surface *s, size_t ix, size_t iy)
{
	return &s->cells[ix * rs->records.n + iy];
}

#endif
