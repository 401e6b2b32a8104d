/*
 * resultset: a finished (or half finished) run as the reports see it. Const once loaded.
 *
 * Samples are grouped into surfaces. A surface is a grid of cells over two axes of the run, x and y, of one test in one
 * mode, with the other axes fixed; there is one for each mode, test and values of the fixed axes that has any sample or
 * is planned, in the order of the configuration (modes device, cached; tests as configured; values ascending). Axes are
 * the union of the configured values and those of the samples, ascending, the same for all surfaces of a run. A sample
 * whose mode, test or values say nothing here is in no surface. Latency histograms are not kept: journal_each gives
 * them.
 */
#ifndef IOSWEEP_STORE_RESULTSET_H
#define IOSWEEP_STORE_RESULTSET_H

#include "model/axis.h"
#include "model/config.h"
#include "model/metric.h"
#include "model/sample.h"
#include "stats/judge.h"

#include <jansson.h>

struct err;
struct strbuf;

enum cell_state {
	CELL_OUTSIDE, /* not in the plan: record larger than file, or a value that only other cells have */
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
	double low, high; /* 95 % interval of the median, see stats/judge.h; NAN where it is not known */
	double drift; /* relative change from the first pass to the last; NAN where there is no trend */
	enum verdict verdict;
	size_t left_out; /* samples at the start that do not count: the first pass, where it differs from the others */
	bool cut; /* at least one ok sample did not touch the whole file */
	bool fell; /* in at least one ok sample the throughput fell off, see stats/series.h */
};

struct surface {
	enum mode mode;
	const struct test *test; /* in the config */
	uint64_t fixed[AXES_N]; /* the values of the axes that are neither x nor y; 0 for these */
	bool tells[AXES_N]; /* surfaces of the test and mode differ in the fixed value there */
	char *place; /* "depth 16, 4 jobs": these values; "" where there are none */
	char *heading; /* "Random read", or with the API "Random read, io_uring" */
	char *title; /* heading and place: "Random read, io_uring, depth 16" */
	bool title_names_api; /* when not through the run's first API */
	char *name; /* "stdio-write", "randread-depth-16": for file names; unique in the mode and for these axes */
	struct cell *cells; /* [ix * ny + iy] */
	size_t cells_n;
	size_t measured_n, failed_n, skipped_n, planned_n; /* cells by state */
	unsigned passes; /* largest number of ok samples of a cell */
	double typical_spread; /* median over cells of spread; NAN when none has two samples */
	size_t verdicts[VERDICTS_N]; /* cells that have samples, by verdict */
	bool first_left_out; /* the first pass differs from the others, and does not count in cells with four samples */
	double first_ratio; /* first pass to the others, in the middle of the cells; NAN where it was not compared */
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
	struct size_list axes[AXES_N];
	enum axis x, y; /* what the surfaces stand on */
	enum axis usual_x, usual_y; /* what they stand on where nobody asks for others */
	const struct metric *metric; /* what the cells' figures are */
	struct surface *surfaces;
	size_t surfaces_n;
	size_t *places; /* for resultset_build.c: of each mode, test and fixed values the surface's index + 1, or 0 */
};

/* Loads a run directory. 0, or -1 with err (ERR_ENVIRONMENT): no such run, run.json not readable, newer format. */
int resultset_load(const char *run_dir, struct resultset **rs, struct err *err);

/* The same as it was when the sample of that number was the last one. */
int resultset_load_until(const char *run_dir, uint64_t last_sequence, struct resultset **rs, struct err *err);
void resultset_free(struct resultset *rs);

/* What the verdicts and intervals stand for. */
struct judge_rule resultset_rule(const struct resultset *rs);

/* Gives all cells the figures of another metric; a loaded resultset has throughput. 0, or -1 with err (no memory). */
int resultset_set_metric(struct resultset *rs, const struct metric *metric, struct err *err);

/*
 * Puts the surfaces on other axes; AXES_N leaves the choice. A loaded resultset, and one with two open choices, has file
 * size and record size, or where one of them has a single value and depth or jobs have several in the configuration,
 * these in its place. Surfaces and cells that were taken from it before are gone. 0, or -1 with err: one axis twice
 * (ERR_USAGE), no memory.
 */
int resultset_set_axes(struct resultset *rs, const struct axis_pair *pair, struct err *err);

/* The cell that a sample of this run belongs to; NULL: none. */
const struct cell *resultset_cell_of(const struct resultset *rs, const struct sample *sample);

static inline const struct size_list *resultset_x(const struct resultset *rs)
{
	return &rs->axes[rs->x];
}

static inline const struct size_list *resultset_y(const struct resultset *rs)
{
	return &rs->axes[rs->y];
}

/* Adds the place as names have it: "-depth-16-jobs-4". */
void surface_add_place(const struct surface *s, struct strbuf *name);

/* "-by-depth-jobs", behind names of what stands on other axes than usual; else "". buf holds 64. Returns it. */
const char *resultset_by(const struct resultset *rs, char buf[64]);

/* Of each surface. */
static inline size_t resultset_cells_n(const struct resultset *rs)
{
	return resultset_x(rs)->n * resultset_y(rs)->n;
}

static inline const struct cell *surface_cell(const struct resultset *rs, const struct surface *s, size_t ix, size_t iy)
{
	return &s->cells[ix * resultset_y(rs)->n + iy];
}

/* Where cell number i of a surface lies on an axis, fixed or not. */
uint64_t surface_value(const struct resultset *rs, const struct surface *s, size_t i, enum axis axis);

#endif
