/* The samples of both runs, sorted so that those of a cell stand together, as cells and tables. */
#include "report/comparison.h"

#include "report/comparison_tests.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sample as far as it tells which cell it is of, and what. */
struct observation {
	enum mode mode;
	size_t test; /* number in the list of both runs' tests */
	uint64_t at[AXES_N]; /* by which cells are told apart */
	uint64_t own[AXES_N]; /* of the sample */
	int side;
	enum comparison_state state;
	double value; /* NAN: none */
};

struct matching {
	struct comparison *comparison;
	struct test_pairs pairs;
	struct observation *v;
	size_t n;
	double *scratch; /* values of a cell */
};

static enum comparison_state state_of(const struct sample *sample, double value)
{
	if (sample_ok(sample))
		return isfinite(value) && value > 0 ? COMPARISON_OK : COMPARISON_NO_FIGURE;
	return strcmp(sample->status, "skipped") != 0 ? COMPARISON_FAILED : COMPARISON_SKIPPED;
}

/* false: the sample does not say which cell it is of. */
static bool get_place(const struct sample *sample, uint64_t at[AXES_N])
{
	for (int axis = 0; axis < AXES_N; axis++) {
		at[axis] = axis_of_sample((enum axis)axis, sample);
		if (at[axis] != SAMPLE_ABSENT)
			continue;
		if (axes[axis].bytes)
			return false;
		at[axis] = 1; /* what was not recorded was one at a time */
	}
	return true;
}

static void observe(struct matching *m, int side, const struct sample *sample)
{
	struct observation *o = &m->v[m->n];
	double value = sample_ok(sample) ? m->comparison->metric->value(sample) : NAN;

	*o = (struct observation){
		.test = test_pairs_find(&m->pairs, side, sample->test),
		.side = side,
		.state = state_of(sample, value),
		.value = value,
	};
	if (!mode_from_name(sample->mode, &o->mode) || o->test == m->pairs.n || !get_place(sample, o->own))
		return;
	memcpy(o->at, o->own, sizeof(o->at));
	m->n++;
}

static bool is_left_out(const struct resultset *rs, const struct sample *sample)
{
	const struct cell *cell = resultset_cell_of(rs, sample);

	for (size_t i = 0; cell && i < cell->left_out; i++) {
		if (cell->samples[i] == sample)
			return true;
	}
	return false;
}

/* Samples that confirm were taken where something was found: they would make it look less. */
static void observe_side(struct matching *m, int side)
{
	const struct resultset *rs = m->comparison->side[side];

	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct sample *sample = &rs->samples[i];

		if (sample_confirms(sample))
			continue;
		if (is_left_out(rs, sample)) {
			m->comparison->first_pass[side]++;
			continue;
		}
		m->comparison->disturbed[side] += sample->contaminated == 1;
		observe(m, side, sample);
	}
}

static int observe_all(struct matching *m)
{
	size_t n = 0;

	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		n += m->comparison->side[side]->samples_n;
	m->v = calloc(n + 1, sizeof(*m->v));
	m->scratch = calloc(n + 1, sizeof(*m->scratch));
	if (!m->v || !m->scratch)
		return -ENOMEM;
	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		observe_side(m, side);
	return 0;
}

/* The one value that a test has on an axis in a run; 0: there are none, or several. */
static uint64_t only_value(const struct matching *m, size_t test, int side, enum axis axis)
{
	uint64_t only = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->v[i].test != test || m->v[i].side != side)
			continue;
		if (only && only != m->v[i].at[axis])
			return 0;
		only = m->v[i].at[axis];
	}
	return only;
}

/* Where each run has one value, and not the same, the run's cells stand where the base's do. */
static void join_values(struct matching *m, size_t test, enum axis axis)
{
	uint64_t base = only_value(m, test, COMPARISON_BASE, axis), run = only_value(m, test, COMPARISON_RUN, axis);

	for (size_t i = 0; base && run && base != run && i < m->n; i++) {
		if (m->v[i].test == test && m->v[i].side == COMPARISON_RUN)
			m->v[i].at[axis] = base;
	}
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* The axes in the order of sorting: the fixed ones, then x and y. */
static void order_axes(const struct comparison *c, enum axis order[AXES_N])
{
	size_t n = 0;

	for (int axis = AXES_N - 1; axis >= 0; axis--) {
		if ((enum axis)axis != c->x && (enum axis)axis != c->y)
			order[n++] = (enum axis)axis;
	}
	order[n++] = c->x;
	order[n] = c->y;
}

static int compare_tables(const struct observation *a, const struct observation *b, const enum axis order[AXES_N])
{
	int result = compare_u64(a->mode, b->mode);

	result = result ? result : compare_u64(a->test, b->test);
	for (int i = 0; !result && i < AXES_N - 2; i++)
		result = compare_u64(a->at[order[i]], b->at[order[i]]);
	return result;
}

static int compare_observed_cells(const struct observation *a, const struct observation *b,
				  const enum axis order[AXES_N])
{
	int result = compare_tables(a, b, order);

	for (int i = AXES_N - 2; !result && i < AXES_N; i++)
		result = compare_u64(a->at[order[i]], b->at[order[i]]);
	return result;
}

static int compare_observations(const void *va, const void *vb, void *order)
{
	const struct observation *a = va, *b = vb;
	int result = compare_observed_cells(a, b, order);

	return result ? result : a->side - b->side;
}

/* One of the states that a cell's samples have: a figure before all else, a failure before a skip. */
static enum comparison_state better_state(enum comparison_state a, enum comparison_state b)
{
	static const int rank[] = {
		[COMPARISON_OK] = 4, [COMPARISON_NO_FIGURE] = 3, [COMPARISON_FAILED] = 2,
		[COMPARISON_SKIPPED] = 1, [COMPARISON_ABSENT] = 0,
	};

	return rank[b] > rank[a] ? b : a;
}

/* The samples of one side from i on. Returns where they end. */
static size_t take_side(const struct matching *m, size_t i, size_t end, int side, enum comparison_state *state,
			struct log_moments *moments)
{
	size_t n = 0;

	for (; i < end && m->v[i].side == side; i++) {
		*state = better_state(*state, m->v[i].state);
		m->scratch[n++] = m->v[i].value;
	}
	*moments = log_moments_of(m->scratch, n);
	return i;
}

static void begin_table(struct matching *m, const struct observation *first)
{
	struct comparison *c = m->comparison;
	struct comparison_table *table = &c->tables[c->tables_n++];

	*table = (struct comparison_table){ .mode = first->mode, .first = c->cells_n };
	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		table->test[side] = m->pairs.v[first->test].side[side];
	memcpy(table->fixed, first->at, sizeof(table->fixed));
	table->fixed[c->x] = table->fixed[c->y] = 0;
}

static void add_cell(struct matching *m, size_t from, size_t to)
{
	struct comparison *c = m->comparison;
	struct comparison_table *table = &c->tables[c->tables_n - 1];
	struct comparison_place *place = &c->places[c->cells_n];
	struct compare_cell *cell = &c->cells[c->cells_n++];

	memcpy(place->at, m->v[from].at, sizeof(place->at));
	memcpy(place->run_at, m->v[from].at, sizeof(place->run_at));
	cell->group = c->tables_n - 1;
	table->n++;
	from = take_side(m, from, to, COMPARISON_BASE, &place->state[COMPARISON_BASE], &cell->base);
	if (from < to)
		memcpy(place->run_at, m->v[from].own, sizeof(place->run_at));
	take_side(m, from, to, COMPARISON_RUN, &place->state[COMPARISON_RUN], &cell->run);
}

static int make_cells(struct matching *m, const enum axis order[AXES_N])
{
	struct comparison *c = m->comparison;

	c->cells = calloc(m->n + 1, sizeof(*c->cells));
	c->places = calloc(m->n + 1, sizeof(*c->places));
	c->tables = calloc(m->n + 1, sizeof(*c->tables));
	if (!c->cells || !c->places || !c->tables)
		return -ENOMEM;
	for (size_t from = 0, to; from < m->n; from = to) {
		for (to = from + 1; to < m->n && !compare_observed_cells(&m->v[from], &m->v[to], order); to++)
			;
		if (!from || compare_tables(&m->v[from - 1], &m->v[from], order))
			begin_table(m, &m->v[from]);
		add_cell(m, from, to);
	}
	return 0;
}

int comparison_match(struct comparison *comparison)
{
	struct matching m = { .comparison = comparison };
	int ret = test_pairs_make(&comparison->side[COMPARISON_BASE]->config,
				  &comparison->side[COMPARISON_RUN]->config, &m.pairs);
	enum axis order[AXES_N];

	if (!ret)
		ret = observe_all(&m);
	for (size_t i = 0; !ret && i < m.pairs.n; i++) {
		join_values(&m, i, AXIS_DEPTH);
		join_values(&m, i, AXIS_JOBS);
	}
	if (!ret) {
		order_axes(comparison, order);
		qsort_r(m.v, m.n, sizeof(*m.v), compare_observations, order);
		ret = make_cells(&m, order);
	}
	free(m.pairs.v);
	free(m.v);
	free(m.scratch);
	return ret;
}
