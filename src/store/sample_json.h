/*
 * sample_json: a sample as a JSON object, and back.
 *
 * The members are those of sample_fields, in that order; what is absent is null, and so are a number that JSON cannot
 * hold (NaN, infinity) and an integer above 2^63-1. Numbers come back exactly. Then
 *   "latency": {"read": HISTOGRAM or null, "write": the same}, and where they were kept "submission",
 *              "completion" and "intended": HISTOGRAM
 *   HISTOGRAM: {"min_ns", "max_ns", "sum_ns", "sum_squares_ns2", "buckets": [[index, count], ...]}
 * with the buckets that hold something, ascending, numbered as in stats/histogram.h. And for a sample that was long
 *   "series": {"interval_ns", "bytes": [...]}, as in stats/series.h
 */
#ifndef IOSWEEP_STORE_SAMPLE_JSON_H
#define IOSWEEP_STORE_SAMPLE_JSON_H

#include "model/sample.h"

#include <jansson.h>

/* A new reference; NULL when memory ran out. */
json_t *sample_to_json(const struct sample *sample);

/*
 * Fills sample, whatever it held. Members that are not known are ignored, missing ones absent. 0, -EINVAL when a
 * member has a wrong type or a value that it cannot have, or -ENOMEM; sample then owns nothing.
 */
int sample_from_json(const json_t *json, struct sample *sample);

#endif
