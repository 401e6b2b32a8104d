#include "measure/environment.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "measure/env_json.h"
#include "measure/env_parts.h"
#include "model/envfacts.h"
#include "unit/fake_tree.h"
#include "unit/skip.h"

/* The value as compact JSON; free it. */
static char *json_text(const json_t *object, const char *path)
{
	const json_t *value = envfacts_get(object, path);

	return value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6)) : strdup("null");
}

static void check_text(const json_t *object, const char *path, const char *expected)
{
	char *text = json_text(object, path);

	ck_assert_msg(!strcmp(text, expected), "%s is %s, expected %s", path, text, expected);
	free(text);
}

/* Part after part: the files that a tree holds (path, text, path, text, ..., NULL), and what must come out. */
struct part_case {
	json_t *(*part)(const struct env_roots *roots);
	const char *files[16];
	const char *facts[24]; /* path, JSON, path, JSON, ..., NULL */
};

#define CPU0 "sys/devices/system/cpu/cpu0/"
#define CPU1 "sys/devices/system/cpu/cpu1/"
#define ONLINE "sys/devices/system/cpu/online"
#define CLOCKS "sys/devices/system/clocksource/clocksource0/available_clocksource"
#define FLAGS "processor\t: 0\nflags\t\t: fpu sse "

static const struct part_case parts[] = {
	{ env_memory,
		{ "proc/meminfo",
			"MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 800 kB\nSwapTotal: 0 kB\nSwapFree: 0 "
			"kB\n",
			"proc/sys/vm/dirty_ratio", "20\n", "proc/sys/vm/dirty_bytes", "0\n",
			"sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n" },
		{ "total_bytes", "1024000", "available_bytes", "819200", "swap_total_bytes", "0",
			"dirty.ratio_percent", "20", "dirty.bytes", "0", "dirty.limit_bytes", "163840",
			"dirty.background_limit_bytes", "null", "transparent_hugepage", "\"madvise\"" } },
	{ env_memory,
		{ "proc/sys/vm/dirty_bytes", "8192\n", "proc/sys/vm/dirty_ratio", "0\n",
			"proc/sys/vm/dirty_background_bytes", "4096\n" },
		{ "total_bytes", "null", "dirty.limit_bytes", "8192", "dirty.background_limit_bytes", "4096",
			"transparent_hugepage", "null" } },
	{ env_cgroup, { NULL }, { "version", "null", "path", "null", "memory_limit_bytes", "null" } },
	{ env_cgroup,
		{ "proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max", "max\n",
			"sys/fs/cgroup/a/memory.max", "4096000\n", "sys/fs/cgroup/a/b/cpu.max", "150000 100000\n",
			"sys/fs/cgroup/a/cpu.max", "max 100000\n" },
		{ "version", "2", "path", "\"/a/b\"", "memory_limit_bytes", "4096000", "cpu_limit_cpus", "1.5" } },
	{ env_cgroup, /* the smallest on the way up */
		{ "proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max", "9000\n",
			"sys/fs/cgroup/a/memory.max", "10000\n", "sys/fs/cgroup/a/cpu.max", "50000 100000\n",
			"sys/fs/cgroup/a/b/cpu.max", "200000 100000\n" },
		{ "memory_limit_bytes", "9000", "cpu_limit_cpus", "0.5" } },
	{ env_cgroup, /* in a container the path is the host's */
		{ "proc/self/cgroup", "0::/kubepods/x\n", "sys/fs/cgroup/memory.max", "7000\n" },
		{ "path", "\"/kubepods/x\"", "memory_limit_bytes", "7000", "cpu_limit_cpus", "null" } },
	{ env_cgroup,
		{ "proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/c\n0::/\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes", "5000\n",
			"sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_quota_us", "25000\n",
			"sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_period_us", "100000\n" },
		{ "version", "1", "path", "\"/m\"", "memory_limit_bytes", "5000", "cpu_limit_cpus", "0.25" } },
	{ env_cgroup,
		{ "proc/self/cgroup", "5:memory:/\n4:cpu:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes",
			"9223372036854771712\n", "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n" },
		{ "version", "1", "memory_limit_bytes", "null", "cpu_limit_cpus", "null" } },
	{ env_virtualisation, { NULL }, { "hypervisor", "null", "container", "\"none\"" } },
	{ env_virtualisation,
		{ "proc/cpuinfo", FLAGS "\n", "sys/class/dmi/id/sys_vendor", "Amazon EC2\n", ".dockerenv", "" },
		{ "hypervisor", "\"none\"", "container", "\"docker\"" } },
	{ env_virtualisation,
		{ "proc/cpuinfo", FLAGS "hypervisor\n", "sys/class/dmi/id/sys_vendor", "Amazon EC2\n" },
		{ "hypervisor", "\"amazon\"" } },
	{ env_virtualisation, { "proc/cpuinfo", FLAGS "hypervisor\n", "run/.containerenv", "" },
		{ "hypervisor", "\"unknown\"", "container", "\"podman\"" } },
	{ env_virtualisation,
		{ "proc/cpuinfo", FLAGS "hypervisor\n", CLOCKS, "tsc kvm-clock \n", "run/systemd/container",
			"lxc\n" },
		{ "hypervisor", "\"kvm\"", "container", "\"lxc\"" } },
	{ env_virtualisation, { "sys/hypervisor/type", "xen\n", "proc/self/cgroup", "1:cpu:/docker/abc\n" },
		{ "hypervisor", "\"xen\"", "container", "\"docker\"" } },
	{ env_cpu, { NULL },
		{ "model", "null", "sockets", "null", "cores", "null", "threads_online", "null", "caches",
			"[]" } },
	{ env_cpu,
		{ "proc/cpuinfo", "processor\t: 0\nmodel name\t: Chip 9 @ 2GHz\nmodel name\t: other\n", ONLINE,
			"0-1\n", CPU0 "cpufreq/scaling_governor", "performance\n", CPU0 "cpufreq/base_frequency",
			"2100000\n", CPU0 "cpufreq/cpuinfo_max_freq", "3400500\n" },
		{ "model", "\"Chip 9 @ 2GHz\"", "threads_online", "2", "governor", "\"performance\"", "base_mhz",
			"2100.0", "max_mhz", "3400.5" } },
	{ env_cpu,
		{ "proc/cpuinfo", "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", ONLINE, "0-1\n",
			CPU0 "topology/package_cpus_list", "0-1\n", CPU1 "topology/package_cpus_list", "0-1\n",
			CPU0 "topology/core_cpus_list", "0\n", CPU1 "topology/thread_siblings_list", "1\n" },
		{ "model", "\"implementer 0x41 part 0xd0c\"", "sockets", "1", "cores", "2" } },
};

START_TEST(parts_from_files)
{
	const struct part_case *c = &parts[_i];
	struct fake_tree tree;
	json_t *object;

	fake_tree_init(&tree);
	for (size_t i = 0; c->files[i]; i += 2)
		fake_tree_write(&tree, c->files[i + 1], "%s", c->files[i]);
	object = c->part(&tree.roots);
	for (size_t i = 0; c->facts[i]; i += 2)
		check_text(object, c->facts[i], c->facts[i + 1]);
	json_decref(object);
	fake_tree_release(&tree);
}
END_TEST

/* CPUs 0 and 1 are two threads of a big core, 2 and 4 are small cores, 3 is offline. */
START_TEST(caches_are_counted_by_kind)
{
	static const struct {
		int cpu, index;
		const char *type, *size, *shared, *level;
	} caches[] = {
		{ 0, 0, "Data\n", "48K\n", "0-1\n", "1\n" },
		{ 1, 0, "Data\n", "48K\n", "0-1\n", "1\n" },
		{ 2, 0, "Data\n", "32K\n", "2\n", "1\n" },
		{ 4, 0, "Data\n", "32K\n", "4\n", "1\n" },
		{ 0, 1, "Unified\n", "8192K\n", "0-2,4\n", "3\n" },
		{ 2, 1, "Unified\n", "8192K\n", "0-2,4\n", "3\n" },
	};
	struct fake_tree tree;
	json_t *object;

	fake_tree_init(&tree);
	fake_tree_write(&tree, "0-2,4\n", ONLINE);
	for (size_t i = 0; i < sizeof(caches) / sizeof(*caches); i++) {
		char dir[128];

		snprintf(dir, sizeof(dir), "sys/devices/system/cpu/cpu%d/cache/index%d", caches[i].cpu,
			caches[i].index);
		fake_tree_write(&tree, caches[i].type, "%s/type", dir);
		fake_tree_write(&tree, caches[i].size, "%s/size", dir);
		fake_tree_write(&tree, caches[i].level, "%s/level", dir);
		fake_tree_write(&tree, caches[i].shared, "%s/shared_cpu_list", dir);
	}
	object = env_cpu(&tree.roots);
	check_text(object, "threads_online", "4");
	check_text(object, "caches.0",
		"{\"level\":1,\"type\":\"Data\",\"size_bytes\":49152,\"line_bytes\":null,\"shared_threads\":2,"
		"\"instances\":1}");
	check_text(object, "caches.1.size_bytes", "8388608");
	check_text(object, "caches.1.shared_threads", "4");
	check_text(object, "caches.1.instances", "1");
	check_text(object, "caches.2.size_bytes", "32768");
	check_text(object, "caches.2.instances", "2");
	ck_assert_uint_eq(json_array_size(json_object_get(object, "caches")), 3);
	json_decref(object);
	fake_tree_release(&tree);
}
END_TEST

static const struct os_case {
	const char *text, *expected;
} os_cases[] = {
	{ "ID=x\nPRETTY_NAME=\"Some OS 12 (name)\"\nVERSION=1\n", "\"Some OS 12 (name)\"" },
	{ "PRETTY_NAME='Single'\n", "\"Single\"" },
	{ "PRETTY_NAME=Bare\nX=y\n", "\"Bare\"" },
	{ "NOT_PRETTY_NAME=Bare\n", "null" },
	{ "PRETTY_NAME=\"caf\351\"\n", "\"caf?\"" },
};

START_TEST(host_from_files)
{
	json_t *object = json_object();
	struct fake_tree tree;
	struct utsname uts;

	fake_tree_init(&tree);
	fake_tree_write(&tree, os_cases[_i].text, "etc/os-release");
	fake_tree_write(&tree, "0.25 1.50 12.00 2/89 5276\n", "proc/loadavg");
	fake_tree_write(&tree,
		"some avg10=2.50 avg60=0.75 avg300=0.00 total=4\nfull avg10=0.00 avg60=1.25 avg300=0.00 total=0\n",
		"proc/pressure/io");
	env_host(&tree.roots, object);
	uname(&uts);
	ck_assert_str_eq(envfacts_string(object, "host_name"), uts.nodename);
	ck_assert_str_eq(envfacts_string(object, "kernel.release"), uts.release);
	check_text(object, "os_name", os_cases[_i].expected);
	check_text(object, "load", "{\"average_1min\":0.25,\"average_5min\":1.5,\"average_15min\":12.0}");
	check_text(object, "pressure.io.some_avg10_percent", "2.5");
	check_text(object, "pressure.io.full_avg10_percent", "0.0");
	check_text(object, "pressure.io.full_avg60_percent", "1.25");
	check_text(object, "pressure.cpu.some_avg10_percent", "null");
	json_decref(object);
	fake_tree_release(&tree);
}
END_TEST

static const struct option_case {
	const char *options, *name, *expected;
} option_cases[] = {
	{ "rw,stripe=64", "stripe", "64" },
	{ "xstripe=1,stripe=64", "stripe", "64" },
	{ "rw\nstripe=3\n", "stripe", "3\n" },
	{ "stripe", "stripe", NULL },
	{ "rw,stripes=64", "stripe", NULL },
	{ "", "stripe", NULL },
	{ NULL, "stripe", NULL },
};

START_TEST(option_of_a_list)
{
	const char *value = env_option(option_cases[_i].options, option_cases[_i].name);

	ck_assert_pstr_eq(value, option_cases[_i].expected);
}
END_TEST

START_TEST(the_real_machine)
{
	static const char *const keys[] = { "host_name", "os_name", "kernel", "load", "pressure", "virtualisation",
		"cpu", "memory", "cgroup", "file_system", "device" };
	char dir[256], missing[300];
	const char *tmp = getenv("TMPDIR");
	struct err err = ERR_INIT;
	uint64_t value = 0;
	struct statvfs vfs;
	void *iter;
	json_t *env;

	snprintf(dir, sizeof(dir), "%s/environment-XXXXXX", tmp ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	env = environment_collect(dir, &err);
	ck_assert_msg(env != NULL, "%s", err.text);
	iter = json_object_iter(env);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++, iter = json_object_iter_next(env, iter))
		ck_assert_str_eq(json_object_iter_key(iter), keys[i]);
	ck_assert_ptr_null(iter);
	ck_assert_int_eq(statvfs(dir, &vfs), 0);
	ck_assert(envfacts_u64(env, "file_system.total_bytes", &value));
	ck_assert_uint_eq(value, vfs.f_blocks * vfs.f_frsize);
	ck_assert(envfacts_u64(env, "memory.page_bytes", &value));
	ck_assert_int_eq((long)value, sysconf(_SC_PAGESIZE));
	ck_assert_ptr_nonnull(envfacts_string(env, "file_system.type"));
	json_decref(env);
	snprintf(missing, sizeof(missing), "%s/missing", dir);
	ck_assert_ptr_null(environment_collect(missing, &err));
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(err.text, missing));
	rmdir(dir);
}
END_TEST

/* Below no mount that can be read, as in a chroot, the file system itself says what it is. */
START_TEST(the_type_without_a_mount)
{
	const struct env_roots roots = { "/nonexistent", "/nonexistent", "/nonexistent" };
	struct err err = ERR_INIT;
	struct statfs fs;
	json_t *env;

	if (statfs("/dev/shm", &fs) || fs.f_type != 0x01021994)
		skip_test("%s is no tmpfs", "/dev/shm");
	env = environment_collect_from(&roots, "/dev/shm", &err);
	ck_assert_msg(env != NULL, "%s", err.text);
	check_text(env, "file_system.type", "\"tmpfs\"");
	check_text(env, "file_system.mount_point", "null");
	json_decref(env);
}
END_TEST

/* Nothing to read anywhere: still an object, and no 0 in it that was not read. */
START_TEST(nothing_is_readable)
{
	static const char *const known[] = { "os_name", "load.average_1min", "cpu.model", "cpu.sockets",
		"memory.total_bytes", "memory.dirty.limit_bytes", "file_system.mount_point", "file_system.journal_mode",
		"device", "cgroup.version" };
	const struct env_roots roots = { "/nonexistent", "/nonexistent", "/nonexistent" };
	struct err err = ERR_INIT;
	json_t *env = environment_collect_from(&roots, "/", &err);

	ck_assert_msg(env != NULL, "%s", err.text);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		check_text(env, known[i], "null");
	json_decref(env);
}
END_TEST

Suite *suite_environment(void)
{
	Suite *suite = suite_create("environment");
	TCase *tc = tcase_create("environment");

	tcase_add_loop_test(tc, parts_from_files, 0, sizeof(parts) / sizeof(*parts));
	tcase_add_test(tc, caches_are_counted_by_kind);
	tcase_add_loop_test(tc, host_from_files, 0, sizeof(os_cases) / sizeof(*os_cases));
	tcase_add_loop_test(tc, option_of_a_list, 0, sizeof(option_cases) / sizeof(*option_cases));
	tcase_add_test(tc, the_real_machine);
	tcase_add_test(tc, the_type_without_a_mount);
	tcase_add_test(tc, nothing_is_readable);
	suite_add_tcase(suite, tc);
	return suite;
}
