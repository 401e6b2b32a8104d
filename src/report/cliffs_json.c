#include "report/cliffs.h"

#include "base/err.h"
#include "report/json_document.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>

static json_t *number_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *cause_json(const struct cause *cause)
{
	if (cause->how == CAUSE_NONE)
		return json_null();
	return json_pack("{s:s, s:s, s:I, s:i, s:s, s:f, s:f}", "kind", cause_kind_name(cause->fact->kind), "name",
			 cause->fact->name, "size", (json_int_t)cause->fact->size, "multiple", (int)cause->multiple,
			 "how", cause->how == CAUSE_AT ? "at" : "near", "score", cause->score, "chance", cause->chance);
}

static json_t *again_json(const struct confirm *again, double before)
{
	if (again->verdict == CONFIRM_UNKNOWN)
		return json_null();
	return json_pack("{s:f, s:f, s:i, s:f}", "ratio", again->ratio, "z", again->z, "lines", (int)again->lines,
			 "confidence_before", before);
}

static const char *axis_key(const struct run_cliffs *cliffs, enum cliff_axis axis)
{
	enum axis of = cliffs_axis(cliffs, axis);

	return of == AXES_N ? "records_per_file" : axes[of].key;
}

static json_t *fixed_json(const struct run_cliffs *cliffs, const struct surface *s)
{
	json_t *json = json_object();

	for (int i = 0; json && i < AXES_N; i++) {
		if ((enum axis)i != cliffs->first && (enum axis)i != cliffs->second)
			json_object_set_new(json, axes[i].key, json_integer((json_int_t)s->fixed[i]));
	}
	return json;
}

static json_t *cliff_json(const struct run_cliffs *cliffs, const struct mode_cliffs *m, size_t i)
{
	const struct cliff *c = &m->list.v[i];
	const struct surface *s = m->tests[c->test];

	return json_pack("{s:s, s:s, s:o, s:s, s:I, s:I, s:f, s:I, s:I, s:i, s:i, s:f, s:s, s:o, s:i, s:o}", "mode",
			 mode_name(s->mode), "test", s->test->name, "fixed", fixed_json(cliffs, s), "axis",
			 axis_key(cliffs, c->axis), "from", (json_int_t)llrint(c->from), "to",
			 (json_int_t)llrint(c->to), "ratio", c->ratio, "other_from", (json_int_t)c->other_from, "other_to",
			 (json_int_t)c->other_to, "lines", (int)c->lines, "of_lines", (int)c->of_lines, "confidence",
			 m->confidence[i], "status", cliff_status_name(m->status[i]), "again",
			 again_json(&m->again[i], c->confidence), "contaminated_lines",
			 (int)m->disturbed[i].lines, "cause", cause_json(&m->causes[i]));
}

/* Records per file are no axis of surfaces on others. */
static bool has_axis(const struct run_cliffs *cliffs, enum cliff_axis axis)
{
	return axis != CLIFF_RATIO || (cliffs->first == AXIS_FILE_SIZE && cliffs->second == AXIS_RECORD);
}

static json_t *sight_json(const struct run_cliffs *cliffs, const struct mode_cliffs *m, size_t test)
{
	const struct surface *s = m->tests[test];
	json_t *json = json_pack("{s:s, s:s, s:o}", "mode", mode_name(s->mode), "test", s->test->name, "fixed",
				 fixed_json(cliffs, s));

	for (int axis = 0; json && axis < CLIFF_AXES; axis++) {
		if (has_axis(cliffs, (enum cliff_axis)axis))
			json_object_set_new(json, axis_key(cliffs, (enum cliff_axis)axis),
					    number_or_null(m->sight[test].factor[axis]));
	}
	return json;
}

static bool is_rejected(enum cliff_status status)
{
	return status == CLIFF_REJECTED;
}

static bool is_possible(enum cliff_status status)
{
	return status == CLIFF_POSSIBLE;
}

static void add_cliffs(const struct run_cliffs *cliffs, const struct mode_cliffs *m,
		       bool (*kind)(enum cliff_status status), json_t *list)
{
	for (size_t g = 0; g < m->merge.n; g++) {
		for (size_t i = 0; i < m->merge.group[g].count; i++) {
			size_t cliff = m->merge.member[m->merge.group[g].first + i];

			if (kind(m->status[cliff]))
				json_array_append_new(list, cliff_json(cliffs, m, cliff));
		}
	}
}

static void add_mode(const struct run_cliffs *cliffs, const struct mode_cliffs *m, json_t *list, json_t *detectable)
{
	add_cliffs(cliffs, m, cliffs_is_sure, list);
	add_cliffs(cliffs, m, is_possible, list);
	add_cliffs(cliffs, m, is_rejected, list);
	for (size_t t = 0; t < m->tests_n; t++)
		json_array_append_new(detectable, sight_json(cliffs, m, t));
}

int cliffs_json(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err)
{
	json_t *list, *detectable, *anomalies, *whole;

	json_document_begin();
	list = json_array();
	detectable = json_array();
	anomalies = json_array();
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &cliffs->modes[mode];

		add_mode(cliffs, m, list, detectable);
		for (size_t i = 0; i < m->anomalies_n; i++)
			json_array_append_new(anomalies, anomaly_json(&m->anomalies[i]));
	}
	whole = json_pack("{s:o, s:o, s:o, s:o}", "cliffs", list, "detectable", detectable, "anomalies", anomalies,
			  "placement", placement_json(&cliffs->placement));
	if (json_document_add(whole, JSON_INDENT(2) | JSON_REAL_PRECISION(6), out))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cliffs");
	return 0;
}
