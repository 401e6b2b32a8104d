/*
 * results: what is derived from a run's journal: reports, cliffs, pictures. Shared by run, which makes all of it at
 * its end, and by the commands that make one of them again.
 */
#ifndef IOSWEEP_CLI_RESULTS_H
#define IOSWEEP_CLI_RESULTS_H

#include "report/cliffs.h"
#include "report/picture_options.h"
#include "store/resultset.h"

#include <stdbool.h>

struct err;

struct results {
	struct resultset *rs;
	struct run_cliffs cliffs;
};

/* On these axes; NULL: the usual ones. 0, or -1 with err. Release in both cases. */
int results_load(const char *run_dir, const struct axis_pair *pair, struct results *results, struct err *err);
/* The same, without a pair, as it was when the sample of that number was the last one. */
int results_load_until(const char *run_dir, uint64_t last_sequence, struct results *results, struct err *err);
void results_release(struct results *results);

/* Writes tables, CSV and cliffs into the run directory, and prints a report in this format and cliffs on stdout. */
int results_report(const struct results *results, const char *run_dir, const char *format, struct err *err);

/*
 * Draws pictures into dir (the run directory, or another that exists); *drawn is how many there are. What the user
 * should know of them goes to stderr.
 */
int results_draw(const struct results *results, const char *dir, const struct picture_options *options, size_t *drawn,
		 struct err *err);

#endif
