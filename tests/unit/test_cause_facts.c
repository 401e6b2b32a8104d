#include "report/cause_facts.h"

#include "base/strbuf.h"
#include "model/raid_geometry.h"

#include <check.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

static const struct raid_geometry five = { 262144, 5 }, unknown_disks = { 65536, 0 };

/* Single quotes stand for double ones. The stride, which is always there, is left out of what is expected. */
static const struct facts_case {
	const char *env;
	const struct raid_geometry *raid;
	const char *expected;
} cases[] = {
	{ "null", NULL, "" },
	{ "{}", NULL, "" },
	{ "{'device':{'name':'md0','read_ahead_bytes':2621440,'max_sectors_bytes':524288,'optimal_io_bytes':1310720,"
	  "'md':{'chunk_bytes':262144,'data_disks':5}}}",
	  NULL,
	  "chunk md0's chunk 262144 to 2 x\n"
	  "stripe md0's stripe 1310720 to 4 x\n"
	  "optimal_io md0's optimal I/O 1310720 to 1 x\n"
	  "max_request md0's largest request 524288 to 1 x\n"
	  "read_ahead md0's read-ahead 2621440 to 1 x\n" },
	/* the array below is named, the limits are those of the device on top */
	{ "{'device':{'name':'dm-0','max_sectors_bytes':65536,'md':null,'members':[{'name':'md7','max_sectors_bytes':4096,"
	  "'md':{'chunk_bytes':65536,'data_disks':null}}]}}",
	  NULL,
	  "chunk md7's chunk 65536 to 2 x\n"
	  "max_request dm-0's largest request 65536 to 1 x\n" },
	/* a stripe of one chunk is that chunk */
	{ "{'device':{'name':'md0','md':{'chunk_bytes':65536,'data_disks':1}}}", NULL, "chunk md0's chunk 65536 to 2 x\n" },
	{ "{'device':{'read_ahead_bytes':4096,'optimal_io_bytes':0,'md':{'chunk_bytes':65536}}}", NULL,
	  "chunk the array's chunk 65536 to 2 x\n"
	  "read_ahead the device's read-ahead 4096 to 1 x\n" },
	/* what the user says goes before what the system knows */
	{ "{'device':{'name':'md0','md':{'chunk_bytes':65536,'data_disks':2}},'file_system':{'stripe_unit_bytes':4096}}", &five,
	  "chunk the array's chunk 262144 to 2 x\n"
	  "stripe the array's stripe 1310720 to 4 x\n" },
	{ "{}", &unknown_disks, "chunk the array's chunk 65536 to 2 x\n" },
	{ "{'file_system':{'stripe_unit_bytes':65536,'stripe_width_bytes':262144,'block_bytes':4096}}", NULL,
	  "chunk the file system's stripe unit 65536 to 2 x, uncertain\n"
	  "stripe the file system's stripe width 262144 to 4 x, uncertain\n"
	  "fs_block the file system's block 4096 to 1 x\n" },
	{ "{'file_system':{'stripe_unit_bytes':0,'stripe_width_bytes':0,'block_bytes':null}}", NULL, "" },
	{ "{'memory':{'total_bytes':1073741824,'page_bytes':4096,'dirty':{'limit_bytes':200000,'background_limit_bytes':100000}},"
	  "'cgroup':{'memory_limit_bytes':536870912},"
	  "'cpu':{'caches':[{'level':2,'type':'Unified','size_bytes':2097152},{'level':3,'type':'Unified','size_bytes':33554432}]}}",
	  NULL,
	  "page the page 4096 to 1 x\n"
	  "memory_limit the control group's memory limit 536870912 to 1 x\n"
	  "dirty_limit the dirty limit 200000 to 1 x\n"
	  "dirty_background the background dirty limit 100000 to 1 x\n"
	  "l3 the L3 cache 33554432 to 1 x\n"
	  "l2 the L2 cache 2097152 to 1 x\n" },
};

static json_t *read_json(const char *text)
{
	struct strbuf copy;
	json_t *json;

	strbuf_init(&copy);
	for (; *text; text++)
		strbuf_addch(&copy, *text == '\'' ? '"' : *text);
	json = json_loads(copy.buf, JSON_DECODE_ANY, NULL);
	strbuf_release(&copy);
	ck_assert_ptr_nonnull(json);
	return json;
}

START_TEST(facts_of_an_environment)
{
	json_t *env = read_json(cases[_i].env);
	struct cause_facts facts;
	struct strbuf text;

	strbuf_init(&text);
	ck_assert_int_eq(cause_facts_collect(env, cases[_i].raid, 17, &facts), 0);
	for (size_t i = 0; i < facts.n; i++) {
		const struct cause_fact *f = &facts.v[i];

		if (f->kind == CAUSE_STRIDE)
			ck_assert_double_eq(f->size, 17);
		else
			strbuf_addf(&text, "%s %s %.0f to %u x%s\n", cause_kind_name(f->kind), f->name, f->size,
				    f->multiples, f->uncertain ? ", uncertain" : "");
	}
	ck_assert_str_eq(text.buf, cases[_i].expected);
	cause_facts_release(&facts);
	cause_facts_release(&facts);
	strbuf_release(&text);
	json_decref(env);
}
END_TEST

START_TEST(nothing_is_known)
{
	struct cause_facts facts;

	ck_assert_int_eq(cause_facts_collect(NULL, NULL, 5, &facts), 0);
	ck_assert_uint_eq(facts.n, 1);
	ck_assert_int_eq(facts.v[0].kind, CAUSE_STRIDE);
	ck_assert_double_eq(facts.v[0].size, 5);
	cause_facts_release(&facts);
}
END_TEST

Suite *suite_cause_facts(void)
{
	Suite *suite = suite_create("cause_facts");
	TCase *tcase = tcase_create("cause_facts");

	tcase_add_loop_test(tcase, facts_of_an_environment, 0, COUNT(cases));
	tcase_add_test(tcase, nothing_is_known);
	suite_add_tcase(suite, tcase);
	return suite;
}
