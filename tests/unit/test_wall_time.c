#include "report/wall_time.h"

#include <check.h>
#include <string.h>

START_TEST(it_comes_back_from_run_json)
{
	struct wall_time time = { .wall_ns = 2000000000 }, back;
	struct strbuf text, again;
	json_t *json;

	for (int i = 0; i < TIMING_PARTS_N; i++)
		time.parts.ns[i] = 100000000 + (uint64_t)i;
	json = wall_time_to_json(&time);
	ck_assert(wall_time_from_json(json, &back));
	strbuf_init(&text);
	strbuf_init(&again);
	wall_time_add(&time, &text);
	wall_time_add(&back, &again);
	ck_assert_str_eq(text.buf, again.buf);
	ck_assert_ptr_nonnull(strstr(text.buf, "wall time 2.0 s: measuring 100 ms (5.0 %), file set-up "));
	for (int i = 0; i < TIMING_PARTS_N; i++)
		ck_assert_uint_eq(back.parts.ns[i], time.parts.ns[i]);
	json_object_del(json, "other_ns");
	ck_assert(!wall_time_from_json(json, &back));
	ck_assert(!wall_time_from_json(NULL, &back));
	json_decref(json);
	strbuf_release(&text);
	strbuf_release(&again);
}
END_TEST

Suite *suite_wall_time(void)
{
	Suite *suite = suite_create("wall_time");
	TCase *tc = tcase_create("wall_time");

	tcase_add_test(tc, it_comes_back_from_run_json);
	suite_add_tcase(suite, tc);
	return suite;
}
