#include "report/comparison.h"

#include "base/err.h"
#include "report/comparison_left.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_LEN 160

/* Of the test alone, without the place of a surface. */
static const char *heading_of(const struct resultset *rs, const struct test *test)
{
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].test == test)
			return rs->surfaces[i].heading;
	}
	return test->name;
}

void comparison_add_fixed(const struct comparison *c, const struct comparison_table *table, struct strbuf *out)
{
	for (int i = 0; i < AXES_N; i++) {
		enum axis axis = (enum axis)i;
		char text[UNITS_TEXT_LEN];

		/* One at a time is what nobody has asked for. */
		if (axis == c->x || axis == c->y || (!axes[axis].bytes && table->fixed[axis] == 1))
			continue;
		axis_format(axis, table->fixed[axis], text);
		if (axis == AXIS_JOBS)
			strbuf_addf(out, ", %s jobs", text);
		else
			strbuf_addf(out, ", %s %s", axes[axis].head, text);
	}
}

void comparison_add_title(const struct comparison *c, const struct comparison_table *table, struct strbuf *out)
{
	int side = table->test[COMPARISON_BASE] ? COMPARISON_BASE : COMPARISON_RUN;

	strbuf_addstr(out, heading_of(c->side[side], table->test[side]));
	comparison_add_fixed(c, table, out);
}

const char *comparison_at(const struct comparison *comparison, const struct comparison_place *place,
			  char buf[COMPARISON_AT_LEN])
{
	char x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN];

	snprintf(buf, COMPARISON_AT_LEN, "%.30s/%.30s", axis_format(comparison->x, place->at[comparison->x], x),
		 axis_format(comparison->y, place->at[comparison->y], y));
	return buf;
}

const char *comparison_word(const struct metric *metric, bool higher)
{
	static const char *const words[][2] = {
		[METRIC_HIGHER] = { "slower", "faster" },
		[METRIC_LOWER] = { "faster", "slower" },
		[METRIC_NEITHER] = { "lower", "higher" },
	};
	bool time = strncmp(metric->name, "cpu", strlen("cpu")) != 0;

	if (!time && metric->better == METRIC_LOWER)
		return higher ? "dearer" : "cheaper";
	return words[metric->better][higher];
}

bool comparison_worse(const struct metric *metric, double ratio, double share)
{
	if (metric->better == METRIC_NEITHER)
		return false;
	return metric->better == METRIC_HIGHER ? ratio < 1 - share : ratio > 1 + share;
}

size_t comparison_count_worse(const struct comparison *comparison, double share, size_t *worst)
{
	size_t n = 0;

	for (size_t i = 0; i < comparison->cells_n; i++) {
		const struct compare_cell *cell = &comparison->cells[i];

		if (!cell->differs || !comparison_worse(comparison->metric, cell->ratio, share))
			continue;
		if (!n++ || (comparison->metric->better == METRIC_HIGHER ?
				     cell->ratio < comparison->cells[*worst].ratio :
				     cell->ratio > comparison->cells[*worst].ratio))
			*worst = i;
	}
	return n;
}

/* "API of read, mode device" */
static int add_of_table(struct comparison *c, const struct comparison_table *table, const char *what,
			const char *base, const char *run)
{
	char key[KEY_LEN];

	snprintf(key, sizeof(key), "%s of %s, mode %s", what, table->test[COMPARISON_BASE]->name, mode_name(table->mode));
	return run_differences_add(&c->differences, key, base, run);
}

/* Depth or jobs, where the runs have one each and not the same. */
static int add_counts(struct comparison *c, const struct comparison_table *table, enum axis axis)
{
	const struct comparison_place *place = &c->places[table->first + table->summary.lowest];
	char base[UNITS_TEXT_LEN], run[UNITS_TEXT_LEN];

	if (place->at[axis] == place->run_at[axis])
		return 0;
	return add_of_table(c, table, axes[axis].name, axis_format(axis, place->at[axis], base),
			    axis_format(axis, place->run_at[axis], run));
}

static int table_differences(struct comparison *c, const struct comparison_table *table)
{
	const struct test *base = table->test[COMPARISON_BASE], *run = table->test[COMPARISON_RUN];

	if (!table->summary.cells)
		return 0;
	if (strcmp(base->api, run->api) != 0 && add_of_table(c, table, "API", base->api, run->api))
		return -ENOMEM;
	if (add_counts(c, table, AXIS_DEPTH) || add_counts(c, table, AXIS_JOBS))
		return -ENOMEM;
	return 0;
}

static const struct sample *first_good(const struct resultset *rs, const struct comparison_table *table, int side,
				       const struct comparison_place *place)
{
	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct sample *s = &rs->samples[i];

		if (sample_ok(s) && s->file_size_bytes == place->at[AXIS_FILE_SIZE] &&
		    s->record_size_bytes == place->at[AXIS_RECORD] &&
		    !strcmp(s->test, table->test[side]->name) && !strcmp(s->mode, mode_name(table->mode)))
			return s;
	}
	return NULL;
}

/* What was measured is not the same where one of these flags differs. One cell speaks for its table. */
static int flag_differences(struct comparison *c, const struct comparison_table *table)
{
	static const char *const names[] = { "direct", "flush_counted", "close_counted" };
	const struct comparison_place *place = &c->places[table->first + table->summary.lowest];
	const struct sample *sample[COMPARISON_SIDES_N];
	int ret = 0;

	if (!table->summary.cells)
		return 0;
	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		sample[side] = first_good(c->side[side], table, side, place);
		if (!sample[side])
			return 0;
	}
	for (size_t i = 0; !ret && i < sizeof(names) / sizeof(*names); i++) {
		const struct sample_field *field = sample_field_find(names[i]);
		double base = sample_field_number(field, sample[COMPARISON_BASE]);
		double run = sample_field_number(field, sample[COMPARISON_RUN]);

		if (isfinite(base) && isfinite(run) && fabs(base - run) > 0)
			ret = add_of_table(c, table, names[i], base > 0 ? "true" : "false", run > 0 ? "true" : "false");
	}
	return ret;
}

static int find_differences(struct comparison *c)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < c->tables_n; i++) {
		ret = table_differences(c, &c->tables[i]);
		if (!ret)
			ret = flag_differences(c, &c->tables[i]);
	}
	return ret ? ret : run_differences_find(&c->differences, c->side[COMPARISON_BASE], c->side[COMPARISON_RUN]);
}

static void summarise(struct comparison *c)
{
	for (size_t i = 0; i < c->tables_n; i++)
		c->tables[i].summary = compare_summarise(c->cells + c->tables[i].first, c->tables[i].n);
	c->summary = compare_summarise(c->cells, c->cells_n);
	for (size_t i = 0; i < c->cells_n; i++)
		c->newly_failed += c->places[i].state[COMPARISON_BASE] == COMPARISON_OK &&
				   c->places[i].state[COMPARISON_RUN] == COMPARISON_FAILED;
}

static bool has_figures(const struct comparison *c, int side)
{
	for (size_t i = 0; i < c->cells_n; i++) {
		if (c->places[i].state[side] == COMPARISON_OK)
			return true;
	}
	return false;
}

static int nothing_common(const struct comparison *c, struct err *err)
{
	struct strbuf left, line;

	strbuf_init(&left);
	strbuf_init(&line);
	comparison_left_why(c, &left);
	for (const char *s = left.buf; *s; s++) {
		if (*s != '\n')
			strbuf_addch(&line, *s);
		else if (s[1])
			strbuf_addstr(&line, "; ");
	}
	err_set(err, ERR_USAGE, "%.100s and %.100s have no cell in common: %.200s", c->side[COMPARISON_BASE]->run_dir,
		c->side[COMPARISON_RUN]->run_dir, line.buf);
	strbuf_release(&left);
	strbuf_release(&line);
	return -1;
}

/* A run of which all common cells failed is compared all the same: that is its result. */
static int refuse(const struct comparison *c, struct err *err)
{
	if (c->summary.cells || c->newly_failed)
		return 0;
	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		if (!has_figures(c, side))
			return err_set(err, ERR_USAGE, "%.150s has no figure of %s", c->side[side]->run_dir,
				       c->metric->name);
	}
	return nothing_common(c, err);
}

static int fill(struct comparison *c, struct err *err)
{
	double resolution = c->metric->resolution;
	int ret = comparison_match(c);

	if (!ret)
		ret = compare_cells(c->cells, c->cells_n, resolution * resolution);
	if (!ret) {
		summarise(c);
		if (refuse(c, err))
			return -1;
		ret = find_differences(c);
	}
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "compare") : 0;
}

int comparison_make(const struct resultset *base, const struct resultset *run, const struct metric *metric,
		    struct comparison *comparison, struct err *err)
{
	*comparison = (struct comparison){ .side = { base, run }, .metric = metric, .x = base->x, .y = base->y };
	if (metric->of_cell)
		return err_set(err, ERR_USAGE, "%s is a figure of a cell, not of its samples, and has no noise to compare by",
			       metric->name);
	if (!fill(comparison, err))
		return 0;
	comparison_release(comparison);
	return -1;
}

void comparison_release(struct comparison *comparison)
{
	free(comparison->cells);
	free(comparison->places);
	free(comparison->tables);
	run_differences_release(&comparison->differences);
}
