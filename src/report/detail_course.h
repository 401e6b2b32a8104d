/* detail_course: throughput over the time of a cell's samples, as lines of the report detail. */
#ifndef IOSWEEP_REPORT_DETAIL_COURSE_H
#define IOSWEEP_REPORT_DETAIL_COURSE_H

#include "base/strbuf.h"
#include "model/sample.h"
#include "stats/series.h"

#include <stddef.h>
#include <stdint.h>

/* What of a sample's series is told; it belongs together, so that it is not mixed with that of other passes. */
struct course {
	uint64_t pass, interval_ns, slots;
	double operation_bytes; /* mean */
	struct series_summary summary;
};

struct courses {
	struct course *v; /* owned */
	size_t n;
};

/* Takes what there is: samples that were too short have no series. 0 or -ENOMEM. */
int courses_take(struct courses *courses, const struct sample *sample);
void courses_release(struct courses *courses);

void detail_add_course(const struct courses *courses, struct strbuf *out);

#endif
