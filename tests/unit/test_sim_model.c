#include "api/sim_environment.h"
#include "api/sim_model.h"
#include "base/err.h"
#include "model/envfacts.h"

#include <check.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_model(const char *json, char *path, size_t size)
{
	const char *dir = getenv("TMPDIR");
	FILE *file;
	int fd;

	snprintf(path, size, "%s/sim-model-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	file = fdopen(fd, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(json, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static int load(const char *json, struct sim_model *model, struct err *err)
{
	char path[512];
	int ret;

	write_model(json, path, sizeof(path));
	ret = sim_model_load(path, model, err);
	unlink(path);
	return ret;
}

static void load_good(const char *json, struct sim_model *model)
{
	struct err err = ERR_INIT;

	ck_assert_msg(!load(json, model, &err), "%s", err.text);
}

/* Every key once, with a value of its own. */
START_TEST(each_key_arrives)
{
	struct sim_model m;

	load_good("{ \"comment\": \"all\","
		  " \"caches\": [ { \"size\": \"2m\", \"per_operation_ns\": 1.5, \"read_mib_s\": 2, \"write_mib_s\": 3 },"
		  "  { \"size\": 4194304 } ],"
		  " \"dirty_limit\": \"1.5k\", \"capacity\": \"1g\","
		  " \"device\": { \"per_operation_ns\": 4, \"read_mib_s\": 5, \"write_mib_s\": 6, \"seek_ns\": 7,"
		  "  \"flush_ns\": 8, \"max_request\": \"1m\","
		  "  \"raid\": { \"level\": 6, \"disks\": 8, \"chunk\": \"512k\", \"request_ns\": 9,"
		  "   \"partial_stripe_ns\": 10, \"read_mib_s\": 11, \"write_mib_s\": 12 } },"
		  " \"noise\": { \"cell_cv\": 0.25, \"operation_cv\": 0.5,"
		  "  \"outliers\": { \"share\": 0.125, \"factor\": 13 }, \"drift_per_hour\": -0.75 },"
		  " \"faults\": [ { \"operation\": 14, \"count\": 15, \"errno\": \"EIO\" },"
		  "  { \"operation\": 16, \"short\": \"1k\" } ] }", &m);
	ck_assert_uint_eq(m.caches_n, 2);
	ck_assert_uint_eq(m.caches[0].size_bytes, 2 << 20);
	ck_assert_double_eq(m.caches[0].per_operation_ns, 1.5);
	ck_assert_double_eq(m.caches[0].mib_s[IO_READ], 2);
	ck_assert_double_eq(m.caches[0].mib_s[IO_WRITE], 3);
	ck_assert_uint_eq(m.caches[1].size_bytes, 4 << 20);
	ck_assert_double_eq(m.caches[1].mib_s[IO_READ], 0);
	ck_assert_uint_eq(m.dirty_limit_bytes, 1536);
	ck_assert_uint_eq(m.capacity_bytes, 1 << 30);
	ck_assert_double_eq(m.device.per_operation_ns, 4);
	ck_assert_double_eq(m.device.mib_s[IO_READ], 5);
	ck_assert_double_eq(m.device.mib_s[IO_WRITE], 6);
	ck_assert_double_eq(m.device.seek_ns, 7);
	ck_assert_double_eq(m.device.flush_ns, 8);
	ck_assert_uint_eq(m.device.max_request_bytes, 1 << 20);
	ck_assert_uint_eq(m.device.raid.level, 6);
	ck_assert_uint_eq(m.device.raid.disks, 8);
	ck_assert_uint_eq(m.device.raid.chunk_bytes, 512 << 10);
	ck_assert_double_eq(m.device.raid.request_ns, 9);
	ck_assert_double_eq(m.device.raid.partial_stripe_ns, 10);
	ck_assert_double_eq(m.device.raid.mib_s[IO_READ], 11);
	ck_assert_double_eq(m.device.raid.mib_s[IO_WRITE], 12);
	ck_assert_double_eq(m.noise.cell_cv, 0.25);
	ck_assert_double_eq(m.noise.operation_cv, 0.5);
	ck_assert_double_eq(m.noise.outlier_share, 0.125);
	ck_assert_double_eq(m.noise.outlier_factor, 13);
	ck_assert_double_eq(m.noise.drift_per_hour, -0.75);
	ck_assert_uint_eq(m.faults_n, 2);
	ck_assert_uint_eq(m.faults[0].operation, 14);
	ck_assert_uint_eq(m.faults[0].count, 15);
	ck_assert_int_eq(m.faults[0].errnum, EIO);
	ck_assert_uint_eq(m.faults[1].count, 1);
	ck_assert_int_eq(m.faults[1].errnum, 0);
	ck_assert_uint_eq(m.faults[1].short_bytes, 1024);
	ck_assert_str_eq(json_string_value(json_object_get(m.source, "comment")), "all");
	sim_model_release(&m);
}
END_TEST

START_TEST(what_is_absent_is_without_limit)
{
	struct sim_model m;

	load_good("{ \"device\": {} }", &m);
	ck_assert_uint_eq(m.caches_n, 0);
	ck_assert_uint_eq(m.dirty_limit_bytes, UINT64_MAX);
	ck_assert_uint_eq(m.capacity_bytes, UINT64_MAX);
	ck_assert_uint_eq(m.device.raid.disks, 0);
	ck_assert_uint_eq(m.device.max_request_bytes, 0);
	ck_assert_ptr_null(sim_model_fault(&m, 1));
	sim_model_release(&m);
}
END_TEST

#define DEVICE(text) "{ \"device\": { " text " } }"
#define RAID(text) DEVICE("\"raid\": { " text " }")
#define BESIDE(text) "{ \"device\": {}, " text " }"

static const struct {
	const char *json, *expected; /* expected: what the error says behind the file's name */
} bad_models[] = {
	{ "", ":1: '[' or '{' expected" },
	{ "{ \"device\": {}, \"device\": {} }", ":1: duplicate object key" },
	{ "[]", ": is not an object" },
	{ "{}", ": device: is required" },
	{ "{ \"device\": 3 }", ": device: is not an object" },
	{ BESIDE("\"noice\": {}"), ": noice: unknown key; known here: comment, caches, " },
	{ DEVICE("\"seek\": 1"), ": device.seek: unknown key; known here: per_operation_ns, " },
	{ BESIDE("\"comment\": 1"), ": comment: is not text" },
	{ DEVICE("\"seek_ns\": \"1\""), ": device.seek_ns: is not a number" },
	{ DEVICE("\"seek_ns\": null"), ": device.seek_ns: is not a number" },
	{ DEVICE("\"seek_ns\": -1"), ": device.seek_ns: is out of range (0 to 1e+12)" },
	{ DEVICE("\"read_mib_s\": 0"), ": device.read_mib_s: is out of range (0.001 to 100000000)" },
	{ DEVICE("\"max_request\": 1.5"), ": device.max_request: is not a whole number of bytes or a size such as" },
	{ DEVICE("\"max_request\": 511"), ": device.max_request: is out of range (512 to " },
	{ DEVICE("\"max_request\": -512"), ": device.max_request: is out of range (512 to " },
	{ DEVICE("\"max_request\": \"12q\""), ": device.max_request: '12q' " },
	{ DEVICE("\"max_request\": \"2xram\""), ": device.max_request: " },
	{ RAID("\"disks\": 5, \"chunk\": \"64k\""), ": device.raid.level: is required" },
	{ RAID("\"level\": 5, \"chunk\": \"64k\""), ": device.raid.disks: is required" },
	{ RAID("\"level\": 5, \"disks\": 5"), ": device.raid.chunk: is required" },
	{ RAID("\"level\": 1, \"disks\": 5, \"chunk\": 512"), ": device.raid: level 1 is not modelled" },
	{ RAID("\"level\": 5, \"disks\": 2, \"chunk\": 512"), ": device.raid: level 5 needs at least 3 disks" },
	{ RAID("\"level\": 6, \"disks\": 3, \"chunk\": 512"), ": device.raid: level 6 needs at least 4 disks" },
	{ RAID("\"level\": 0, \"disks\": 0, \"chunk\": 512"), ": device.raid.disks: is out of range (1 to 64)" },
	{ RAID("\"level\": 0, \"disks\": \"2\", \"chunk\": 512"), ": device.raid.disks: is not a whole number" },
	{ RAID("\"level\": 0, \"disks\": 65, \"chunk\": 512"), ": device.raid.disks: is out of range (1 to 64)" },
	{ BESIDE("\"caches\": {}"), ": caches: is not a list" },
	{ BESIDE("\"caches\": [ 5 ]"), ": caches[0]: is not an object" },
	{ BESIDE("\"caches\": [ { \"size\": 5 }, {} ]"), ": caches[1].size: is required" },
	{ BESIDE("\"caches\": [ { \"size\": 5 }, { \"size\": 5 } ]"), ": caches[1]: is not larger than the cache" },
	{ BESIDE("\"caches\": [ {},{},{},{},{},{},{},{},{} ]"), ": caches: has more than 8 elements" },
	{ BESIDE("\"noise\": { \"cell_cv\": 11 }"), ": noise.cell_cv: is out of range (0 to 10)" },
	{ BESIDE("\"noise\": { \"outliers\": { \"share\": 2 } }"), ": noise.outliers.share: is out of range (0 to 1)" },
	{ BESIDE("\"noise\": { \"outliers\": { \"share\": 1 } }"), ": noise.outliers.factor: is required" },
	{ BESIDE("\"faults\": [ { \"errno\": \"EIO\" } ]"), ": faults[0].operation: is required" },
	{ BESIDE("\"faults\": [ { \"operation\": 0 } ]"), ": faults[0].operation: is out of range (1 to " },
	{ BESIDE("\"faults\": [ { \"operation\": 1 } ]"), ": faults[0]: needs either errno or short" },
	{ BESIDE("\"faults\": [ { \"operation\": 1, \"errno\": \"EIO\", \"short\": 1 } ]"), ": faults[0]: needs either" },
	{ BESIDE("\"faults\": [ { \"operation\": 1, \"errno\": \"EFOO\" } ]"), ": faults[0].errno: is not an error's" },
	{ BESIDE("\"faults\": [ { \"operation\": 1, \"errno\": 5 } ]"), ": faults[0].errno: is not an error's" },
};

START_TEST(a_bad_model_is_refused_by_name)
{
	struct err err = ERR_INIT;
	struct sim_model m;
	char path[512];
	int ret;

	write_model(bad_models[_i].json, path, sizeof(path));
	ret = sim_model_load(path, &m, &err);
	unlink(path);
	ck_assert_msg(ret == -1, "was taken: %s", bad_models[_i].json);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_msg(!strncmp(err.text, path, strlen(path)), "names no file: %s", err.text);
	ck_assert_msg(!strncmp(err.text + strlen(path), bad_models[_i].expected, strlen(bad_models[_i].expected)),
		      "'%s' instead of '%s'", err.text + strlen(path), bad_models[_i].expected);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_no_usage)
{
	struct err err = ERR_INIT;
	struct sim_model m;

	ck_assert_int_eq(sim_model_load("/nonexistent/model.json", &m, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent/model.json"));
}
END_TEST

START_TEST(the_built_in_model_is_the_machine_that_it_claims)
{
	struct err err = ERR_INIT;
	struct sim_model m;

	ck_assert_msg(!sim_model_load(NULL, &m, &err), "%s", err.text);
	ck_assert_uint_eq(m.caches_n, 3);
	ck_assert_uint_eq(m.caches[0].size_bytes, UINT64_C(2) << 20);
	ck_assert_uint_eq(m.caches[1].size_bytes, UINT64_C(32) << 20);
	ck_assert_uint_eq(m.caches[2].size_bytes, UINT64_C(1) << 30);
	ck_assert_uint_eq(m.device.raid.level, 5);
	ck_assert_uint_eq(m.device.raid.disks, 5);
	ck_assert_uint_eq(m.device.raid.chunk_bytes, 64 << 10);
	ck_assert_double_eq(m.noise.cell_cv, 0.02);
	sim_model_release(&m);
}
END_TEST

START_TEST(every_sample_loads_and_says_what_it_is)
{
	const char *srcdir = getenv("SRCDIR");
	char pattern[512];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/samples/models/*.json", srcdir ? srcdir : ".");
	ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
	ck_assert_uint_ge(found.gl_pathc, 6);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct err err = ERR_INIT;
		struct sim_model m;

		ck_assert_msg(!sim_model_load(found.gl_pathv[i], &m, &err), "%s", err.text);
		ck_assert_msg(json_string_length(json_object_get(m.source, "comment")) > 20, "%s: no comment",
			      found.gl_pathv[i]);
		sim_model_release(&m);
	}
	globfree(&found);
}
END_TEST

START_TEST(faults_are_found_by_operation)
{
	static const int expected[] = { 0, 0, EIO, EIO, EIO, ENOSPC, 0 }; /* of operations 0, 1, ... */
	struct sim_model m;

	load_good(BESIDE("\"faults\": [ { \"operation\": 5, \"errno\": \"ENOSPC\" },"
			 " { \"operation\": 2, \"count\": 3, \"errno\": \"EIO\" } ]"), &m);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		const struct sim_fault *fault = sim_model_fault(&m, i);

		ck_assert_int_eq(fault ? fault->errnum : 0, expected[i]);
	}
	sim_model_release(&m);
}
END_TEST

static uint64_t fact(const json_t *environment, const char *path)
{
	uint64_t value = UINT64_MAX;

	ck_assert_msg(envfacts_u64(environment, path, &value), "no %s", path);
	return value;
}

START_TEST(the_environment_names_what_makes_cliffs)
{
	struct err err = ERR_INIT;
	struct envfacts_stripe stripe;
	json_t *environment;
	struct sim_model m;

	ck_assert_msg(!sim_model_load(NULL, &m, &err), "%s", err.text);
	environment = sim_environment(&m);
	sim_model_release(&m);
	ck_assert_uint_eq(fact(environment, "cpu.caches.0.level"), 2);
	ck_assert_uint_eq(fact(environment, "cpu.caches.0.size_bytes"), 2 << 20);
	ck_assert_uint_eq(fact(environment, "cpu.caches.1.level"), 3);
	ck_assert_uint_eq(fact(environment, "cpu.caches.1.size_bytes"), 32 << 20);
	ck_assert_ptr_null(envfacts_get(environment, "cpu.caches.2"));
	ck_assert_uint_eq(fact(environment, "memory.total_bytes"), 1 << 30);
	ck_assert_uint_eq(fact(environment, "memory.dirty.limit_bytes"), 200 << 20);
	ck_assert_uint_eq(fact(environment, "device.max_sectors_bytes"), 1 << 20);
	ck_assert(envfacts_stripe(environment, &stripe));
	ck_assert_uint_eq(stripe.chunk_bytes, 64 << 10);
	ck_assert_uint_eq(stripe.data_disks, 4);
	ck_assert_ptr_nonnull(envfacts_get(environment, "sim_model.comment"));
	json_decref(environment);
}
END_TEST

START_TEST(the_environment_invents_nothing)
{
	static const char *const absent[] = { "cpu.caches.0", "memory", "device.md", "device.max_sectors_bytes" };
	struct sim_model m;
	json_t *environment;

	load_good("{ \"device\": {} }", &m);
	environment = sim_environment(&m);
	ck_assert_ptr_nonnull(envfacts_get(environment, "device.name"));
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++)
		ck_assert_msg(!envfacts_get(environment, absent[i]), "%s", absent[i]);
	json_decref(environment);
	sim_model_release(&m);
}
END_TEST

Suite *suite_sim_model(void)
{
	Suite *suite = suite_create("sim_model");
	TCase *tcase = tcase_create("sim_model");

	tcase_add_test(tcase, each_key_arrives);
	tcase_add_test(tcase, what_is_absent_is_without_limit);
	tcase_add_loop_test(tcase, a_bad_model_is_refused_by_name, 0,
			    (int)(sizeof(bad_models) / sizeof(*bad_models)));
	tcase_add_test(tcase, a_file_that_cannot_be_read_is_no_usage);
	tcase_add_test(tcase, the_built_in_model_is_the_machine_that_it_claims);
	tcase_add_test(tcase, every_sample_loads_and_says_what_it_is);
	tcase_add_test(tcase, faults_are_found_by_operation);
	tcase_add_test(tcase, the_environment_names_what_makes_cliffs);
	tcase_add_test(tcase, the_environment_invents_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}
