/* Which surfaces a run has, and which cell of which of them a sample belongs to. */
#include "store/resultset_build.h"

#include "api/api.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sample's or a cell's values, by axis. */
struct values {
	uint64_t v[AXES_N];
};

static bool is_configured(const struct size_list *list, uint64_t value)
{
	return axis_find(list, value) < list->n;
}

/* What the plan leaves out is not planned. */
static bool has_mode(const struct config *config, enum mode mode, const struct test *test)
{
	const struct io_api *api = io_api_find(test->api);

	return config->modes[mode] && !(mode == MODE_DEVICE && api && (api->flags & IO_API_CACHED_ONLY));
}

static bool planned(const struct config *config, enum mode mode, const struct test *test, const struct values *at)
{
	uint64_t file_size = at->v[AXIS_FILE_SIZE], record = at->v[AXIS_RECORD];
	uint64_t depth = at->v[AXIS_DEPTH], jobs = at->v[AXIS_JOBS];
	bool has_depth = test_is_synchronous(test) ? depth == 1 : is_configured(&config->depth, depth);

	return has_mode(config, mode, test) && has_depth && is_configured(&config->file_sizes, file_size) &&
	       is_configured(&config->records, record) && is_configured(&config->jobs, jobs) &&
	       config_has_cell(config, file_size, record, (unsigned)jobs);
}

static struct values values_at(const struct resultset *rs, const struct surface *s, size_t i)
{
	struct values values;

	for (int axis = 0; axis < AXES_N; axis++)
		values.v[axis] = surface_value(rs, s, i, (enum axis)axis);
	return values;
}

static int surface_init(const struct resultset *rs, struct surface *s)
{
	s->typical_spread = NAN;
	s->cells_n = resultset_cells_n(rs);
	s->cells = calloc(s->cells_n + 1, sizeof(*s->cells));
	if (!s->cells)
		return -ENOMEM;
	for (size_t i = 0; i < resultset_cells_n(rs); i++) {
		struct values at = values_at(rs, s, i);

		s->cells[i] = (struct cell){
			.state = planned(&rs->config, s->mode, s->test, &at) ? CELL_PLANNED : CELL_OUTSIDE,
			.median = NAN, .min = NAN, .max = NAN, .spread = NAN, .low = NAN, .high = NAN, .drift = NAN,
		};
	}
	return 0;
}

/* The fixed axes are those that x and y are not: which 0 or 1. */
static enum axis fixed_axis(const struct resultset *rs, int which)
{
	int axis = 0;

	for (;; axis++) {
		if ((enum axis)axis != rs->x && (enum axis)axis != rs->y && !which--)
			return (enum axis)axis;
	}
}

static size_t places_n(const struct resultset *rs)
{
	return MODES_N * rs->config.tests_n * rs->axes[fixed_axis(rs, 0)].n * rs->axes[fixed_axis(rs, 1)].n;
}

/* What a surface of this place would be, without its cells. */
static struct surface surface_of_place(const struct resultset *rs, size_t place)
{
	enum axis first = fixed_axis(rs, 0), second = fixed_axis(rs, 1);
	size_t n = rs->axes[second].n, pairs = n * rs->axes[first].n;
	struct surface s = { .mode = (enum mode)(place / pairs / rs->config.tests_n) };

	s.test = &rs->config.tests[place / pairs % rs->config.tests_n];
	s.fixed[first] = rs->axes[first].v[place % pairs / n];
	s.fixed[second] = rs->axes[second].v[place % n];
	return s;
}

static bool find_test(const struct config *config, const char *name, size_t *at)
{
	for (*at = 0; *at < config->tests_n; ++*at) {
		if (!strcmp(config->tests[*at].name, name))
			return true;
	}
	return false;
}

/* False: the sample is of no surface. */
static bool place_of(const struct resultset *rs, const struct sample *sample, size_t *place)
{
	enum mode mode;
	size_t test;

	if (!mode_from_name(sample->mode, &mode) || !find_test(&rs->config, sample->test, &test))
		return false;
	*place = (size_t)mode * rs->config.tests_n + test;
	for (int which = 0; which < 2; which++) {
		enum axis axis = fixed_axis(rs, which);
		size_t at = axis_find(&rs->axes[axis], axis_of_sample(axis, sample));

		if (at == rs->axes[axis].n)
			return false;
		*place = *place * rs->axes[axis].n + at;
	}
	return true;
}

static bool any_planned(const struct resultset *rs, const struct surface *s)
{
	for (size_t i = 0; i < resultset_cells_n(rs); i++) {
		struct values at = values_at(rs, s, i);

		if (planned(&rs->config, s->mode, s->test, &at))
			return true;
	}
	return false;
}

/* Marks the places that have a sample. */
static void mark_measured(const struct resultset *rs, size_t *places)
{
	size_t place;

	for (size_t i = 0; i < rs->samples_n; i++) {
		if (place_of(rs, &rs->samples[i], &place))
			places[place] = 1;
	}
}

int resultset_make_surfaces(struct resultset *rs)
{
	size_t n = places_n(rs);
	int ret = 0;

	rs->places = calloc(n + 1, sizeof(*rs->places));
	rs->surfaces = calloc(n + 1, sizeof(*rs->surfaces));
	if (!rs->places || !rs->surfaces)
		return -ENOMEM;
	mark_measured(rs, rs->places);
	for (size_t i = 0; i < n && !ret; i++) {
		struct surface s = surface_of_place(rs, i);

		if (!rs->places[i] && !any_planned(rs, &s))
			continue;
		rs->surfaces[rs->surfaces_n++] = s;
		rs->places[i] = rs->surfaces_n;
		ret = surface_init(rs, &rs->surfaces[rs->surfaces_n - 1]);
	}
	return ret;
}

struct cell *resultset_find_cell(const struct resultset *rs, const struct sample *sample)
{
	size_t ix = axis_find(resultset_x(rs), axis_of_sample(rs->x, sample));
	size_t iy = axis_find(resultset_y(rs), axis_of_sample(rs->y, sample));
	size_t place;

	if (ix == resultset_x(rs)->n || iy == resultset_y(rs)->n || !place_of(rs, sample, &place) || !rs->places[place])
		return NULL;
	return &rs->surfaces[rs->places[place] - 1].cells[ix * resultset_y(rs)->n + iy];
}

const struct cell *resultset_cell_of(const struct resultset *rs, const struct sample *sample)
{
	return resultset_find_cell(rs, sample);
}

static void surface_release(struct surface *s, size_t cells_n)
{
	for (size_t i = 0; s->cells && i < cells_n; i++) {
		free(s->cells[i].samples);
		free(s->cells[i].again);
	}
	free(s->cells);
	free(s->place);
	free(s->heading);
	free(s->title);
	free(s->name);
}

void resultset_release_surfaces(struct resultset *rs)
{
	for (size_t i = 0; i < rs->surfaces_n; i++)
		surface_release(&rs->surfaces[i], rs->surfaces[i].cells_n);
	free(rs->surfaces);
	free(rs->places);
	rs->surfaces = NULL;
	rs->places = NULL;
	rs->surfaces_n = 0;
}
