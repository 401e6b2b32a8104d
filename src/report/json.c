/*
 * {"format": {"name": "iosweep-report", "version": 1}, "run": run.json, "damaged_lines",
 *  "file_size_bytes": [...], "record_size_bytes": [...], "depth": [...], "jobs": [...], "x": axis, "y": axis,
 *  "surfaces": [{"mode", "test", "title", "fixed": {axis: value}, "passes", "typical_spread",
 *  "verdicts": {verdict: cells}, "first_left_out", "first_ratio", "cells": [{the cell fields,
 *                "throughputs_mib_s": [of each good sample, in order of pass]}]}]}
 * An axis is the name that --x takes. The fixed axes of a surface are the two that are neither x nor y.
 * Cells that were not measured and not tried are absent.
 */
#include "report/report.h"

#include "base/err.h"
#include "report/cell_fields.h"
#include "report/json_document.h"
#include "store/json_text.h"

#include <errno.h>
#include <math.h>

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *throughputs_json(const struct cell *cell)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < cell->samples_n; i++) {
		if (json_array_append_new(array, real(cell->samples[i]->throughput_mib_s))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *cell_json(const struct cell_view *view)
{
	json_t *json = json_object();

	for (size_t i = 0; json && i < cell_fields_n; i++) {
		if (json_object_set_new(json, cell_fields[i].name, cell_fields[i].get(&cell_fields[i], view))) {
			json_decref(json);
			return NULL;
		}
	}
	if (json && json_object_set_new(json, "throughputs_mib_s", throughputs_json(view->cell))) {
		json_decref(json);
		return NULL;
	}
	return json;
}

static json_t *cells_json(const struct resultset *rs, const struct surface *surface)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < surface->cells_n; i++) {
		struct cell_view view = cell_view_at(rs, surface, i);

		if (cell_view_any(&view) && json_array_append_new(array, cell_json(&view))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *fixed_json(const struct resultset *rs, const struct surface *surface)
{
	json_t *json = json_object();

	for (int axis = 0; json && axis < AXES_N; axis++) {
		if ((enum axis)axis == rs->x || (enum axis)axis == rs->y)
			continue;
		if (json_object_set_new(json, axes[axis].name, json_integer((json_int_t)surface->fixed[axis]))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static json_t *verdicts_json(const struct surface *surface)
{
	json_t *json = json_object();

	for (int i = VERDICT_NONE + 1; json && i < VERDICTS_N; i++) {
		if (json_object_set_new(json, verdict_name((enum verdict)i), json_integer((json_int_t)surface->verdicts[i]))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static json_t *surface_json(const struct resultset *rs, const struct surface *surface)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:i, s:o, s:o, s:b, s:o, s:o}", "mode", mode_name(surface->mode), "test",
			 json_text_lossy(surface->test->name), "title", json_text_lossy(surface->title), "fixed",
			 fixed_json(rs, surface), "passes", (int)surface->passes, "typical_spread", real(surface->typical_spread),
			 "verdicts", verdicts_json(surface), "first_left_out", (int)surface->first_left_out, "first_ratio",
			 real(surface->first_ratio), "cells", cells_json(rs, surface));
}

static json_t *surfaces_json(const struct resultset *rs)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < rs->surfaces_n; i++) {
		if (json_array_append_new(array, surface_json(rs, &rs->surfaces[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static json_t *sizes_json(const struct size_list *list)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < list->n; i++) {
		if (json_array_append_new(array, json_integer((json_int_t)list->v[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

/* Returns 0 or -ENOMEM. */
static int add_axes(const struct resultset *rs, json_t *json)
{
	int failed = 0;

	for (int axis = 0; axis < AXES_N; axis++)
		failed |= json_object_set_new(json, axes[axis].field, sizes_json(&rs->axes[axis]));
	return failed ? -ENOMEM : 0;
}

static int write_json(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	json_t *json;

	json_document_begin();
	json = json_pack("{s:{s:s, s:i}, s:O, s:I, s:s, s:s, s:o}", "format", "name", "iosweep-report", "version", 1, "run",
			 rs->run, "damaged_lines", (json_int_t)rs->damaged_lines, "x", axes[rs->x].name, "y",
			 axes[rs->y].name, "surfaces", surfaces_json(rs));
	if (json && add_axes(rs, json)) {
		json_decref(json);
		json = NULL;
	}
	if (json_document_add(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17), out))
		return err_sys(err, ERR_CELLS, ENOMEM, "cannot be made");
	return 0;
}

const struct reporter reporter_json = {
	.name = "json",
	.summary = "the whole run: environment, surfaces and cells, as JSON",
	.file_name = NULL,
	.write = write_json,
};
