#include "model/envfacts.h"

#include <check.h>
#include <string.h>

/* Single quotes stand for double ones, so that the objects stay readable. */
static json_t *object(const char *text)
{
	char copy[2048];
	json_error_t error;
	json_t *made;

	ck_assert_uint_lt(strlen(text), sizeof(copy));
	for (size_t i = 0; i <= strlen(text); i++)
		copy[i] = text[i] == '\'' ? '"' : text[i];
	made = json_loads(copy, 0, &error);
	ck_assert_msg(made != NULL, "%s: %s", error.text, copy);
	return made;
}

START_TEST(paths_reach_values)
{
	json_t *env = object("{'a':{'b':[{'c':'x'},{'c':7}],'n':null},'real':1.5,'neg':-1,'yes':true}");
	uint64_t number = 99;
	bool flag = false;

	ck_assert_str_eq(envfacts_string(env, "a.b.0.c"), "x");
	ck_assert(envfacts_u64(env, "a.b.1.c", &number));
	ck_assert_uint_eq(number, 7);
	ck_assert(envfacts_bool(env, "yes", &flag) && flag);
	json_decref(env);
}
END_TEST

static const char *const absent[] = { "a.n", "a.n.x", "a.x", "x", "a.b.2.c", "a.b.x", "a.b.0.c.d", "neg",
	"a.b.0.c" };

START_TEST(absent_is_false_and_changes_nothing)
{
	json_t *env = object("{'a':{'b':[{'c':'x'}],'n':null},'neg':-1}");
	uint64_t number = 99;
	bool flag = true;

	ck_assert(!envfacts_u64(env, absent[_i], &number));
	ck_assert(!envfacts_u64(NULL, absent[_i], &number));
	ck_assert(!envfacts_bool(env, absent[_i], &flag));
	ck_assert_uint_eq(number, 99);
	ck_assert(flag);
	ck_assert_ptr_null(envfacts_string(NULL, absent[_i]));
	json_decref(env);
}
END_TEST

static const struct stripe_case {
	const char *env;
	uint64_t chunk, data; /* chunk 0: none is found */
} stripes[] = {
	{ "{}", 0, 0 },
	{ "{'device':null}", 0, 0 },
	{ "{'device':{'md':{'chunk_bytes':262144,'data_disks':4}}}", 262144, 4 },
	{ "{'device':{'md':{'chunk_bytes':65536,'data_disks':null}}}", 65536, 0 },
	{ "{'device':{'md':null,'members':[{'md':{'chunk_bytes':4096,'data_disks':2}}]}}", 4096, 2 },
	{ "{'device':{'md':{'chunk_bytes':null},'members':[]}}", 0, 0 },
	{ "{'device':{'md':null,'members':[{'md':{'chunk_bytes':4096}},{'md':{'chunk_bytes':4096}}]}}", 0, 0 },
};

START_TEST(stripe_of_the_first_array)
{
	const struct stripe_case *c = &stripes[_i];
	struct envfacts_stripe stripe = { 0 };
	json_t *env = object(c->env);

	ck_assert_int_eq(envfacts_stripe(env, &stripe), c->chunk != 0);
	ck_assert_uint_eq(stripe.chunk_bytes, c->chunk);
	ck_assert_uint_eq(stripe.data_disks, c->data);
	json_decref(env);
}
END_TEST

static const struct {
	const char *env;
	bool known;
	uint64_t members;
} degraded[] = {
	{ "{}", false, 77 },
	{ "{'device':{'md':{'level':'raid0','degraded':null}}}", false, 77 },
	{ "{'device':{'md':{'degraded':1}}}", true, 1 },
	{ "{'device':{'md':null,'members':[{'md':{'degraded':0}}]}}", true, 0 },
	{ "{'device':{'md':null,'members':[{'md':{'degraded':1}},{'md':{'degraded':1}}]}}", false, 77 },
};

START_TEST(members_that_an_array_lacks)
{
	json_t *env = object(degraded[_i].env);
	uint64_t members = 77;

	ck_assert_int_eq(envfacts_degraded(env, &members), degraded[_i].known);
	ck_assert_uint_eq(members, degraded[_i].members);
	json_decref(env);
}
END_TEST

static const struct start_case {
	const char *env, *below;
	uint64_t start; /* UINT64_MAX: not known */
} starts[] = {
	{ "{}", NULL, UINT64_MAX },
	{ "{}", "md0", UINT64_MAX },
	{ "{'device':{'kind':'disk','name':'sda'}}", NULL, 0 },
	{ "{'device':{'kind':'md','name':'md0'}}", "md0", 0 },
	{ "{'device':{'kind':'md','name':'md0'}}", "md1", UINT64_MAX },
	{ "{'device':{'kind':'partition','name':'md0p1','start_offset_bytes':1048576,'members':[{'kind':'md','name':'md0'}]}}",
	  "md0", 1048576 },
	{ "{'device':{'kind':'partition','name':'sda2','start_offset_bytes':512,'members':[{'kind':'disk','name':'sda'}]}}", NULL,
	  512 },
	{ "{'device':{'kind':'partition','name':'sda2','start_offset_bytes':null,'members':[{'kind':'disk'}]}}", NULL, UINT64_MAX },
	{ "{'device':{'kind':'dm','name':'dm-0','members':[{'kind':'md','name':'md0'}]}}", "md0", UINT64_MAX },
	{ "{'device':{'kind':'dm','name':'dm-0','members':[{'kind':'disk','name':'sda'}]}}", NULL, UINT64_MAX },
};

START_TEST(start_on_the_array)
{
	const struct start_case *c = &starts[_i];
	uint64_t start = UINT64_MAX;
	json_t *env = object(c->env);

	ck_assert_int_eq(envfacts_start(env, c->below, &start), c->start != UINT64_MAX);
	ck_assert_uint_eq(start, c->start);
	json_decref(env);
}
END_TEST

START_TEST(cpu_cache_by_level)
{
	json_t *env = object(
		"{'cpu':{'caches':[{'level':1,'type':'Data','size_bytes':32},"
		"{'level':1,'type':'Instruction','size_bytes':64},{'level':1,'type':'Data','size_bytes':48},"
		"{'level':3,'type':'Unified','size_bytes':900},{'level':4,'type':'Unified','size_bytes':null}]}}");
	uint64_t bytes = 77;

	ck_assert(!envfacts_cpu_cache(env, 2, &bytes));
	ck_assert(!envfacts_cpu_cache(env, 4, &bytes));
	ck_assert(!envfacts_cpu_cache(NULL, 1, &bytes));
	ck_assert_uint_eq(bytes, 77);
	ck_assert(envfacts_cpu_cache(env, 1, &bytes));
	ck_assert_uint_eq(bytes, 48);
	ck_assert(envfacts_cpu_cache(env, 3, &bytes));
	ck_assert_uint_eq(bytes, 900);
	json_decref(env);
}
END_TEST

static const struct line_case {
	void (*line)(const json_t *env, struct strbuf *line);
	const char *env, *expected;
} lines[] = {
	{ envfacts_host_line, "{}", "not recorded" },
	{ envfacts_host_line,
		"{'host_name':'db1','kernel':{'sysname':'Linux','release':'6.1.0','machine':'x86_64'}}",
		"db1, Linux 6.1.0 x86_64" },
	{ envfacts_host_line, "{'host_name':'db1','kernel':{'release':null,'machine':'x86_64'}}", "db1" },
	{ envfacts_host_line, "{'kernel':{'release':'6.1.0'}}", "not recorded, 6.1.0" },
	{ envfacts_cpu_line, "{}", "not recorded" },
	{ envfacts_cpu_line, "{'cpu':{'model':'X 1','threads_online':64}}", "X 1, 64 threads" },
	{ envfacts_cpu_line, "{'cpu':{'model':null,'threads_online':1}}", "not recorded, 1 thread" },
	{ envfacts_memory_line, "{}", "RAM not recorded" },
	{ envfacts_memory_line, "{'memory':{'total_bytes':34359738368}}", "RAM 32G" },
	{ envfacts_file_system_line, "{}", "not recorded" },
	{ envfacts_file_system_line, "{'file_system':{'type':'ext4','source':'/dev/md0'}}", "ext4 on /dev/md0" },
	{ envfacts_file_system_line, "{'file_system':{'type':'tmpfs','source':'tmpfs'}}", "tmpfs" },
	{ envfacts_device_line, "{}", "not recorded" },
	{ envfacts_device_line, "{'file_system':{'type':'nfs4'},'device':null}", "no visible block device" },
	{ envfacts_device_line, "{'device':{}}", "not recorded" },
	{ envfacts_device_line,
		"{'device':{'name':'vda','bus':'virtio','model':null,'size_bytes':274877906944,'rotational':true}"
		"}",
		"vda virtio 256G" },
	{ envfacts_device_line, "{'device':{'name':'sda','bus':'scsi','model':'Big 1','rotational':true}}",
		"sda Big 1 rotational" },
	{ envfacts_device_line,
		"{'virtualisation':{'hypervisor':'none'},'device':{'name':'sda','model':'Big 1','rotational':true}}",
		"sda Big 1 rotational" },
	{ envfacts_device_line,
		"{'virtualisation':{'hypervisor':'qemu'},'device':{'name':'sda','model':'Q','rotational':true}}",
		"sda Q" },
	{ envfacts_device_line, "{'device':{'name':'nvme0n1','bus':'nvme','model':'Fast 3','rotational':false}}",
		"nvme0n1 Fast 3 solid-state" },
	{ envfacts_device_line,
		"{'device':{'name':'md0','md':{'level':'raid5','raid_disks':5,'chunk_bytes':262144,'degraded':0}}"
		"}",
		"md0 RAID5 5 disks chunk 256K" },
	{ envfacts_device_line,
		"{'device':{'name':'md1','md':{'level':'raid1','raid_disks':2,'chunk_bytes':null,'degraded':1}}}",
		"md1 RAID1 2 disks, 1 missing" },
	{ envfacts_device_line,
		"{'device':{'name':'dm-0','dm':{'name':'vg-lv'},'size_bytes':1073741824,'members':"
		"[{'name':'md0','md':{'level':'raid0','raid_disks':2,'chunk_bytes':65536}}]}}",
		"dm-0 vg-lv 1G on md0 RAID0 2 disks chunk 64K" },
	{ envfacts_device_line,
		"{'device':{'name':'dm-0','dm':{'name':'s'},'members':[{'name':'a'},{'name':'b'}]}}",
		"dm-0 s on 2 devices" },
	{ envfacts_device_line,
		"{'device':{'name':'loop0','loop':{'backing_file':'/"
		"x'},'size_bytes':1048576,'members':[{'name':'vda'}]}}",
		"loop0 1M file on vda" },
};

START_TEST(one_line_each)
{
	const struct line_case *c = &lines[_i];
	json_t *env = object(c->env);
	struct strbuf line;

	strbuf_init(&line);
	c->line(env, &line);
	ck_assert_str_eq(line.buf, c->expected);
	strbuf_release(&line);
	json_decref(env);
}
END_TEST

Suite *suite_envfacts(void)
{
	Suite *suite = suite_create("envfacts");
	TCase *tc = tcase_create("envfacts");

	tcase_add_test(tc, paths_reach_values);
	tcase_add_loop_test(tc, absent_is_false_and_changes_nothing, 0, sizeof(absent) / sizeof(*absent));
	tcase_add_loop_test(tc, stripe_of_the_first_array, 0, sizeof(stripes) / sizeof(*stripes));
	tcase_add_loop_test(tc, members_that_an_array_lacks, 0, sizeof(degraded) / sizeof(*degraded));
	tcase_add_loop_test(tc, start_on_the_array, 0, sizeof(starts) / sizeof(*starts));
	tcase_add_test(tc, cpu_cache_by_level);
	tcase_add_loop_test(tc, one_line_each, 0, sizeof(lines) / sizeof(*lines));
	suite_add_tcase(suite, tc);
	return suite;
}
