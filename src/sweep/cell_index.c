#include "sweep/cell_index.h"

#include "api/api.h"

#include <assert.h>
#include <string.h>

size_t cell_index(const struct config *config, const struct cell_place *place)
{
	size_t at = (size_t)place->mode * config->tests_n + place->test;

	assert(place->mode < MODES_N && place->test < config->tests_n && place->f < config->file_sizes.n);
	assert(place->r < config->records.n && place->d < config->depth.n && place->j < config->jobs.n);
	at = at * config->file_sizes.n + place->f;
	at = at * config->records.n + place->r;
	at = at * config->depth.n + place->d;
	return at * config->jobs.n + place->j;
}

size_t cell_index_n(const struct config *config)
{
	return MODES_N * config->tests_n * config->file_sizes.n * config->records.n * config->depth.n * config->jobs.n;
}

/* Takes the last index off. */
static size_t take(size_t *index, size_t n)
{
	size_t last = *index % n;

	*index /= n;
	return last;
}

struct cell_place cell_index_place(const struct config *config, size_t index)
{
	struct cell_place place;

	assert(index < cell_index_n(config));
	place.j = take(&index, config->jobs.n);
	place.d = take(&index, config->depth.n);
	place.r = take(&index, config->records.n);
	place.f = take(&index, config->file_sizes.n);
	place.test = take(&index, config->tests_n);
	place.mode = (enum mode)index;
	return place;
}

static bool is_synchronous(const struct test *test)
{
	const struct io_api *api = io_api_find(test->api);

	return api && api->flags & IO_API_SYNCHRONOUS;
}

bool cell_place_exists(const struct config *config, const struct cell_place *place)
{
	return config->modes[place->mode] && (!place->d || !is_synchronous(&config->tests[place->test])) &&
	       config_has_cell(config, config->file_sizes.v[place->f], config->records.v[place->r],
			       (unsigned)config->jobs.v[place->j]);
}

static bool find_value(const struct size_list *list, uint64_t value, size_t *at)
{
	for (*at = 0; *at < list->n; ++*at) {
		if (list->v[*at] == value)
			return true;
	}
	return false;
}

static bool find_test(const struct config *config, const char *name, size_t *at)
{
	for (*at = 0; *at < config->tests_n; ++*at) {
		if (!strcmp(config->tests[*at].name, name))
			return true;
	}
	return false;
}

static bool find_depth(const struct config *config, const struct cell_place *place, uint64_t depth, size_t *at)
{
	if (!is_synchronous(&config->tests[place->test]))
		return find_value(&config->depth, depth, at);
	*at = 0;
	return depth == 1;
}

bool cell_place_of(const struct config *config, const struct sample *sample, struct cell_place *place)
{
	return mode_from_name(sample->mode, &place->mode) && find_test(config, sample->test, &place->test) &&
	       find_value(&config->file_sizes, sample->file_size_bytes, &place->f) &&
	       find_value(&config->records, sample->record_size_bytes, &place->r) &&
	       find_depth(config, place, sample->depth, &place->d) &&
	       find_value(&config->jobs, sample->jobs, &place->j) && cell_place_exists(config, place);
}
