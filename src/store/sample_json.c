#include "store/sample_json.h"

#include "stats/histogram.h"
#include "stats/series.h"
#include "store/json_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const direction_names[IO_DIRS_N] = { [IO_READ] = "read", [IO_WRITE] = "write" };
static const char *const part_names[LATENCY_PARTS_N] = {
	[LATENCY_SUBMISSION] = "submission",
	[LATENCY_COMPLETION] = "completion",
	[LATENCY_INTENDED] = "intended",
};

static json_t *u64_to_json(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *field_to_json(const struct sample_field *field, const struct sample *sample)
{
	const void *p = (const char *)sample + field->offset;

	if (sample_field_absent(field, sample))
		return json_null();
	switch (field->type) {
	case FIELD_STRING:
		return json_text_lossy(p);
	case FIELD_U64:
		return u64_to_json(*(const uint64_t *)p);
	case FIELD_F64:
		return isfinite(*(const double *)p) ? json_real(*(const double *)p) : json_null();
	case FIELD_FLAG:
		return json_boolean(*(const int8_t *)p);
	}
	return json_null();
}

/* Without histograms and series. */
static json_t *fields_to_json(const struct sample *sample)
{
	json_t *json = json_object();

	for (size_t i = 0; i < sample_fields_n; i++) {
		if (json_object_set_new_nocheck(json, sample_fields[i].name,
						field_to_json(&sample_fields[i], sample))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static json_t *buckets_to_json(const struct histogram *h)
{
	json_t *buckets = json_array();

	for (unsigned i = 0; buckets && i < HISTOGRAM_BUCKETS; i++) {
		if (h->bucket[i] && json_array_append_new(buckets, json_pack("[i, o]", (int)i,
									     u64_to_json(h->bucket[i])))) {
			json_decref(buckets);
			return NULL;
		}
	}
	return buckets;
}

static json_t *histogram_to_json(const struct histogram *h)
{
	if (!h || !h->count)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:f, s:o}", "min_ns", u64_to_json(h->min_ns), "max_ns",
			 u64_to_json(h->max_ns), "sum_ns", u64_to_json(h->sum_ns), "sum_squares_ns2", h->sum_squares,
			 "buckets", buckets_to_json(h));
}

static json_t *series_to_json(const struct series *series)
{
	json_t *bytes = json_array();

	for (unsigned i = 0; bytes && i < series->n; i++) {
		if (json_array_append_new(bytes, u64_to_json(series->bytes[i]))) {
			json_decref(bytes);
			return NULL;
		}
	}
	return json_pack("{s:o, s:o}", "interval_ns", u64_to_json(series->interval_ns), "bytes", bytes);
}

static json_t *latency_to_json(const struct sample *sample)
{
	json_t *json = json_pack("{s:o, s:o}", direction_names[IO_READ], histogram_to_json(sample->latency[IO_READ]),
				 direction_names[IO_WRITE], histogram_to_json(sample->latency[IO_WRITE]));

	for (int part = 0; json && part < LATENCY_PARTS_N; part++) {
		if (sample->part[part] && sample->part[part]->count &&
		    json_object_set_new(json, part_names[part], histogram_to_json(sample->part[part]))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

json_t *sample_to_json(const struct sample *sample)
{
	json_t *json = fields_to_json(sample);

	if (!json)
		return NULL;
	if (json_object_set_new(json, "latency", latency_to_json(sample)) ||
	    (sample->series && json_object_set_new(json, "series", series_to_json(sample->series)))) {
		json_decref(json);
		return NULL;
	}
	return json;
}

static int get_u64(const json_t *json, uint64_t *value)
{
	if (!json_is_integer(json) || json_integer_value(json) < 0)
		return -EINVAL;
	*value = (uint64_t)json_integer_value(json);
	return 0;
}

static int get_real(const json_t *json, double *value)
{
	if (!json_is_number(json))
		return -EINVAL;
	*value = json_number_value(json);
	return 0;
}

static int get_string(const json_t *json, char *value, size_t size)
{
	if (!json_is_string(json) || json_string_length(json) >= size)
		return -EINVAL;
	memcpy(value, json_string_value(json), json_string_length(json) + 1);
	return 0;
}

static int get_flag(const json_t *json, int8_t *value)
{
	if (!json_is_boolean(json))
		return -EINVAL;
	*value = json_is_true(json);
	return 0;
}

static int field_from_json(const struct sample_field *field, const json_t *json, struct sample *sample)
{
	void *p = (char *)sample + field->offset;

	switch (field->type) {
	case FIELD_STRING:
		return get_string(json, p, field->size);
	case FIELD_U64:
		return get_u64(json, p);
	case FIELD_F64:
		return get_real(json, p);
	case FIELD_FLAG:
		return get_flag(json, p);
	}
	return -EINVAL;
}

static int bucket_from_json(const json_t *json, struct histogram *h, uint64_t *next)
{
	uint64_t index, count;

	if (json_array_size(json) != 2 || get_u64(json_array_get(json, 0), &index) ||
	    get_u64(json_array_get(json, 1), &count))
		return -EINVAL;
	if (index < *next || index >= HISTOGRAM_BUCKETS || !count || __builtin_add_overflow(h->count, count, &h->count))
		return -EINVAL;
	h->bucket[index] = count;
	*next = index + 1;
	return 0;
}

static int fill_histogram(const json_t *json, struct histogram *h)
{
	const json_t *buckets = json_object_get(json, "buckets");
	uint64_t next = 0;

	histogram_init(h);
	if (!json_is_array(buckets) || get_u64(json_object_get(json, "min_ns"), &h->min_ns) ||
	    get_u64(json_object_get(json, "max_ns"), &h->max_ns) ||
	    get_u64(json_object_get(json, "sum_ns"), &h->sum_ns) ||
	    get_real(json_object_get(json, "sum_squares_ns2"), &h->sum_squares))
		return -EINVAL;
	for (size_t i = 0; i < json_array_size(buckets); i++) {
		if (bucket_from_json(json_array_get(buckets, i), h, &next))
			return -EINVAL;
	}
	return h->count && h->min_ns <= h->max_ns && next == histogram_index(h->max_ns) + 1 &&
	       h->bucket[histogram_index(h->min_ns)] ? 0 : -EINVAL;
}

static int histogram_from_json(const json_t *json, struct histogram **out)
{
	int ret;

	if (!json || json_is_null(json))
		return 0;
	*out = malloc(sizeof(**out));
	if (!*out)
		return -ENOMEM;
	ret = fill_histogram(json, *out);
	if (ret) {
		free(*out);
		*out = NULL;
	}
	return ret;
}

static int fill_series(const json_t *json, struct series *series)
{
	const json_t *bytes = json_object_get(json, "bytes");

	series_init(series);
	if (!json_is_array(bytes) || json_array_size(bytes) > SERIES_SLOTS ||
	    get_u64(json_object_get(json, "interval_ns"), &series->interval_ns) || !series->interval_ns)
		return -EINVAL;
	for (; series->n < json_array_size(bytes); series->n++) {
		if (get_u64(json_array_get(bytes, series->n), &series->bytes[series->n]))
			return -EINVAL;
	}
	return 0;
}

static int series_from_json(const json_t *json, struct series **out)
{
	int ret;

	if (!json || json_is_null(json))
		return 0;
	*out = malloc(sizeof(**out));
	if (!*out)
		return -ENOMEM;
	ret = fill_series(json, *out);
	if (ret) {
		free(*out);
		*out = NULL;
	}
	return ret;
}

int sample_from_json(const json_t *json, struct sample *sample)
{
	const json_t *latency = json_object_get(json, "latency");
	int ret = json_is_object(json) ? 0 : -EINVAL;

	sample_init(sample);
	for (size_t i = 0; i < sample_fields_n && !ret; i++) {
		const json_t *value = json_object_get(json, sample_fields[i].name);

		if (value && !json_is_null(value))
			ret = field_from_json(&sample_fields[i], value, sample);
	}
	if (!ret && latency && !json_is_object(latency) && !json_is_null(latency))
		ret = -EINVAL;
	for (int dir = 0; dir < IO_DIRS_N && !ret; dir++)
		ret = histogram_from_json(json_object_get(latency, direction_names[dir]), &sample->latency[dir]);
	for (int part = 0; part < LATENCY_PARTS_N && !ret; part++)
		ret = histogram_from_json(json_object_get(latency, part_names[part]), &sample->part[part]);
	if (!ret)
		ret = series_from_json(json_object_get(json, "series"), &sample->series);
	if (ret)
		sample_release(sample);
	return ret;
}
