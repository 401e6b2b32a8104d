/*
 * anomalies: the cells of a mode that are unlike their neighbours, and whether they stayed so when measured again.
 *
 * A dip in a picture makes people ask whether it is one. Where the cell and its neighbours were measured again (see
 * report/second_look.h), it "stays" when each of the fresh samples shows the half of it at least, "comes and goes"
 * when most of them do, and was "an accident of the data" otherwise. Cells at the edge of a cliff that was found are
 * left out: the cliff says what they show.
 */
#ifndef IOSWEEP_REPORT_ANOMALIES_H
#define IOSWEEP_REPORT_ANOMALIES_H

#include "base/strbuf.h"
#include "stats/anomaly.h"
#include "store/resultset.h"

#include <jansson.h>

struct mode_cliffs;
struct run_cliffs;

enum anomaly_status {
	ANOMALY_UNKNOWN, /* not measured again */
	ANOMALY_STAYS,
	ANOMALY_UNSTEADY,
	ANOMALY_ACCIDENT,
};

struct mode_anomaly {
	const struct surface *surface;
	const struct cell *cell, *before, *after; /* and those beside it that it was compared with */
	double at[3]; /* before, cell, after on the axis that they lie on */
	double ratio; /* to what lies between the two */
	double again; /* the same of the fresh samples; NAN: unknown */
	enum anomaly_status status;
};

/*
 * Adds those of one test to m, which owns them; grid is what the detector was given of it. 0 or a negative errno. Sorting
 * comes at the end, the largest first.
 */
int anomalies_add(const struct resultset *rs, struct mode_cliffs *m, const struct surface *surface,
		  const struct cliff_grid *grid, unsigned test);
void anomalies_sort(struct mode_cliffs *m);

/* The text has the largest few, and says how many others there are; nothing where there are none. */
void anomalies_text(const struct run_cliffs *cliffs, const struct mode_cliffs *m, struct strbuf *out);
/* NULL: out of memory. Where each is: mode, test and the value of each axis; then ratio, again and status. */
json_t *anomaly_json(const struct mode_anomaly *anomaly);

#endif
