#include "store/resultset_build.h"

#include "api/api.h"
#include "base/strbuf.h"
#include "pattern/pattern.h"
#include "stats/summary.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_sizes(const void *va, const void *vb)
{
	uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;

	return (a > b) - (a < b);
}

/* The place of a size on an axis, or n. */
static size_t axis_find(const struct size_list *axis, uint64_t size)
{
	const uint64_t *found = bsearch(&size, axis->v, axis->n, sizeof(size), compare_sizes);

	return found ? (size_t)(found - axis->v) : axis->n;
}

/* The configured sizes and those of the samples (the member at offset). Returns 0 or -ENOMEM. */
static int axis_build(const struct resultset *rs, const struct size_list *configured, size_t offset,
		      struct size_list *axis)
{
	size_t n = 0;

	axis->v = calloc(configured->n + rs->samples_n, sizeof(*axis->v));
	if (!axis->v)
		return -ENOMEM;
	for (; n < configured->n; n++)
		axis->v[n] = configured->v[n];
	for (size_t i = 0; i < rs->samples_n; i++) {
		uint64_t size = *(const uint64_t *)((const char *)&rs->samples[i] + offset);

		if (size != SAMPLE_ABSENT && (n == 0 || axis->v[n - 1] != size))
			axis->v[n++] = size;
	}
	qsort(axis->v, n, sizeof(*axis->v), compare_sizes);
	for (size_t i = 0; i < n; i++) {
		if (!i || axis->v[i] != axis->v[i - 1])
			axis->v[axis->n++] = axis->v[i];
	}
	return 0;
}

/* The API that a test's name need not name. */
static const char *first_api(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strchr(config->tests[i].name, ':'))
			return config->tests[i].api;
	}
	return config->tests[0].api;
}

/* An owned string, or NULL. */
static char *make_title(const struct config *config, const struct test *test)
{
	const struct pattern *pattern = pattern_find(test->pattern);
	const char *title = pattern ? pattern->title : test->pattern;
	struct strbuf sb;
	char *copy;

	strbuf_init(&sb);
	strbuf_addstr(&sb, title);
	if (pattern && (pattern->flags & PATTERN_READS) && (pattern->flags & PATTERN_WRITES))
		strbuf_addf(&sb, ", %u %% reads", test->read_percent);
	if (strcmp(test->api, first_api(config)) != 0)
		strbuf_addf(&sb, ", %s", test->api);
	copy = strbuf_failed(&sb) ? NULL : strdup(sb.buf);
	strbuf_release(&sb);
	return copy;
}

static bool planned(const struct resultset *rs, enum mode mode, size_t ix, size_t iy)
{
	const struct config *config = &rs->config;
	uint64_t file_size = rs->file_sizes.v[ix], record = rs->records.v[iy];

	return config->modes[mode] && config_has_pair(config, file_size, record) &&
	       axis_find(&config->file_sizes, file_size) < config->file_sizes.n &&
	       axis_find(&config->records, record) < config->records.n;
}

static int surface_init(const struct resultset *rs, struct surface *s, enum mode mode, const struct test *test)
{
	char *title = make_title(&rs->config, test);

	*s = (struct surface){ .mode = mode, .test = test, .title = title, .typical_spread = NAN };
	s->cells = calloc(rs->file_sizes.n * rs->records.n, sizeof(*s->cells));
	if (!title || !s->cells)
		return -ENOMEM;
	for (size_t ix = 0; ix < rs->file_sizes.n; ix++) {
		for (size_t iy = 0; iy < rs->records.n; iy++) {
			s->cells[ix * rs->records.n + iy] = (struct cell){
				.state = planned(rs, mode, ix, iy) ? CELL_PLANNED : CELL_OUTSIDE,
				.median = NAN, .min = NAN, .max = NAN, .spread = NAN,
			};
		}
	}
	return 0;
}

static bool is_of(const struct sample *sample, enum mode mode, const struct test *test)
{
	return !strcmp(sample->mode, mode_name(mode)) && !strcmp(sample->test, test->name);
}

static bool wanted(const struct resultset *rs, enum mode mode, const struct test *test)
{
	const struct io_api *api = io_api_find(test->api);
	bool found = rs->config.modes[mode];

	/* The plan leaves these out. */
	if (mode == MODE_DEVICE && api && (api->flags & IO_API_CACHED_ONLY))
		found = false;

	for (size_t i = 0; !found && i < rs->samples_n; i++)
		found = is_of(&rs->samples[i], mode, test);
	return found;
}

/* Returns 0 or -ENOMEM. */
static int build_surfaces(struct resultset *rs)
{
	rs->surfaces = calloc(MODES_N * rs->config.tests_n, sizeof(*rs->surfaces));
	if (!rs->surfaces)
		return -ENOMEM;
	for (int mode = 0; mode < MODES_N; mode++) {
		for (size_t i = 0; i < rs->config.tests_n; i++) {
			const struct test *test = &rs->config.tests[i];

			if (wanted(rs, (enum mode)mode, test) &&
			    surface_init(rs, &rs->surfaces[rs->surfaces_n++], (enum mode)mode, test))
				return -ENOMEM;
		}
	}
	return 0;
}

static struct cell *cell_of(const struct resultset *rs, const struct sample *sample)
{
	size_t ix = axis_find(&rs->file_sizes, sample->file_size_bytes);
	size_t iy = axis_find(&rs->records, sample->record_size_bytes);

	if (ix == rs->file_sizes.n || iy == rs->records.n)
		return NULL;
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (is_of(sample, rs->surfaces[i].mode, rs->surfaces[i].test))
			return &rs->surfaces[i].cells[ix * rs->records.n + iy];
	}
	return NULL;
}

const struct cell *resultset_cell_of(const struct resultset *rs, const struct sample *sample)
{
	return cell_of(rs, sample);
}

static int append(const struct sample ***list, size_t *n, const struct sample *sample)
{
	const struct sample **longer = reallocarray(*list, *n + 1, sizeof(*longer));

	if (!longer)
		return -ENOMEM;
	longer[(*n)++] = sample;
	*list = longer;
	return 0;
}

static int cell_add(struct cell *cell, const struct sample *sample)
{
	if (sample_confirms(sample))
		return sample_ok(sample) ? append(&cell->again, &cell->again_n, sample) : 0;
	if (!sample_ok(sample)) {
		cell->trouble = sample;
		if (cell->state != CELL_MEASURED && cell->state != CELL_FAILED)
			cell->state = strcmp(sample->status, "skipped") != 0 ? CELL_FAILED : CELL_SKIPPED;
		return 0;
	}
	cell->state = CELL_MEASURED;
	return append(&cell->samples, &cell->samples_n, sample);
}

static int compare_passes(const void *va, const void *vb)
{
	const struct sample *a = *(const struct sample *const *)va, *b = *(const struct sample *const *)vb;

	return (a->pass > b->pass) - (a->pass < b->pass);
}

/* scratch has room for the cell's samples. */
static void cell_finish(const struct metric *metric, struct cell *cell, double *scratch)
{
	struct summary summary;

	if (!cell->samples)
		return;
	qsort(cell->samples, cell->samples_n, sizeof(*cell->samples), compare_passes);
	for (size_t i = 0; i < cell->samples_n; i++) {
		scratch[i] = metric->value(cell->samples[i]);
		cell->cut |= cell->samples[i]->cut == 1;
	}
	summary_compute(scratch, cell->samples_n, &summary);
	cell->median = metric->of_cell ? 100 * summary.spread : summary.median;
	cell->min = metric->of_cell ? cell->median : summary.min;
	cell->max = metric->of_cell ? cell->median : summary.max;
	cell->spread = metric->of_cell ? NAN : summary.spread;
}

static void surface_count(struct surface *s, const struct cell *cell)
{
	s->measured_n += cell->state == CELL_MEASURED;
	s->failed_n += cell->state == CELL_FAILED;
	s->skipped_n += cell->state == CELL_SKIPPED;
	s->planned_n += cell->state == CELL_PLANNED;
	if (cell->samples_n > s->passes)
		s->passes = (unsigned)cell->samples_n;
}

static void surface_finish(const struct metric *metric, struct surface *s, size_t cells_n, double *scratch)
{
	struct summary spread;

	assert(s->cells);
	for (size_t i = 0; i < cells_n; i++) {
		cell_finish(metric, &s->cells[i], scratch);
	}
	for (size_t i = 0; i < cells_n; i++)
		scratch[i] = s->cells[i].spread;
	summary_compute(scratch, cells_n, &spread);
	s->typical_spread = spread.median;
}

/* Returns 0 or -ENOMEM. */
static int fill_cells(struct resultset *rs)
{
	size_t cells_n = rs->file_sizes.n * rs->records.n;
	int ret = 0;

	for (size_t i = 0; !ret && i < rs->samples_n; i++) {
		struct cell *cell = cell_of(rs, &rs->samples[i]);

		if (cell)
			ret = cell_add(cell, &rs->samples[i]);
	}
	for (size_t s = 0; !ret && s < rs->surfaces_n; s++) {
		for (size_t i = 0; i < cells_n; i++)
			surface_count(&rs->surfaces[s], &rs->surfaces[s].cells[i]);
	}
	return ret;
}

int resultset_summarise(struct resultset *rs)
{
	size_t cells_n = rs->file_sizes.n * rs->records.n;
	double *scratch = calloc(cells_n + rs->samples_n + 1, sizeof(*scratch));

	if (!scratch)
		return -ENOMEM;
	for (size_t i = 0; i < rs->surfaces_n; i++)
		surface_finish(rs->metric, &rs->surfaces[i], cells_n, scratch);
	free(scratch);
	return 0;
}

int resultset_build(struct resultset *rs)
{
	int ret;

	ret = axis_build(rs, &rs->config.file_sizes, offsetof(struct sample, file_size_bytes), &rs->file_sizes);
	if (!ret)
		ret = axis_build(rs, &rs->config.records, offsetof(struct sample, record_size_bytes), &rs->records);
	if (!ret)
		ret = build_surfaces(rs);
	if (!ret)
		ret = fill_cells(rs);
	return ret ? ret : resultset_summarise(rs);
}
