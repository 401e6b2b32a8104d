#include "report/comparison_pictures.h"

#include "base/err.h"
#include "model/axis.h"
#include "model/envfacts.h"
#include "report/comparison_grid.h"
#include "report/draw.h"
#include "report/picture_change.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const side_names[COMPARISON_SIDES_N] = { "BASE", "RUN" };

/* What the two pictures of a table are made of. */
struct sheet {
	const struct comparison *comparison;
	const struct comparison_table *table;
	struct comparison_grid grid;
	struct strbuf name, both_name, title, caption[COMPARISON_SIDES_N];
	struct picture_cell *cells; /* of the surface in hand: change, or a run */
};

static enum picture_state hole(const struct comparison_place *place, int side)
{
	static const enum picture_state states[] = {
		[COMPARISON_ABSENT] = PICTURE_OUTSIDE, [COMPARISON_OK] = PICTURE_MEASURED,
		[COMPARISON_NO_FIGURE] = PICTURE_PLANNED, [COMPARISON_FAILED] = PICTURE_FAILED,
		[COMPARISON_SKIPPED] = PICTURE_SKIPPED,
	};

	return states[place->state[side]];
}

/* i may be COMPARISON_GRID_NONE here and below. */
static struct picture_cell change_cell(const struct comparison *c, size_t i)
{
	static const struct picture_cell none = { .state = PICTURE_OUTSIDE };
	const struct compare_cell *cell;
	int side;

	if (i == COMPARISON_GRID_NONE)
		return none;
	cell = &c->cells[i];
	side = c->places[i].state[COMPARISON_RUN] == COMPARISON_OK ? COMPARISON_BASE : COMPARISON_RUN;
	if (cell->basis == COMPARE_NOTHING)
		return (struct picture_cell){ .state = hole(&c->places[i], side) };
	return (struct picture_cell){
		.state = PICTURE_MEASURED, .value = cell->ratio, .min = cell->low, .max = cell->high,
		.n = (unsigned)(cell->base.n + cell->run.n), .faint = !cell->differs,
	};
}

/* Only what both runs have, so that their axes are the same. */
static struct picture_cell run_cell(const struct comparison *c, size_t i, int side)
{
	const struct log_moments *m;
	double value;

	if (i == COMPARISON_GRID_NONE || c->cells[i].basis == COMPARE_NOTHING)
		return (struct picture_cell){ .state = PICTURE_OUTSIDE };
	m = side == COMPARISON_BASE ? &c->cells[i].base : &c->cells[i].run;
	value = exp(m->mean);
	return (struct picture_cell){ .state = PICTURE_MEASURED, .value = value, .min = value, .max = value,
				      .n = (unsigned)m->n };
}

static struct picture_ruler ruler(enum axis axis, const struct size_list *values)
{
	return (struct picture_ruler){ axes[axis].title, axes[axis].head, axes[axis].bytes, values->v, values->n };
}

static struct picture_surface surface(const struct sheet *sheet)
{
	return (struct picture_surface){
		.mode = mode_name(sheet->table->mode),
		.name = sheet->name.buf,
		.title = sheet->title.buf,
		.family = PICTURE_OTHER,
		.quantity = sheet->comparison->metric->title,
		.unit = sheet->comparison->metric->unit,
		.caption1 = sheet->caption[COMPARISON_BASE].buf,
		.caption2 = sheet->caption[COMPARISON_RUN].buf,
		.x = ruler(sheet->comparison->x, &sheet->grid.x),
		.y = ruler(sheet->comparison->y, &sheet->grid.y),
	};
}

static int write_change(const struct sheet *sheet, const struct picture_output *out, struct err *err)
{
	const struct comparison_grid *grid = &sheet->grid;
	struct picture_surface s = surface(sheet);

	for (size_t i = 0; i < grid->x.n * grid->y.n; i++)
		sheet->cells[i] = change_cell(sheet->comparison, grid->cells[i]);
	s.change = true;
	s.unit = "change";
	s.cells = sheet->cells;
	return picture_write_heat(out, &s, err);
}

static int write_both(const struct sheet *sheet, const struct picture_output *out, struct err *err)
{
	const struct comparison_grid *grid = &sheet->grid;
	size_t n = grid->x.n * grid->y.n;
	struct picture_surface s[COMPARISON_SIDES_N];
	const struct picture_overview overview = {
		.mode = mode_name(sheet->table->mode), .name = sheet->both_name.buf, .title = sheet->title.buf,
		.caption1 = sheet->caption[COMPARISON_BASE].buf, .caption2 = sheet->caption[COMPARISON_RUN].buf,
		.surfaces = s, .surfaces_n = COMPARISON_SIDES_N,
	};

	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		struct picture_cell *cells = sheet->cells + (size_t)side * n;

		for (size_t i = 0; i < n; i++)
			cells[i] = run_cell(sheet->comparison, grid->cells[i], side);
		s[side] = surface(sheet);
		s[side].title = side_names[side];
		s[side].cells = cells;
	}
	return picture_write_overview(out, &overview, err);
}

/* "read", "stdio-write-depth-16-p99" */
static void add_name(struct sheet *sheet)
{
	const struct comparison_table *table = sheet->table;
	const struct comparison *c = sheet->comparison;
	const struct metric *metric = c->metric;

	strbuf_addstr(&sheet->name, table->test[COMPARISON_BASE]->name);
	for (int i = 0; i < AXES_N; i++) {
		enum axis axis = (enum axis)i;
		char text[UNITS_TEXT_LEN];

		if (axis != c->x && axis != c->y && (axes[axis].bytes || table->fixed[axis] > 1))
			strbuf_addf(&sheet->name, "-%s-%s", axes[axis].head,
				    axes[axis].bytes ? units_format_size_exact(table->fixed[axis], text) :
						       axis_format(axis, table->fixed[axis], text));
	}
	if (!metric_is_throughput(metric))
		strbuf_addf(&sheet->name, "-%s", metric->name);
	for (char *s = sheet->name.buf; *s; s++)
		*s = *s == ':' ? '-' : *s;
	strbuf_addf(&sheet->both_name, "%s-both", sheet->name.buf);
}

static void add_captions(struct sheet *sheet)
{
	const struct comparison *c = sheet->comparison;
	const struct compare_summary *s = &sheet->table->summary;
	char change[UNITS_TEXT_LEN];

	comparison_add_title(c, sheet->table, &sheet->title);
	strbuf_addf(&sheet->title, ", %s mode, RUN against BASE: %zu %s, %zu %s", mode_name(sheet->table->mode), s->lower,
		    comparison_word(c->metric, false), s->higher, comparison_word(c->metric, true));
	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		const struct resultset *rs = c->side[side];
		struct strbuf *caption = &sheet->caption[side];

		strbuf_addf(caption, "%s: %s \xc2\xb7 %.10s \xc2\xb7 %u pass%s \xc2\xb7 ", side_names[side], rs->run_dir,
			    *rs->started ? rs->started : "no date", rs->config.passes, rs->config.passes == 1 ? "" : "es");
		envfacts_host_line(rs->environment, caption);
		strbuf_addstr(caption, " \xc2\xb7 ");
		envfacts_file_system_line(rs->environment, caption);
		strbuf_addstr(caption, " \xc2\xb7 ");
		envfacts_device_line(rs->environment, caption);
	}
	strbuf_addf(&sheet->caption[COMPARISON_RUN], " \xc2\xb7 mean %s", picture_change_text(s->mean, change));
}

static bool texts_failed(const struct sheet *sheet)
{
	bool failed = strbuf_failed(&sheet->name) || strbuf_failed(&sheet->both_name) || strbuf_failed(&sheet->title);

	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		failed |= strbuf_failed(&sheet->caption[side]);
	return failed;
}

static void sheet_release(struct sheet *sheet)
{
	comparison_grid_release(&sheet->grid);
	free(sheet->cells);
	strbuf_release(&sheet->name);
	strbuf_release(&sheet->both_name);
	strbuf_release(&sheet->title);
	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		strbuf_release(&sheet->caption[side]);
}

/* 0 or -ENOMEM; release only in the first case. */
static int sheet_init(struct sheet *sheet, const struct comparison *c, const struct comparison_table *table)
{
	*sheet = (struct sheet){ .comparison = c, .table = table };
	if (comparison_grid_init(&sheet->grid, c, table, true))
		return -ENOMEM;
	strbuf_init(&sheet->name);
	strbuf_init(&sheet->both_name);
	strbuf_init(&sheet->title);
	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		strbuf_init(&sheet->caption[side]);
	add_name(sheet);
	add_captions(sheet);
	sheet->cells = calloc(COMPARISON_SIDES_N * sheet->grid.x.n * sheet->grid.y.n, sizeof(*sheet->cells));
	if (sheet->cells && !texts_failed(sheet))
		return 0;
	sheet_release(sheet);
	return -ENOMEM;
}

static int write_all(const struct comparison *c, const struct picture_output *out, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < c->tables_n; i++) {
		struct sheet sheet;

		if (!c->tables[i].summary.cells)
			continue;
		if (sheet_init(&sheet, c, &c->tables[i]))
			return err_sys(err, ERR_CELLS, ENOMEM, "pictures");
		ret = write_change(&sheet, out, err);
		if (!ret)
			ret = write_both(&sheet, out, err);
		sheet_release(&sheet);
	}
	return ret;
}

int comparison_draw(const struct comparison *comparison, const char *dir, size_t *drawn, struct err *err)
{
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	const struct picture_text texts[] = {
		{ "Software", "iosweep compare" },
		{ "Base", comparison->side[COMPARISON_BASE]->run_dir },
		{ "Run", comparison->side[COMPARISON_RUN]->run_dir },
	};
	const struct picture_options look = PICTURE_OPTIONS_INIT;
	const struct picture_output out = { dir, &look, &jobs };
	const struct draw draw = { .run_dir = dir, .options = &look, .jobs = &jobs, .texts = texts,
				   .texts_n = sizeof(texts) / sizeof(*texts) };
	int ret = write_all(comparison, &out, err);

	*drawn = 0;
	if (!ret)
		ret = draw_all(&draw, drawn, err);
	picture_jobs_release(&jobs);
	return ret;
}
