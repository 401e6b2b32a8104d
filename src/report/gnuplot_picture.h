/*
 * gnuplot_picture: writes what gnuplot needs to draw one test, or all tests of a mode.
 *
 * RUN/gnuplot/MODE/NAME.dat holds the data: first the readable table (one block per file size), then further
 * indexes, each named in a comment, with the geometry and the labels that the scripts draw. NAME.gp is a script
 * that needs nothing else: `gnuplot NAME.gp` in that folder draws NAME.png there.
 *
 * What is drawn follows from the measured cells: none: a frame and the reason; one: the number; one row or
 * column: a line; fewer than three rows or columns: the heat map; else the surface as NAME.png and the heat map
 * as NAME-heat.png. Sizes at the ends of an axis where nothing is in the sweep are left out. Of a heat map from an
 * earlier state of the run, where there is none now, nothing remains.
 *
 * All positions are computed here, with the projection that the template asks gnuplot for, so that labels are
 * laid out and hidden lines removed before gnuplot starts. The same input gives the same bytes in every locale.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_PICTURE_H
#define IOSWEEP_REPORT_GNUPLOT_PICTURE_H

#include "report/picture_options.h"
#include "report/picture_ruler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct sketch;
struct value_range;

#define PICTURE_WIDTH_PX 1600
#define PICTURE_HEIGHT_PX 1000

enum picture_state {
	PICTURE_OUTSIDE, /* not in the sweep */
	PICTURE_PLANNED, /* in the sweep, not measured */
	PICTURE_MEASURED,
	PICTURE_FAILED,
	PICTURE_SKIPPED,
};

struct picture_cell {
	enum picture_state state;
	double value, min, max; /* median and range of the passes, in the surface's unit, >= 0; only where measured */
	unsigned n; /* samples */
	bool noisy; /* or drifting, or contaminated: has a mark of its own */
	bool faint; /* of a ratio: no more than noise. Drawn grey, but with its number */
};

enum picture_axis {
	PICTURE_X,
	PICTURE_Y,
	PICTURE_DIAGONAL, /* x / y, where that is a number of records in a file */
};

/* A size that explains something (chunk, RAM, a cache). Those outside the axis are left out. */
struct picture_ref {
	enum picture_axis axis; /* PICTURE_X or PICTURE_Y */
	uint64_t size_bytes;
	const char *label; /* "chunk 256K" */
	bool repeats; /* slices show its multiples too */
};

/* How sure a cliff is; see report/cliff_stroke.h for how that is drawn. */
enum picture_sureness {
	PICTURE_CONFIRMED,
	PICTURE_FOUND, /* not measured again */
	PICTURE_POSSIBLE,
	PICTURE_SURENESS_N
};

/*
 * A boundary between two neighbouring measured sizes of an axis, over a range of the other one. Along
 * PICTURE_DIAGONAL, from and to are numbers of records and the range is one along x.
 */
struct picture_cliff {
	enum picture_axis axis;
	uint64_t from, to; /* from < to */
	uint64_t first, last; /* inclusive */
	double ratio; /* value at to / value at from; NAN: the median over the cells shown */
	enum picture_sureness sureness;
};

/* Which row of the overview a test stands in. */
enum picture_family { PICTURE_READS, PICTURE_WRITES, PICTURE_STDIO, PICTURE_OTHER };

struct picture_surface {
	const char *mode; /* names the folder */
	const char *name; /* names the files: "read", "stdio-write" */
	const char *title;
	enum picture_family family;
	const char *quantity, *unit; /* "Throughput", "MiB/s" */
	bool change; /* values are ratios, see picture_change.h */
	const char *caption1, *caption2; /* shortened where they do not fit */
	const char *reason; /* why nothing was measured; NULL: not known. Shown only then */
	struct picture_ruler x, y; /* file and record size, unless others were asked for */
	const struct picture_cell *cells; /* [ix * y.n + iy] */
	const struct picture_ref *refs;
	size_t refs_n;
	const struct picture_cliff *cliffs; /* most important first: the last may lose their label */
	size_t cliffs_n;
	const struct value_range *range; /* of the axis of values; NULL: that of the cells */
};

struct picture_overview {
	const char *mode;
	const char *name; /* "overview" */
	const char *title, *caption1, *caption2;
	const struct picture_surface *surfaces; /* of one unit */
	size_t surfaces_n;
};

/* The pictures that were asked for, in order; what draw_all() takes. */
struct picture_job {
	char *mode, *name; /* owned */
	char *title, *description; /* owned; for the text inside the PNG */
	struct sketch *sketch; /* owned; all of a flat picture; NULL: it needs gnuplot */
	double scale; /* of the sketch: pixels for one of the layout */
};

struct picture_jobs {
	struct picture_job *v;
	size_t n;
};

#define PICTURE_JOBS_INIT { NULL, 0 }

void picture_jobs_release(struct picture_jobs *jobs);

/* Where pictures go, and how they are to look. */
struct picture_output {
	const char *run_dir;
	const struct picture_options *options;
	struct picture_jobs *jobs;
};

/*
 * Write .dat and .gp below run_dir (which exists), replacing older ones, and append to jobs the pictures of the kinds
 * that are asked for. Return 0, or -1 with err (ERR_CELLS).
 */
int picture_write(const struct picture_output *out, const struct picture_surface *s, struct err *err);
/* The heat map alone, as NAME. */
int picture_write_heat(const struct picture_output *out, const struct picture_surface *s, struct err *err);
int picture_write_overview(const struct picture_output *out, const struct picture_overview *o, struct err *err);

#endif
