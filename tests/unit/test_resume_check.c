#include "cli/resume_check.h"

#include "base/err.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static json_t *object(const char *text)
{
	char *copy = strdup(text);
	json_error_t where;
	json_t *json;

	for (char *c = copy; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	json = json_loads(copy, 0, &where);
	ck_assert_msg(json != NULL, "%s: %s", text, where.text);
	free(copy);
	return json;
}

#define DISK(serial) "{'device':{'kind':'partition','members':[{'kind':'disk','serial':" serial "}]}}"
#define ARRAY(a, b) "{'device':{'kind':'md','members':[{'serial':'" a "'},{'serial':'" b "'}]}}"

static const struct check_case {
	const char *then, *now;
	const char *says; /* NULL: the same */
} cases[] = {
	{ "{}", "{}", NULL },
	{ "{'host_name':'a','memory':{'total_bytes':1000}}", "{'host_name':'a','memory':{'total_bytes':1005}}", NULL },
	{ "{'memory':{'total_bytes':1000}}", "{'memory':{'total_bytes':1500}}", "the memory is not that of the run any more: it was "
	  "1000 and is 1500" },
	{ "{'host_name':'a'}", "{'host_name':'b'}", "the host is not that of the run any more: it was 'a' and is 'b'" },
	{ "{'host_name':null}", "{'host_name':'b'}", NULL }, /* what was not known cannot differ */
	{ "{'file_system':{'uuid':'1-2'}}", "{'file_system':{'uuid':'1-2'}}", NULL },
	{ "{'file_system':{'uuid':'1-2'}}", "{'file_system':{'uuid':'1-3'}}", "its UUID" },
	{ "{'file_system':{'target_inode':12}}", "{'file_system':{'target_inode':13}}", "its inode" },
	{ DISK("'x'"), DISK("'x'"), NULL },
	{ DISK("'x'"), DISK("'y'"), "its serial number was x and is y" },
	{ DISK("'x'"), DISK("null"), NULL },
	{ ARRAY("x", "y"), ARRAY("x", "y"), NULL },
	{ ARRAY("x", "y"), ARRAY("x", "z"), "was x, y and is x, z" },
};

START_TEST(what_must_be_as_it_was)
{
	const struct check_case *c = &cases[_i];
	json_t *then = object(c->then), *now = object(c->now);
	struct err err = ERR_INIT;
	int ret = resume_check_machine(then, now, &err);

	ck_assert_int_eq(ret, c->says ? -1 : 0);
	ck_assert_msg(!c->says || strstr(err.text, c->says), "%s", err.text);
	ck_assert(!c->says || err.kind == ERR_ENVIRONMENT);
	json_decref(then);
	json_decref(now);
}
END_TEST

Suite *suite_resume_check(void)
{
	Suite *suite = suite_create("resume_check");
	TCase *tc = tcase_create("machine");

	tcase_add_loop_test(tc, what_must_be_as_it_was, 0, sizeof(cases) / sizeof(*cases));
	suite_add_tcase(suite, tc);
	return suite;
}
