#include "report/detail_course.h"

#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define MIB 1048576.0

int courses_take(struct courses *courses, const struct sample *sample)
{
	struct course course = { .pass = sample->pass }, *more;

	if (!sample->series || !series_summarise(sample->series, sample->total_ns, &course.summary))
		return 0;
	course.interval_ns = sample->series->interval_ns;
	course.slots = sample->total_ns / course.interval_ns;
	course.operation_bytes = (double)sample->total_bytes / (double)sample->total_operations;
	if (sample->total_operations == SAMPLE_ABSENT)
		course.operation_bytes = (double)sample->bytes / (double)sample->operations;
	more = reallocarray(courses->v, courses->n + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	courses->v = more;
	courses->v[courses->n++] = course;
	return 0;
}

void courses_release(struct courses *courses)
{
	free(courses->v);
	*courses = (struct courses){ NULL, 0 };
}

/* "80.1 to 120, mean 100, deviation 8.2" */
static void add_figures(const struct series_summary *s, double unit, struct strbuf *out)
{
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN], c[UNITS_TEXT_LEN], d[UNITS_TEXT_LEN];

	strbuf_addf(out, "%s to %s, mean %s, deviation %s", units_format_value(s->min / unit, a),
		    units_format_value(s->max / unit, b), units_format_value(s->mean / unit, c),
		    units_format_value(s->stddev / unit, d));
}

void detail_add_course(const struct courses *courses, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	for (size_t i = 0; i < courses->n; i++) {
		const struct course *c = &courses->v[i];

		strbuf_addf(out, "  %-12s pass %" PRIu64 ", %" PRIu64 " slots of %s: MiB/s ", i ? "" : "over time", c->pass,
			    c->slots, units_format_duration(c->interval_ns, text));
		add_figures(&c->summary, MIB, out);
		if (isfinite(c->operation_bytes) && c->operation_bytes > 0) {
			strbuf_addstr(out, "\n               IOPS ");
			add_figures(&c->summary, c->operation_bytes, out);
		}
		if (c->summary.fell)
			strbuf_addf(out, "\n               fell: from some moment on below %.0f %% of what it was before",
				    100 * SERIES_FELL_BELOW);
		strbuf_addch(out, '\n');
	}
}
