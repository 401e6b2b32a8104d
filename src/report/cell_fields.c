#include "report/cell_fields.h"

#include "stats/summary.h"
#include "store/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *whole(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *get_mode(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return json_string(mode_name(view->surface->mode));
}

static json_t *get_test(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return json_text_lossy(view->surface->test->name);
}

static json_t *get_api(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return json_text_lossy(view->surface->test->api);
}

static json_t *get_pattern(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return json_text_lossy(view->surface->test->pattern);
}

static json_t *get_axis(const struct cell_field *field, const struct cell_view *view)
{
	return whole(view->at[field->axis]);
}

static json_t *get_state(const struct cell_field *field, const struct cell_view *view)
{
	static const char *const names[] = {
		[CELL_OUTSIDE] = "outside",
		[CELL_PLANNED] = "planned",
		[CELL_MEASURED] = "measured",
		[CELL_FAILED] = "failed",
		[CELL_SKIPPED] = "skipped",
	};

	(void)field;
	return json_string(names[view->cell->state]);
}

static json_t *get_samples(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return whole(view->cell->samples_n);
}

static json_t *get_median(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->median);
}

static json_t *get_min(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->min);
}

static json_t *get_max(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->max);
}

static json_t *get_spread(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->spread);
}

static json_t *get_low(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->low);
}

static json_t *get_high(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->high);
}

static json_t *get_verdict(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return view->cell->verdict == VERDICT_NONE ? json_null() : json_string(verdict_name(view->cell->verdict));
}

static json_t *get_drift(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return real(view->cell->drift);
}

static json_t *get_left_out(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return view->cell->samples_n ? json_boolean(view->cell->left_out) : json_null();
}

/* Whether a flag holds for any sample; null where none has it. */
static json_t *get_any_of(const struct cell_field *field, const struct cell_view *view)
{
	const struct sample_field *of = sample_field_find(field->of);
	double most = NAN;

	for (size_t i = 0; i < view->cell->samples_n; i++)
		most = fmax(most, sample_field_number(of, view->cell->samples[i]));
	return isnan(most) ? json_null() : json_boolean(most > 0);
}

static json_t *get_cut(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return view->cell->samples_n ? json_boolean(view->cell->cut) : json_null();
}

/* The median of a field over the cell's samples. */
static json_t *get_median_of(const struct cell_field *field, const struct cell_view *view)
{
	const struct sample_field *of = sample_field_find(field->of);
	size_t n = view->cell->samples_n;
	double *values = calloc(n + 1, sizeof(*values));
	struct summary summary;

	if (!values)
		return NULL;
	for (size_t i = 0; i < n; i++)
		values[i] = sample_field_number(of, view->cell->samples[i]);
	summary_compute(values, n, &summary);
	free(values);
	return real(summary.median);
}

/* A flag that holds for all samples or for none; null where they differ. */
static json_t *get_flag_of(const struct cell_field *field, const struct cell_view *view)
{
	const struct sample_field *of = sample_field_find(field->of);
	double first;

	if (!view->cell->samples_n)
		return json_null();
	first = sample_field_number(of, view->cell->samples[0]);
	for (size_t i = 1; i < view->cell->samples_n; i++) {
		double value = sample_field_number(of, view->cell->samples[i]);

		if (isnan(value) || value < first || value > first)
			return json_null();
	}
	return isnan(first) ? json_null() : json_boolean(first > 0);
}

/* A word that holds for all samples; "both" where they differ. */
static json_t *get_answered_by(const struct cell_field *field, const struct cell_view *view)
{
	const char *word = view->cell->samples_n ? view->cell->samples[0]->answered_by : "";

	(void)field;
	for (size_t i = 1; i < view->cell->samples_n; i++) {
		if (strcmp(word, view->cell->samples[i]->answered_by))
			word = *word && *view->cell->samples[i]->answered_by ? "both" : "";
	}
	return *word ? json_string(word) : json_null();
}

/* How many; null where no sample could be judged. */
static json_t *get_contaminated(const struct cell_field *field, const struct cell_view *view)
{
	json_int_t marked = 0, judged = 0;

	(void)field;
	for (size_t i = 0; i < view->cell->samples_n; i++) {
		judged += view->cell->samples[i]->contaminated >= 0;
		marked += view->cell->samples[i]->contaminated == 1;
	}
	return judged ? json_integer(marked) : json_null();
}

static json_t *get_error_number(const struct cell_field *field, const struct cell_view *view)
{
	(void)field;
	return view->cell->trouble ? whole(view->cell->trouble->error_number) : json_null();
}

static json_t *get_error(const struct cell_field *field, const struct cell_view *view)
{
	const struct sample *trouble = view->cell->trouble;

	(void)field;
	return trouble && *trouble->error ? json_text_lossy(trouble->error) : json_null();
}

const struct cell_field cell_fields[] = {
	{ "mode", "", "device or cached", get_mode, NULL, 0 },
	{ "test", "", "pattern, or API:pattern", get_test, NULL, 0 },
	{ "api", "", "how I/O was issued", get_api, NULL, 0 },
	{ "pattern", "", "order of the accesses", get_pattern, NULL, 0 },
	{ "file_size_bytes", "B", "size of the file", get_axis, NULL, AXIS_FILE_SIZE },
	{ "record_size_bytes", "B", "size of one operation", get_axis, NULL, AXIS_RECORD },
	{ "depth", "", "I/Os in flight per job", get_axis, NULL, AXIS_DEPTH },
	{ "jobs", "", "workers", get_axis, NULL, AXIS_JOBS },
	{ "state", "", "measured, failed or skipped", get_state, NULL, 0 },
	{ "samples", "", "number of good samples", get_samples, NULL, 0 },
	{ "throughput_mib_s", "MiB/s", "median of the samples", get_median, NULL, 0 },
	{ "throughput_min_mib_s", "MiB/s", "the slowest sample", get_min, NULL, 0 },
	{ "throughput_max_mib_s", "MiB/s", "the fastest sample", get_max, NULL, 0 },
	{ "spread", "", "(max - min) / median", get_spread, NULL, 0 },
	{ "throughput_low_mib_s", "MiB/s", "lower end of the 95 % interval of the median", get_low, NULL, 0 },
	{ "throughput_high_mib_s", "MiB/s", "upper end of that interval", get_high, NULL, 0 },
	{ "verdict", "", "stable, drifting, noisy, single or contaminated", get_verdict, NULL, 0 },
	{ "drift", "", "relative change from the first pass to the last, where they have a trend", get_drift, NULL, 0 },
	{ "first_left_out", "", "the first pass differs from the later ones and does not count", get_left_out, NULL, 0 },
	{ "iops", "1/s", "median of the samples", get_median_of, "iops", 0 },
	{ "lat_p50_ns", "ns", "median of the samples", get_median_of, "lat_p50_ns", 0 },
	{ "lat_p99_ns", "ns", "median of the samples", get_median_of, "lat_p99_ns", 0 },
	{ "lat_p999_ns", "ns", "median of the samples", get_median_of, "lat_p999_ns", 0 },
	{ "clocked_ns", "ns", "median of the samples", get_median_of, "clocked_ns", 0 },
	{ "flush_ns", "ns", "median of the samples", get_median_of, "flush_ns", 0 },
	{ "flush_counted", "", "throughput counts the flush", get_flag_of, "flush_counted", 0 },
	{ "close_counted", "", "throughput counts closing the file", get_flag_of, "close_counted", 0 },
	{ "direct", "", "O_DIRECT was in effect", get_flag_of, "direct", 0 },
	{ "cut", "", "a sample ended before the whole file was accessed", get_cut, NULL, 0 },
	{ "fell", "", "throughput fell to less than half in the course of a sample", get_any_of, "fell", 0 },
	{ "device_share", "", "device bytes over bytes asked for, median of the samples", get_median_of, "device_share", 0 },
	{ "answered_by", "", "page cache, device or both", get_answered_by, NULL, 0 },
	{ "resident_before_bytes", "B", "of the file in the page cache, median of the samples", get_median_of,
	  "resident_before_bytes", 0 },
	{ "contaminated_samples", "", "that the I/O of others has disturbed", get_contaminated, NULL, 0 },
	{ "steal_ns", "ns", "median of the samples", get_median_of, "steal_ns", 0 },
	{ "error_number", "", "errno of the last trouble", get_error_number, NULL, 0 },
	{ "error", "", "the last trouble", get_error, NULL, 0 },
};

const size_t cell_fields_n = sizeof(cell_fields) / sizeof(cell_fields[0]);

struct cell_view cell_view_at(const struct resultset *rs, const struct surface *surface, size_t i)
{
	struct cell_view view = { .surface = surface, .cell = &surface->cells[i] };

	for (int axis = 0; axis < AXES_N; axis++)
		view.at[axis] = surface_value(rs, surface, i, (enum axis)axis);
	return view;
}

bool cell_view_any(const struct cell_view *view)
{
	return view->cell->state != CELL_OUTSIDE && view->cell->state != CELL_PLANNED;
}
