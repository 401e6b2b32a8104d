/* A configuration's tests resolved to what there is, and their sessions. */
#include "sweep/plan_internal.h"

#include "api/fault.h"
#include "base/err.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int resolve_api(const struct test *test, const struct io_api **api, struct err *err)
{
	struct strbuf reason;
	int ret = 0;

	*api = io_api_find(test->api);
	if (!*api)
		return err_set(err, ERR_USAGE, "%s: no such API", test->api);
	strbuf_init(&reason);
	if (!io_api_usable(*api, &reason))
		ret = err_set(err, ERR_ENVIRONMENT, "API %s cannot be used here: %s", test->api, reason.buf);
	strbuf_release(&reason);
	return ret;
}

static void close_session(const struct plan_test *t)
{
	assert(t->api);
	if (t->run.api != t->api)
		fault_unwrap(t->run.session);
	if (t->api->session_close)
		t->api->session_close(t->session);
}

static int open_session(const struct plan *plan, struct plan_test *t, struct err *err)
{
	const struct io_session_config config = {
		.sim_model = plan->config->sim_model,
		.seed = plan->config->seed,
	};

	if (t->api->session_open && t->api->session_open(&config, &t->session, err))
		return -1;
	t->run.api = t->api;
	t->run.session = t->session;
	if (!plan->fault || !fault_wrap(t->api, t->session, plan->fault, &t->run.api, &t->run.session))
		return 0;
	close_session(t);
	return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", t->api->name);
}

/* The test before this one with the same API, whose session it shares; NULL: none. */
static const struct plan_test *same_api(const struct plan *plan, size_t i)
{
	for (size_t earlier = 0; earlier < i; earlier++) {
		if (plan->tests[earlier].api == plan->tests[i].api)
			return &plan->tests[earlier];
	}
	return NULL;
}

static int resolve_session(const struct plan *plan, size_t i, struct err *err)
{
	const struct plan_test *earlier = same_api(plan, i);
	struct plan_test *t = &plan->tests[i];

	if (!earlier)
		return open_session(plan, t, err);
	t->session = earlier->session;
	t->run.api = earlier->run.api;
	t->run.session = earlier->run.session;
	return 0;
}

static int resolve_test(struct plan *plan, size_t i, struct err *err)
{
	const struct test *test = &plan->config->tests[i];
	const struct io_api *first = plan->tests[0].api;
	struct plan_test *t = &plan->tests[i];

	t->run = (struct group_test){ .test = test, .start_offset = PATTERN_FROM_START };
	t->run.pattern = pattern_find(test->pattern);
	if (!t->run.pattern)
		return err_set(err, ERR_USAGE, "%s: no such test", test->pattern);
	if (resolve_api(test, &t->api, err))
		return -1;
	assert(!i || first);
	if (i && (t->api->flags ^ first->flags) & IO_API_VIRTUAL)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: only one of them has real files",
			       first->name, t->api->name);
	if (i && (t->api->flags & IO_API_VIRTUAL) && t->api != first)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: each has a device of its own",
			       first->name, t->api->name);
	return resolve_session(plan, i, err);
}

static int make_fault(struct plan *plan, struct err *err)
{
	struct fault_spec spec;

	if (!plan->config->fault)
		return 0;
	if (fault_parse(plan->config->fault, &spec, err))
		return -1;
	plan->fault = fault_new(&spec);
	return plan->fault ? 0 : err_sys(err, ERR_ENVIRONMENT, ENOMEM, "fault");
}

int plan_resolve(const struct config *config, struct plan *plan, struct err *err)
{
	int ret;

	*plan = (struct plan){ .config = config };
	strbuf_init(&plan->remarks);
	plan->tests = calloc(config->tests_n, sizeof(*plan->tests));
	if (!plan->tests)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "plan");
	ret = make_fault(plan, err);
	while (!ret && plan->tests_n < config->tests_n) {
		ret = resolve_test(plan, plan->tests_n, err);
		plan->tests_n += !ret;
	}
	if (ret)
		plan_release(plan);
	return ret;
}

void plan_release(struct plan *plan)
{
	for (size_t i = plan->tests_n; i-- > 0;) {
		if (!same_api(plan, i))
			close_session(&plan->tests[i]);
	}
	free(plan->tests);
	fault_free(plan->fault);
	strbuf_release(&plan->remarks);
	*plan = (struct plan){ 0 };
}

void plan_arm_fault(const struct plan *plan)
{
	if (plan->fault)
		fault_arm(plan->fault);
}

const struct io_api *plan_virtual_api(const struct plan *plan, void **session)
{
	const struct plan_test *first = &plan->tests[0];

	if (!(first->api->flags & IO_API_VIRTUAL))
		return NULL;
	*session = first->session;
	return first->api;
}
