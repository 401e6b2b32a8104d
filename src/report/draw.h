/*
 * draw: has gnuplot draw the pictures that picture_write() prepared, several at a time.
 *
 * gnuplot starts by argument vector, in the folder of its script, with fixed relative names, its input closed,
 * the user's own settings left out and LC_ALL=C.UTF-8, so that neither the run's path nor the user's
 * surroundings reach it. A picture first has a hidden name in FORMAT/MODE; it gets its own only when gnuplot
 * succeeded and the picture is whole, of the right size and not blank. When it fails, an older picture of that
 * name goes: it would pass for a new one.
 *
 * Where there is no gnuplot that works, flat pictures are rasterised here, as PNG; those in space need it.
 */
#ifndef IOSWEEP_REPORT_DRAW_H
#define IOSWEEP_REPORT_DRAW_H

#include "report/gnuplot_picture.h"
#include "report/png_text.h"

struct err;
struct strbuf;

#define DRAW_TIMEOUT_S 60

struct draw {
	const char *run_dir;
	const struct picture_options *options;
	const struct picture_jobs *jobs;
	const struct picture_text *texts; /* in every PNG, beside its Title and Description */
	size_t texts_n;
	const char *date; /* ISO 8601, UTC: of the run, for PDF and PostScript; NULL: the epoch */
	const char *gnuplot; /* the program; NULL: "gnuplot", found by PATH */
	unsigned parallel; /* programs at a time; 0: as many as there are processors */
	unsigned timeout_s; /* for one picture; 0: DRAW_TIMEOUT_S */
	struct strbuf *remark; /* gets what the user should know of pictures that were drawn; NULL: nobody wants it */
};

/*
 * Draws all, also after a failure. *drawn: how many there are now. Returns 0, or -1 with err (ERR_CELLS): why
 * pictures are missing, or the first one for which gnuplot failed, and how many more.
 */
int draw_all(const struct draw *d, size_t *drawn, struct err *err);

#endif
