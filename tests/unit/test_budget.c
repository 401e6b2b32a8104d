#include "cli/budget.h"

#include "model/config.h"
#include "sweep/plan.h"

#include <check.h>

#define S UINT64_C(1000000000)

START_TEST(trials_and_pictures_are_part_of_it)
{
	static const struct {
		uint64_t total, trials, publish, measuring;
	} rows[] = {
		{ 0, 5 * S, 5 * S, 0 },
		{ 100 * S, 0, 0, 100 * S },
		{ 100 * S, 20 * S, 0, 80 * S },
		{ 100 * S, 20 * S, 10 * S, 70 * S },
		{ 100 * S, 20 * S, 60 * S, 50 * S },
		{ 1, 20 * S, 0, 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct budget b = budget_divide(rows[i].total, rows[i].trials, rows[i].publish);

		ck_assert_uint_eq(b.measuring_ns, rows[i].measuring);
		ck_assert_uint_eq(b.trials_ns, rows[i].trials);
		ck_assert_uint_eq(b.publish_ns, rows[i].publish);
	}
}
END_TEST

START_TEST(pictures_take_time_by_their_number)
{
	struct config c = { .passes = 3, .depth.n = 1, .jobs.n = 1 };
	struct plan_test tests[2] = { { .in_mode[MODE_CACHED] = true }, { .in_mode = { true, true } } };
	struct plan plan = { .config = &c, .tests = tests, .tests_n = 1, .cells = 100 };
	uint64_t one, three, alone;

	one = budget_publish_ns(&plan, 2);
	plan.tests_n = 2;
	three = budget_publish_ns(&plan, 2);
	alone = budget_publish_ns(&plan, 1);
	c.no_pictures = true;
	ck_assert_uint_gt(budget_publish_ns(&plan, 2), 0);
	ck_assert_uint_eq(three - budget_publish_ns(&plan, 2), 3 * (one - budget_publish_ns(&plan, 2)));
	ck_assert_uint_eq(alone - budget_publish_ns(&plan, 2), 2 * (three - budget_publish_ns(&plan, 2)));
}
END_TEST

Suite *suite_budget(void)
{
	Suite *suite = suite_create("budget");
	TCase *tc = tcase_create("budget");

	tcase_add_test(tc, trials_and_pictures_are_part_of_it);
	tcase_add_test(tc, pictures_take_time_by_their_number);
	suite_add_tcase(suite, tc);
	return suite;
}
