#include "sweep/plan_internal.h"

#include "base/units.h"

#include <sched.h>
#include <string.h>

bool plan_is_first_of_api(const struct plan *plan, size_t i)
{
	for (size_t earlier = 0; earlier < i; earlier++) {
		if (!strcmp(plan->config->tests[earlier].api, plan->config->tests[i].api))
			return false;
	}
	return true;
}

static bool uses(const struct plan *plan, const char *api, enum mode mode)
{
	for (size_t i = 0; i < plan->tests_n; i++) {
		if (plan->tests[i].in_mode[mode] && !strcmp(plan->tests[i].run.api->name, api))
			return true;
	}
	return false;
}

/* Processors that this process may run on; 0: not known. */
static int processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 0 : CPU_COUNT(&set);
}

static void remark_sqpoll(struct plan *plan)
{
	if (processors() == 1)
		strbuf_addstr(&plan->remarks, "--uring-sqpoll takes a processor of its own, and there is only one: the thread "
					      "that polls and the tests wait for each other\n");
}

/* Those that cannot have the depths of the run, beside others that can. */
static void remark_synchronous(struct plan *plan)
{
	const char *separator = "";

	for (size_t i = 0; i < plan->tests_n; i++) {
		if (!plan_is_first_of_api(plan, i) || plan_test_has_depth(&plan->tests[i], 1))
			continue;
		strbuf_addf(&plan->remarks, "%s%s", separator, plan->tests[i].api->name);
		separator = ", ";
	}
	if (*separator)
		strbuf_addstr(&plan->remarks, ": one I/O in flight whatever --depth says, so the cells have depth 1\n");
}

static void list_odd(const struct plan *plan, const struct size_list *sizes, const char *what, struct strbuf *text)
{
	char size[UNITS_TEXT_LEN];
	const char *separator = what;

	for (size_t i = 0; i < sizes->n; i++) {
		if (sizes->v[i] % plan->direct_align == 0)
			continue;
		strbuf_addf(text, "%s %s", separator, units_format_size_exact(sizes->v[i], size));
		separator = ",";
	}
	if (separator != what)
		strbuf_addstr(text, "; ");
}

void plan_remark_skipped(struct plan *plan)
{
	const struct config *c = plan->config;

	if (!plan->skipped)
		return;
	strbuf_addf(&plan->remarks, "%llu cell%s of mode device %s skipped: direct I/O needs multiples of %u bytes here (",
		    (unsigned long long)plan->skipped, plan->skipped == 1 ? "" : "s", plan->skipped == 1 ? "is" : "are",
		    plan->direct_align);
	list_odd(plan, &c->file_sizes, "file", &plan->remarks);
	list_odd(plan, &c->records, "record", &plan->remarks);
	strbuf_setlen(&plan->remarks, plan->remarks.len - strlen("; "));
	strbuf_addstr(&plan->remarks, ")\n");
}

void plan_remark_settings(struct plan *plan)
{
	if (config_most_depth(plan->config) > 1)
		remark_synchronous(plan);
	if (config_most_depth(plan->config) > 1 && uses(plan, "libaio", MODE_CACHED))
		strbuf_addstr(&plan->remarks, "libaio does each I/O while it is submitted unless it is direct: in mode cached "
					      "its depth is in effect 1\n");
	if (plan->config->io.uring_sqpoll)
		remark_sqpoll(plan);
}
