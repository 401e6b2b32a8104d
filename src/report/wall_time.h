/* wall_time: where the wall time of a run went, as a line of text and as run.json has it. */
#ifndef IOSWEEP_REPORT_WALL_TIME_H
#define IOSWEEP_REPORT_WALL_TIME_H

#include "base/strbuf.h"
#include "measure/timing.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct wall_time {
	uint64_t wall_ns;
	struct timing parts; /* of it */
};

/* "wall time 2.8 s: measuring 2.8 s (99.1 %), ...", without an end of line. */
void wall_time_add(const struct wall_time *time, struct strbuf *out);

/* A new object; NULL: no memory. And back: false where it is none, as of runs of a model. */
json_t *wall_time_to_json(const struct wall_time *time);
bool wall_time_from_json(const json_t *json, struct wall_time *time);

#endif
