/*
 * {"format": {"name": "iosweep-compare", "version": 1}, "metric", "unit", "false_discovery_rate", "confidence",
 *  "runs": [{"base_dir", "run_dir", "summary": SUMMARY, "differences": [{"key", "base", "run"}],
 *            "samples": {"first_pass_base", "first_pass_run", "disturbed_base", "disturbed_run"},
 *            "left_out": {"only_base", "only_run", "failed_base", "failed_run", "failed_both", "no_figure"},
 *            "tables": [{"mode", "test", "title", "x", "y", "summary": SUMMARY, "cells": [{the fields}]}]}]}
 * SUMMARY is {"cells", "guesses", and by the words of the metric the number that differ, "mean", "mean_low",
 * "mean_high", "lowest", "highest"}: the last two are the extreme ratios.
 */
#include "report/comparison_format.h"

#include "base/err.h"
#include "report/comparison_fields.h"
#include "report/comparison_left.h"
#include "report/json_document.h"
#include "store/json_text.h"

#include <errno.h>
#include <math.h>

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* cells: those that the summary is of. */
static json_t *summary_json(const struct comparison *c, const struct compare_summary *s,
			    const struct compare_cell *cells)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "cells", (json_int_t)s->cells, "guesses",
			 (json_int_t)s->guesses, comparison_word(c->metric, false), (json_int_t)s->lower,
			 comparison_word(c->metric, true), (json_int_t)s->higher, "mean", real(s->mean), "mean_low",
			 real(s->mean_low), "mean_high", real(s->mean_high), "lowest",
			 real(s->cells ? cells[s->lowest].ratio : NAN), "highest",
			 real(s->cells ? cells[s->highest].ratio : NAN));
}

/* Appends to an array that may be NULL already. Takes item; returns the array, or NULL when memory ran out. */
static json_t *append(json_t *array, json_t *item)
{
	if (!array) {
		json_decref(item);
		return NULL;
	}
	if (!json_array_append_new(array, item))
		return array;
	json_decref(array);
	return NULL;
}

static json_t *text_or_null(const char *text)
{
	return text ? json_text_lossy(text) : json_null();
}

static json_t *differences_json(const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < c->differences.n; i++) {
		const struct run_difference *d = &c->differences.v[i];

		array = append(array, json_pack("{s:o, s:o, s:o}", "key", json_text_lossy(d->key), "base",
						text_or_null(d->base), "run", text_or_null(d->run)));
	}
	return array;
}

static json_t *left_json(const struct comparison *c)
{
	struct comparison_left left = comparison_left_count(c);

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "only_base", (json_int_t)left.only[COMPARISON_BASE],
			 "only_run", (json_int_t)left.only[COMPARISON_RUN], "failed_base",
			 (json_int_t)left.failed[COMPARISON_BASE], "failed_run",
			 (json_int_t)left.failed[COMPARISON_RUN], "failed_both", (json_int_t)left.failed_both,
			 "no_figure", (json_int_t)left.no_figure);
}

/* Those of a first pass that do not count, and those that count though others used the device. */
static json_t *samples_json(const struct comparison *c)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "first_pass_base", (json_int_t)c->first_pass[COMPARISON_BASE],
			 "first_pass_run", (json_int_t)c->first_pass[COMPARISON_RUN], "disturbed_base",
			 (json_int_t)c->disturbed[COMPARISON_BASE], "disturbed_run",
			 (json_int_t)c->disturbed[COMPARISON_RUN]);
}

static json_t *cell_json(const struct comparison_view *view)
{
	json_t *json = json_object();

	for (size_t i = 0; json && i < comparison_fields_n; i++) {
		if (json_object_set_new(json, comparison_fields[i].name, comparison_fields[i].get(view))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static json_t *table_json(const struct comparison *c, const struct comparison_table *table)
{
	const struct test *test = table->test[table->test[COMPARISON_BASE] ? COMPARISON_BASE : COMPARISON_RUN];
	json_t *cells = json_array(), *json;
	struct strbuf title;

	strbuf_init(&title);
	comparison_add_title(c, table, &title);
	for (size_t i = table->first; cells && i < table->first + table->n; i++) {
		struct comparison_view view = comparison_view_at(c, i);

		cells = append(cells, cell_json(&view));
	}
	json = json_pack("{s:s, s:o, s:o, s:s, s:s, s:o, s:o}", "mode", mode_name(table->mode), "test",
			 json_text_lossy(test->name), "title", json_text_lossy(title.buf), "x", axes[c->x].key, "y",
			 axes[c->y].key,
			 "summary", summary_json(c, &table->summary, c->cells + table->first), "cells", cells);
	strbuf_release(&title);
	return json;
}

static json_t *run_json(const struct comparison *c)
{
	json_t *tables = json_array();

	for (size_t i = 0; tables && i < c->tables_n; i++)
		tables = append(tables, table_json(c, &c->tables[i]));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "base_dir",
			 json_text_lossy(c->side[COMPARISON_BASE]->run_dir), "run_dir",
			 json_text_lossy(c->side[COMPARISON_RUN]->run_dir), "summary",
			 summary_json(c, &c->summary, c->cells), "differences", differences_json(c), "samples",
			 samples_json(c), "left_out", left_json(c), "tables", tables);
}

static int write_json(const struct comparison *runs, size_t n, struct strbuf *out, struct err *err)
{
	json_t *list, *json;

	json_document_begin();
	list = json_array();
	for (size_t i = 0; list && i < n; i++)
		list = append(list, run_json(&runs[i]));
	json = json_pack("{s:{s:s, s:i}, s:s, s:s, s:f, s:f, s:o}", "format", "name", "iosweep-compare", "version", 1,
			 "metric", runs[0].metric->name, "unit", runs[0].metric->unit, "false_discovery_rate",
			 COMPARE_RATE, "confidence", COMPARE_CONFIDENCE, "runs", list);
	if (json_document_add(json, JSON_INDENT(1) | JSON_REAL_PRECISION(15), out))
		return err_sys(err, ERR_CELLS, ENOMEM, "cannot be made");
	return 0;
}

const struct comparison_format comparison_format_json = {
	.name = "json",
	.summary = "summaries, what differs, what was left out, and all cells, as JSON",
	.file_name = "compare.json",
	.write = write_json,
};
