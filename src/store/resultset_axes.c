/* The axes of a run, and which of them its surfaces stand on. */
#include "store/resultset_build.h"

#include "api/api.h"

#include <errno.h>
#include <stdlib.h>

static int compare_values(const void *va, const void *vb)
{
	uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;

	return (a > b) - (a < b);
}

size_t axis_find(const struct size_list *axis, uint64_t value)
{
	const uint64_t *found = axis->n ? bsearch(&value, axis->v, axis->n, sizeof(value), compare_values) : NULL;

	return found ? (size_t)(found - axis->v) : axis->n;
}

bool test_is_synchronous(const struct test *test)
{
	const struct io_api *api = io_api_find(test->api);

	return api && api->flags & IO_API_SYNCHRONOUS;
}

static const struct size_list *configured(const struct config *config, enum axis axis)
{
	const struct size_list *lists[AXES_N] = {
		[AXIS_FILE_SIZE] = &config->file_sizes,
		[AXIS_RECORD] = &config->records,
		[AXIS_DEPTH] = &config->depth,
		[AXIS_JOBS] = &config->jobs,
	};

	return lists[axis];
}

static bool any_synchronous(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (test_is_synchronous(&config->tests[i]))
			return true;
	}
	return false;
}

static void sort_once_each(struct size_list *axis, size_t n)
{
	qsort(axis->v, n, sizeof(*axis->v), compare_values);
	for (size_t i = 0; i < n; i++) {
		if (!i || axis->v[i] != axis->v[i - 1])
			axis->v[axis->n++] = axis->v[i];
	}
}

/* The configured values and those of the samples. Returns 0 or -ENOMEM. */
static int build_axis(struct resultset *rs, enum axis which)
{
	const struct size_list *from = configured(&rs->config, which);
	struct size_list *axis = &rs->axes[which];
	size_t n = 0;

	axis->v = calloc(from->n + rs->samples_n + 1, sizeof(*axis->v));
	if (!axis->v)
		return -ENOMEM;
	for (; n < from->n; n++)
		axis->v[n] = from->v[n];
	/* Their cells have this depth, whatever those of the run are. */
	if (which == AXIS_DEPTH && any_synchronous(&rs->config))
		axis->v[n++] = 1;
	for (size_t i = 0; i < rs->samples_n; i++) {
		uint64_t value = axis_of_sample(which, &rs->samples[i]);

		if (value != SAMPLE_ABSENT && (n == 0 || axis->v[n - 1] != value))
			axis->v[n++] = value;
	}
	sort_once_each(axis, n);
	return 0;
}

int resultset_build_axes(struct resultset *rs)
{
	int ret = 0;

	for (int axis = 0; !ret && axis < AXES_N; axis++)
		ret = build_axis(rs, (enum axis)axis);
	return ret;
}

/* The depth of a test through a synchronous API, beside others, does not make an axis. */
static bool has_several(const struct resultset *rs, enum axis axis)
{
	return axes[axis].bytes ? rs->axes[axis].n > 1 : configured(&rs->config, axis)->n > 1;
}

/* The first axis with several values from this one on; AXES_N: none. Never except. */
static enum axis next_several(const struct resultset *rs, int from, enum axis except)
{
	while (from < AXES_N && ((enum axis)from == except || !has_several(rs, (enum axis)from)))
		from++;
	return (enum axis)from;
}

/* The partner of the only axis that is said, or that has several values. */
static enum axis partner_of(const struct resultset *rs, enum axis axis)
{
	enum axis other = next_several(rs, 0, axis);

	if (other != AXES_N)
		return other;
	return axis == AXIS_RECORD ? AXIS_FILE_SIZE : AXIS_RECORD;
}

static void choose_both(struct resultset *rs)
{
	enum axis first = next_several(rs, 0, AXES_N), second;

	if (first == AXES_N)
		first = AXIS_FILE_SIZE;
	second = partner_of(rs, first);
	rs->x = first < second ? first : second;
	rs->y = first < second ? second : first;
}

void resultset_choose_axes(struct resultset *rs, enum axis x, enum axis y)
{
	if (x == AXES_N && y == AXES_N) {
		choose_both(rs);
		return;
	}
	rs->x = x == AXES_N ? partner_of(rs, y) : x;
	rs->y = y == AXES_N ? partner_of(rs, x) : y;
}
