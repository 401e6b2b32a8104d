#include "report/iozone_tables.h"

#include "base/err.h"
#include "report/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KIB 1024U
#define KIB_PER_MIB 1024.0

struct tables {
	struct iozone_table *v; /* owned; each has a column */
	size_t n;
};

static bool has_api_in_name(const struct test *test)
{
	return strchr(test->name, ':');
}

/* The column of a pattern through the table's own API; IOZONE_COLUMNS_MAX: none. */
static size_t own_column(const char *pattern)
{
	for (size_t i = 0; i < IOZONE_OWN_COLUMNS; i++) {
		if (!strcmp(iozone_tests[i].pattern, pattern))
			return i;
	}
	return IOZONE_COLUMNS_MAX;
}

/* The column of a test that names its API. */
static size_t other_column(const struct test *test)
{
	for (size_t i = IOZONE_OWN_COLUMNS; i < IOZONE_COLUMNS_MAX; i++) {
		if (!strcmp(iozone_tests[i].api, test->api) && !strcmp(iozone_tests[i].pattern, test->pattern))
			return i;
	}
	return IOZONE_COLUMNS_MAX;
}

/* Whether all tests that name this API have columns of their own beside the first nine. */
static bool beside(const struct config *config, const char *api)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		const struct test *test = &config->tests[i];

		if (has_api_in_name(test) && !strcmp(test->api, api) && other_column(test) == IOZONE_COLUMNS_MAX)
			return false;
	}
	return true;
}

/* Whether a test stands in the table of the run's own API, the others in one of their API. */
static bool in_first_table(const struct config *config, const struct test *test)
{
	return !has_api_in_name(test) || beside(config, test->api);
}

static size_t column_of(const struct config *config, const struct test *test)
{
	return has_api_in_name(test) && beside(config, test->api) ? other_column(test) : own_column(test->pattern);
}

static const char *table_api(const struct config *config, const struct test *test)
{
	if (!in_first_table(config, test))
		return test->api;
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!has_api_in_name(&config->tests[i]))
			return config->tests[i].api;
	}
	return "sync";
}

/* The table like that one, which is made where there is none. There is room. */
static struct iozone_table *find_table(struct tables *tables, const struct iozone_table *like)
{
	for (size_t i = 0; i < tables->n; i++) {
		const struct iozone_table *t = &tables->v[i];

		if (t->mode == like->mode && !strcmp(t->api, like->api) && t->depth == like->depth &&
		    t->jobs == like->jobs)
			return &tables->v[i];
	}
	tables->v[tables->n] = *like;
	return &tables->v[tables->n++];
}

/* A depth that the run was not asked for is that of a synchronous API. */
static uint64_t table_depth(const struct config *config, uint64_t depth)
{
	for (size_t i = 0; i < config->depth.n; i++) {
		if (config->depth.v[i] == depth)
			return depth;
	}
	return config->depth.v[0];
}

/* Groups of four are added whole. */
static void widen(struct iozone_table *table, size_t column)
{
	while (table->columns_n <= column)
		table->columns_n += 4;
}

/* Returns 0 or -ENOMEM. */
static int make_tables(const struct resultset *rs, struct tables *tables)
{
	*tables = (struct tables){ .v = calloc(rs->surfaces_n + 1, sizeof(*tables->v)) };
	if (!tables->v)
		return -ENOMEM;
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		const struct surface *surface = &rs->surfaces[i];
		size_t column = column_of(&rs->config, surface->test);
		struct iozone_table like = { .mode = surface->mode, .columns_n = IOZONE_COLUMNS }, *table;

		if (!surface->measured_n || column == IOZONE_COLUMNS_MAX)
			continue;
		like.api = table_api(&rs->config, surface->test);
		like.depth = table_depth(&rs->config, surface->fixed[AXIS_DEPTH]);
		like.jobs = surface->fixed[AXIS_JOBS];
		table = find_table(tables, &like);
		table->column[column] = surface;
		widen(table, column);
	}
	return 0;
}

static void add_line(struct strbuf *out, const char *before, const char *text)
{
	strbuf_addf(out, "\t%s", before);
	text_add_plain(out, text);
	strbuf_addch(out, '\n');
}

static void add_head(const struct resultset *rs, const struct iozone_table *table, struct strbuf *out)
{
	const struct config *config = &rs->config;

	if (*rs->started)
		add_line(out, "Run began: ", rs->started);
	strbuf_addch(out, '\n');
	if (table->mode == MODE_DEVICE)
		strbuf_addstr(out, "\tO_DIRECT feature enabled\n");
	if (config->include_flush)
		strbuf_addstr(out, "\tInclude fsync in write timing\n");
	if (config->include_close)
		strbuf_addstr(out, "\tInclude close in write timing\n");
	if (config->io.sync_mode == SYNC_OSYNC)
		strbuf_addstr(out, "\tSYNC Mode. \n");
	if (config->io.sync_mode == SYNC_ODSYNC)
		strbuf_addstr(out, "\t>>> O_DSYNC mode enabled. <<<\n");
	strbuf_addf(out, "\tAuto Mode\n\tI/O through the API %s, depth %" PRIu64 "\n", table->api, table->depth);
	if (config->command)
		add_line(out, "Command line used: ", config->command);
	strbuf_addstr(out, "\tOutput is in kBytes/sec\n\tFile stride size set to 17 * record size.\n");
	if (table->jobs > 1)
		strbuf_addf(out, "\tThroughput test with %" PRIu64 " %s\n", table->jobs,
			    config->processes ? "processes" : "threads");
}

static void add_end(const struct resultset *rs, struct strbuf *out)
{
	const char *state = json_string_value(json_object_get(rs->run, "state"));

	if (state && !strcmp(state, "complete"))
		strbuf_addstr(out, "\niozone test complete.\n");
	for (size_t i = 0; i < rs->config.tests_n; i++) {
		if (column_of(&rs->config, &rs->config.tests[i]) == IOZONE_COLUMNS_MAX)
			strbuf_addf(out, "IOzone has no column for %s.\n", rs->config.tests[i].name);
	}
}

/* The figures of the tests that have columns, for which the format has no place. */
static size_t count_lost(const struct resultset *rs)
{
	size_t lost = 0;

	for (size_t i = 0; i < rs->surfaces_n; i++) {
		const struct surface *surface = &rs->surfaces[i];

		if (column_of(&rs->config, surface->test) == IOZONE_COLUMNS_MAX)
			continue;
		for (size_t ix = 0; ix < resultset_x(rs)->n; ix++) {
			for (size_t iy = 0; iy < resultset_y(rs)->n; iy++)
				lost += !isnan(surface_cell(rs, surface, ix, iy)->median) &&
					!iozone_tables_kib(rs, surface, ix, iy);
		}
	}
	return lost;
}

int iozone_tables_write(const struct resultset *rs, iozone_body_fn *body, struct strbuf *out, struct err *err)
{
	size_t lost = count_lost(rs);
	struct tables tables;

	if (make_tables(rs, &tables))
		return err_sys(err, ERR_CELLS, ENOMEM, "tables");
	add_line(out, "In the format of IOzone, by iosweep ", rs->version);
	for (size_t i = 0; i < tables.n; i++) {
		strbuf_addch(out, '\n');
		add_head(rs, &tables.v[i], out);
		body(rs, &tables.v[i], out);
		add_end(rs, out);
	}
	if (lost)
		strbuf_addf(out, "\nIOzone has no place for %zu figure%s, whose sizes are no whole kB or whose rate is "
				 "below 0.5 kB/s.\n", lost, lost == 1 ? "" : "s");
	free(tables.v);
	return 0;
}

uint64_t iozone_tables_kib(const struct resultset *rs, const struct surface *surface, size_t ix, size_t iy)
{
	const struct cell *cell = surface_cell(rs, surface, ix, iy);
	double kib = cell->median * KIB_PER_MIB;

	if (resultset_x(rs)->v[ix] % KIB || resultset_y(rs)->v[iy] % KIB || !(kib >= 0.5) || kib > 1e15)
		return 0;
	return (uint64_t)llround(kib);
}
