#include "model/raid_geometry.h"

#include "base/err.h"

#include <check.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

static const struct {
	const char *text;
	uint64_t chunk, data;
} taken[] = {
	{ "chunk=256k,data=5", 262144, 5 }, { "data=5,chunk=256k", 262144, 5 },	     { "chunk=65536", 65536, 0 },
	{ "chunk=1g,data=1024", UINT64_C(1) << 30, 1024 }, { "chunk=1.5M", 1572864, 0 },
};

START_TEST(geometries)
{
	struct raid_geometry geometry = { 1, 1 };
	struct err err = ERR_INIT;

	ck_assert_msg(!raid_geometry_parse(taken[_i].text, &geometry, &err), "%s", err.text);
	ck_assert_uint_eq(geometry.chunk_bytes, taken[_i].chunk);
	ck_assert_uint_eq(geometry.data_disks, taken[_i].data);
}
END_TEST

START_TEST(what_is_told_goes_first)
{
	json_t *env = json_pack("{s:{s:s,s:{s:i,s:i,s:s}}}", "device", "name", "md0", "md", "chunk_bytes", 65536, "data_disks", 4,
				"level", "raid5");
	struct raid_geometry geometry = { 1, 1 };

	ck_assert_ptr_nonnull(env);
	ck_assert(raid_geometry_find(NULL, env, &geometry));
	ck_assert_uint_eq(geometry.chunk_bytes, 65536);
	ck_assert_uint_eq(geometry.data_disks, 4);
	ck_assert(raid_geometry_find("chunk=256k,data=5", env, &geometry));
	ck_assert_uint_eq(geometry.chunk_bytes, 262144);
	ck_assert_uint_eq(geometry.data_disks, 5);
	ck_assert(!raid_geometry_find(NULL, NULL, &geometry));
	json_decref(env);
}
END_TEST

static const struct {
	const char *text, *message;
} refused[] = {
	{ "", "'' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "chunk", "'chunk' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "256k", "'256k' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "chunk=4k,", "'' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "chunk=4k,disks=6", "'disks=6' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "Chunk=4k", "'Chunk=4k' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "chunks=4k", "'chunks=4k' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "0123456789012345678901234567890123456789more",
	  "'0123456789012345678901234567890123456789' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "data=5", "chunk is missing; a geometry is chunk=SIZE,data=N" },
	{ "chunk=4k,chunk=4k", "chunk is given twice" },
	{ "data=2,data=2", "data is given twice" },
	{ "chunk=x", "chunk: 'x' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram" },
	{ "chunk=2g", "chunk: '2g' is more than 1G" },
	{ "chunk=1111111111222222222233333333334444444444", "chunk: '11111111112222222222...' is too long" },
	{ "chunk=4k,data=0", "data: '0' is not a whole number from 1 to 1024" },
	{ "chunk=4k,data=1025", "data: '1025' is not a whole number from 1 to 1024" },
};

START_TEST(refusals)
{
	struct raid_geometry geometry = { 7, 9 };
	struct err err = ERR_INIT;

	ck_assert_int_eq(raid_geometry_parse(refused[_i].text, &geometry, &err), -1);
	ck_assert_str_eq(err.text, refused[_i].message);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_uint_eq(geometry.chunk_bytes, 7);
	ck_assert_uint_eq(geometry.data_disks, 9);
}
END_TEST

Suite *suite_raid_geometry(void)
{
	Suite *suite = suite_create("raid_geometry");
	TCase *tcase = tcase_create("raid_geometry");

	tcase_add_loop_test(tcase, geometries, 0, COUNT(taken));
	tcase_add_test(tcase, what_is_told_goes_first);
	tcase_add_loop_test(tcase, refusals, 0, COUNT(refused));
	suite_add_tcase(suite, tcase);
	return suite;
}
