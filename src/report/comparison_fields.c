#include "report/comparison_fields.h"

#include "store/json_text.h"

#include <math.h>

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *get_base_dir(const struct comparison_view *v)
{
	return json_text_lossy(v->comparison->side[COMPARISON_BASE]->run_dir);
}

static json_t *get_run_dir(const struct comparison_view *v)
{
	return json_text_lossy(v->comparison->side[COMPARISON_RUN]->run_dir);
}

static json_t *get_mode(const struct comparison_view *v)
{
	return json_string(mode_name(v->table->mode));
}

static json_t *of_test(const struct comparison_view *v, int side, size_t offset)
{
	const struct test *test = v->table->test[side];

	return test ? json_text_lossy((const char *)test + offset) : json_null();
}

static json_t *get_test(const struct comparison_view *v)
{
	return of_test(v, v->table->test[COMPARISON_BASE] ? COMPARISON_BASE : COMPARISON_RUN,
		       offsetof(struct test, name));
}

static json_t *get_base_api(const struct comparison_view *v)
{
	return of_test(v, COMPARISON_BASE, offsetof(struct test, api));
}

static json_t *get_run_api(const struct comparison_view *v)
{
	return of_test(v, COMPARISON_RUN, offsetof(struct test, api));
}

static json_t *get_file_size(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->at[AXIS_FILE_SIZE]);
}

static json_t *get_record(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->at[AXIS_RECORD]);
}

static json_t *get_base_depth(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->at[AXIS_DEPTH]);
}

static json_t *get_run_depth(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->run_at[AXIS_DEPTH]);
}

static json_t *get_base_jobs(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->at[AXIS_JOBS]);
}

static json_t *get_run_jobs(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->place->run_at[AXIS_JOBS]);
}

static json_t *state_name(enum comparison_state state)
{
	static const char *const names[] = {
		[COMPARISON_ABSENT] = "absent", [COMPARISON_OK] = "measured", [COMPARISON_NO_FIGURE] = "no figure",
		[COMPARISON_FAILED] = "failed", [COMPARISON_SKIPPED] = "skipped",
	};

	return json_string(names[state]);
}

static json_t *get_base_state(const struct comparison_view *v)
{
	return state_name(v->place->state[COMPARISON_BASE]);
}

static json_t *get_run_state(const struct comparison_view *v)
{
	return state_name(v->place->state[COMPARISON_RUN]);
}

static json_t *get_base_samples(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->cell->base.n);
}

static json_t *get_run_samples(const struct comparison_view *v)
{
	return json_integer((json_int_t)v->cell->run.n);
}

static json_t *get_metric(const struct comparison_view *v)
{
	return json_string(v->comparison->metric->name);
}

static json_t *get_unit(const struct comparison_view *v)
{
	return json_string(v->comparison->metric->unit);
}

static json_t *get_base_value(const struct comparison_view *v)
{
	return real(exp(v->cell->base.mean));
}

static json_t *get_run_value(const struct comparison_view *v)
{
	return real(exp(v->cell->run.mean));
}

static json_t *get_ratio(const struct comparison_view *v)
{
	return real(v->cell->ratio);
}

static json_t *get_low(const struct comparison_view *v)
{
	return real(v->cell->low);
}

static json_t *get_high(const struct comparison_view *v)
{
	return real(v->cell->high);
}

static json_t *get_p(const struct comparison_view *v)
{
	return real(v->cell->p);
}

static json_t *get_q(const struct comparison_view *v)
{
	return real(v->cell->q);
}

static json_t *get_verdict(const struct comparison_view *v)
{
	if (v->cell->basis == COMPARE_NOTHING)
		return json_null();
	return json_string(v->cell->differs ? comparison_word(v->comparison->metric, v->cell->ratio > 1) : "noise");
}

static json_t *get_basis(const struct comparison_view *v)
{
	static const char *const names[] = {
		[COMPARE_BOTH] = "both runs", [COMPARE_ONE] = "one run", [COMPARE_OTHERS] = "other cells",
		[COMPARE_ASSUMED] = "assumed",
	};

	return v->cell->basis == COMPARE_NOTHING ? json_null() : json_string(names[v->cell->basis]);
}

static json_t *get_guess(const struct comparison_view *v)
{
	return v->cell->basis == COMPARE_NOTHING ? json_null() : json_boolean(compare_is_guess(v->cell->basis));
}

const struct comparison_field comparison_fields[] = {
	{ "base_dir", "the run that is compared with", get_base_dir },
	{ "run_dir", "the run that is compared", get_run_dir },
	{ "mode", "device or cached", get_mode },
	{ "test", "as the base names it", get_test },
	{ "base_api", "how I/O was issued", get_base_api },
	{ "run_api", "how I/O was issued", get_run_api },
	{ "file_size_bytes", "size of the file", get_file_size },
	{ "record_size_bytes", "size of one operation", get_record },
	{ "base_depth", "I/Os in flight per job", get_base_depth },
	{ "run_depth", "I/Os in flight per job", get_run_depth },
	{ "base_jobs", "workers", get_base_jobs },
	{ "run_jobs", "workers", get_run_jobs },
	{ "base_state", "measured, no figure, failed, skipped or absent", get_base_state },
	{ "run_state", "measured, no figure, failed, skipped or absent", get_run_state },
	{ "base_samples", "samples with a figure", get_base_samples },
	{ "run_samples", "samples with a figure", get_run_samples },
	{ "metric", "what is compared", get_metric },
	{ "unit", "of the two figures", get_unit },
	{ "base_value", "geometric mean of the samples", get_base_value },
	{ "run_value", "geometric mean of the samples", get_run_value },
	{ "ratio", "run over base", get_ratio },
	{ "ratio_low", "low end of its 95 % interval", get_low },
	{ "ratio_high", "high end", get_high },
	{ "p", "probability of such a ratio where nothing has changed", get_p },
	{ "q", "least false discovery rate at which the cell differs", get_q },
	{ "verdict", "slower, faster (or the like), or noise", get_verdict },
	{ "noise_from", "both runs, one run, other cells, or assumed", get_basis },
	{ "guess", "the noise of both runs could not be measured", get_guess },
};

const size_t comparison_fields_n = sizeof(comparison_fields) / sizeof(*comparison_fields);

struct comparison_view comparison_view_at(const struct comparison *comparison, size_t cell)
{
	return (struct comparison_view){
		.comparison = comparison,
		.table = &comparison->tables[comparison->cells[cell].group],
		.place = &comparison->places[cell],
		.cell = &comparison->cells[cell],
	};
}
