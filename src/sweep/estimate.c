#include "sweep/estimate.h"

#include "sweep/estimate_corner.h"

#include <math.h>
#include <stdlib.h>

#define FIT_MOST_NS 600000000000U

void estimate_release(struct estimate *estimate)
{
	free(estimate->costs);
	*estimate = (struct estimate){ 0 };
}

/* One repetition of a test: its clocked time, and all of its time. */
struct once {
	double clocked_ns, wall_ns, bytes;
};

/* What all jobs do in one repetition, and with how many I/Os in flight each. */
struct load {
	double operations, bytes, jobs, depth;
};

/* What the pace makes of work by all jobs that would take so long without one. */
static double paced_ns(const struct pace *p, const struct load *load, double ns)
{
	if (p->bytes_per_s)
		ns = fmax(ns, load->bytes / ((double)p->bytes_per_s * load->jobs) * 1e9);
	if (p->operations_per_s)
		ns = fmax(ns, load->operations / ((double)p->operations_per_s * load->jobs) * 1e9);
	return ns + load->operations / load->jobs / load->depth * (double)p->think_ns;
}

/* How far a value is from the first to the last of the list, on a logarithmic scale. */
static double place_between(const struct size_list *list, double value)
{
	double first = (double)list->v[0], last = (double)list->v[list->n - 1];

	return list->n > 1 ? log(value / first) / log(last / first) : 0;
}

static void add_cost(struct estimate_cost *sum, const struct estimate_cost *cost, double weight)
{
	sum->operation_ns += weight * cost->operation_ns;
	sum->byte_ns += weight * cost->byte_ns;
	sum->flush_ns += weight * cost->flush_ns;
	sum->flush_byte_ns += weight * cost->flush_byte_ns;
	sum->setup_ns += weight * cost->setup_ns;
	sum->verify_operation_ns += weight * cost->verify_operation_ns;
	sum->verify_byte_ns += weight * cost->verify_byte_ns;
}

/* Between the corners that were tried. A test that has no depth was tried at the first one only. */
static struct estimate_cost cost_of(const struct estimate *e, const struct plan_group *g, size_t test)
{
	const struct plan *plan = e->plan;
	const struct config *c = plan->config;
	bool deep = plan_test_has_depth(&plan->tests[test], 1);
	double depth = deep ? place_between(&c->depth, (double)c->depth.v[g->d]) : 0;
	double jobs = place_between(&c->jobs, (double)c->jobs.v[g->j]);
	struct estimate_cost cost = { 0 };

	for (size_t corner = 0; corner < ESTIMATE_CORNERS; corner++) {
		double weight = (estimate_most_depth(corner) ? depth : 1 - depth) * (estimate_most_jobs(corner) ? jobs : 1 - jobs);

		add_cost(&cost, &e->costs[estimate_cost_index(plan, corner, g->mode, test)], weight);
	}
	return cost;
}

static struct once estimate_once(const struct estimate *e, const struct plan_group *g, size_t test)
{
	const struct config *c = e->plan->config;
	const struct estimate_cost cost = cost_of(e, g, test);
	double file_size = (double)c->file_sizes.v[g->f], record = (double)c->records.v[g->r];
	unsigned files = config_files_of(c, (unsigned)c->jobs.v[g->j]);
	const struct load load = {
		.operations = ceil(file_size / record) * files,
		.bytes = file_size * files,
		.jobs = (double)c->jobs.v[g->j],
		.depth = plan_test_has_depth(&e->plan->tests[test], 1) ? (double)c->depth.v[g->d] : 1,
	};
	struct once once = { .bytes = load.bytes };
	bool may_cut = e->max_time_ns && (g->mode == MODE_DEVICE || e->max_time_cuts_cached);

	once.clocked_ns = paced_ns(&c->pace, &load, load.operations * cost.operation_ns + load.bytes * cost.byte_ns);
	if (may_cut && once.clocked_ns > (double)e->max_time_ns) {
		once.bytes *= (double)e->max_time_ns / once.clocked_ns;
		once.clocked_ns = (double)e->max_time_ns;
	}
	once.wall_ns = once.clocked_ns + cost.setup_ns + cost.flush_ns + once.bytes * cost.flush_byte_ns;
	once.wall_ns += once.bytes / load.bytes *
			(load.operations * cost.verify_operation_ns + load.bytes * cost.verify_byte_ns);
	return once;
}

static bool in_group(const struct plan_test *t, const struct plan_group *g)
{
	return t->in_mode[g->mode] && g->new_file == !!(t->run.pattern->flags & PATTERN_NEW_FILE) &&
	       plan_test_has_depth(t, g->d);
}

struct estimate_sum estimate_group(const struct estimate *e, const struct plan_group *g)
{
	const struct config *c = e->plan->config;
	struct estimate_sum sum = { 0 };
	double repetitions = 1, tests = 0, limit_ns = (double)group_wall_limit_ns(e->max_time_ns);

	if (!config_has_cell(c, c->file_sizes.v[g->f], c->records.v[g->r], (unsigned)c->jobs.v[g->j]))
		return sum;
	for (size_t i = 0; i < e->plan->tests_n; i++) {
		struct once once;

		if (!in_group(&e->plan->tests[i], g) || plan_is_skipped(e->plan, g, i))
			continue;
		once = estimate_once(e, g, i);
		tests++;
		if (once.clocked_ns > 0)
			repetitions = fmax(repetitions, ceil((double)e->min_time_ns / once.clocked_ns));
		sum.ns += once.wall_ns;
		sum.bytes += once.bytes;
	}
	if (sum.ns > 0)
		repetitions = fmin(repetitions, ceil(limit_ns / sum.ns));
	sum.ns = sum.ns * repetitions + tests * (double)e->settle_ns;
	sum.bytes *= repetitions;
	return sum;
}

struct estimate_sum estimate_file(const struct estimate *e, uint64_t file_size)
{
	double byte_ns = 0, bytes;

	for (size_t i = 0; i < ESTIMATE_CORNERS * MODES_N * e->plan->tests_n; i++)
		byte_ns = fmax(byte_ns, e->costs[i].byte_ns + e->costs[i].flush_byte_ns);
	bytes = (double)file_size * config_files(e->plan->config);
	return (struct estimate_sum){ .ns = byte_ns * bytes, .bytes = bytes };
}

static void add_sum(struct estimate_sum *sum, struct estimate_sum one)
{
	sum->ns += one.ns;
	sum->bytes += one.bytes;
}

struct estimate_sum estimate_pass(const struct estimate *e)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	struct estimate_sum sum = { 0 };

	for (size_t f = 0; f < sizes->n; f++) {
		bool standing = false; /* is made where something runs on it */

		for (size_t i = 0; i < plan_groups_n(e->plan); i++) {
			const struct plan_group group = plan_group_at(e->plan, f, i);
			const struct estimate_sum one = estimate_group(e, &group);

			standing = standing || (!group.new_file && one.bytes > 0);
			add_sum(&sum, one);
		}
		if (standing)
			add_sum(&sum, estimate_file(e, sizes->v[f]));
	}
	return sum;
}

struct estimate_sum estimate_run(const struct estimate *e, double passes)
{
	const struct config *c = e->plan->config;
	struct estimate_sum sum = estimate_pass(e);

	sum.ns *= passes;
	sum.bytes *= passes;
	if (c->precondition)
		add_sum(&sum, estimate_file(e, c->file_sizes.v[c->file_sizes.n - 1]));
	return sum;
}

uint64_t estimate_fit(struct estimate *e, double pass_ns)
{
	uint64_t low = e->min_time_ns ? e->min_time_ns : 1, high = FIT_MOST_NS > low ? FIT_MOST_NS : low;

	e->max_time_cuts_cached = true;
	e->max_time_ns = high;
	while (high - low > low / 100 + 1) {
		/* Times are sought on a logarithmic scale. */
		uint64_t middle = (uint64_t)sqrt((double)low * (double)high);

		middle = middle > low ? middle : low + 1;
		e->max_time_ns = middle;
		if (estimate_pass(e).ns > pass_ns)
			high = middle;
		else
			low = middle;
	}
	e->max_time_ns = low;
	return low;
}
