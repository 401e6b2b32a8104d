#include "report/placement.h"

#include "model/raid_geometry.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define PLACES_MOST 4
#define NOWHERE SAMPLE_ABSENT

#define MD(level) "'md':{'level':'" level "','chunk_bytes':65536,'data_disks':4}"

static const struct raid_geometry four = { 65536, 4 }, chunk_only = { 65536, 0 };

static const struct placement_case {
	const char *env;
	const struct raid_geometry *raid;
	uint64_t places[PLACES_MOST]; /* of files, 0 KiB and up; those behind the last that is not 0 are there too */
	const char *begins, *holds; /* of the text as one line, and another part of it; "": there is none */
	const char *lacks; /* NULL: nothing */
} cases[] = {
	{ "{'device':{'name':'md0','kind':'md'," MD("raid5") "}}", NULL, { 0, 256 * KIB, 1024 * KIB, NOWHERE },
	  "files begin with a stripe of md0 (256K).", "", "mkfs" },
	{ "{'device':{'name':'md0','kind':'md'," MD("raid5") "}}", NULL, { 0, 320 * KIB, 960 * KIB, 192 * KIB },
	  "files begin inside a stripe of md0 (256K), 64K to 192K behind its start, in 3 of 4 samples; in these a record",
	  "mkfs.xfs -d su=64K,sw=4", NULL },
	{ "{'device':{'name':'md0','kind':'md'," MD("raid6") "},'file_system':{'stripe_width_bytes':262144}}", NULL,
	  { 64 * KIB, 64 * KIB, 64 * KIB, 64 * KIB },
	  "files begin inside a stripe of md0 (256K), 64K behind its start; so a record as large as a stripe is written",
	  "does not show there.", "mkfs" },
	{ "{'device':{'name':'md0','kind':'md'," MD("raid0") "}}", NULL, { 64 * KIB, 0, 0, 0 },
	  "files begin inside a stripe of md0 (256K), 64K behind its start, in 1 of 4 samples.", "", "parts of two" },
	/* a partition moves all that is on it */
	{ "{'device':{'name':'md0p1','kind':'partition','start_offset_bytes':65536,'members':[{'name':'md0','kind':'md'," MD("raid5")
	  "}]}}",
	  NULL, { 192 * KIB, 448 * KIB, NOWHERE, NOWHERE }, "files begin with a stripe of md0 (256K).", "", NULL },
	{ "{'device':{'name':'sda1','kind':'partition','start_offset_bytes':65536,'members':[{'name':'sda','kind':'disk'}]}}",
	  &four, { 0, 0, 0, 0 }, "files begin inside a stripe of the array (256K), 64K behind its start; so", "su=64K", NULL },
	{ "{'device':{'name':'sda','kind':'disk'}}", &four, { 0, NOWHERE, NOWHERE, NOWHERE },
	  "files begin with a stripe of the array (256K).", "", NULL },
	/* nothing is known of the place, the array, its width, or where it begins */
	{ "{'device':{'name':'md0','kind':'md'," MD("raid5") "}}", NULL, { NOWHERE, NOWHERE, NOWHERE, NOWHERE }, "", "", NULL },
	{ "{'device':{'name':'sda','kind':'disk'}}", NULL, { 0, 0, 0, 0 }, "", "", NULL },
	{ "{'device':{'name':'sda','kind':'disk'}}", &chunk_only, { 0, 0, 0, 0 }, "", "", NULL },
	{ "{'device':{'name':'dm-0','kind':'dm','members':[{'name':'md0','kind':'md'," MD("raid5") "}]}}", NULL, { 0, 0, 0, 0 },
	  "", "", NULL },
	{ "{}", NULL, { 0, 0, 0, 0 }, "", "", NULL },
};

static json_t *object(const char *text)
{
	char double_quoted[512];
	json_t *json;

	snprintf(double_quoted, sizeof(double_quoted), "%s", text);
	for (char *c = double_quoted; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	json = json_loads(double_quoted, 0, NULL);
	ck_assert_ptr_nonnull(json);
	return json;
}

/* The last sample is in cached mode, where the page cache writes when it likes. */
static void find(const struct placement_case *c, json_t *env, struct placement *placement)
{
	struct sample samples[PLACES_MOST + 1];
	const struct resultset rs = { .environment = env, .samples = samples, .samples_n = PLACES_MOST + 1 };

	for (size_t i = 0; i <= PLACES_MOST; i++) {
		sample_init(&samples[i]);
		snprintf(samples[i].mode, sizeof(samples[i].mode), "%s", i < PLACES_MOST ? "device" : "cached");
		samples[i].physical_start_bytes = i < PLACES_MOST ? c->places[i] : 4 * KIB;
	}
	placement_find(&rs, c->raid, placement);
}

/* Lines become one, a sentence for each paragraph. */
static void join_lines(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		bool blank = *from == ' ' || *from == '\n';

		if (blank && (to == text || to[-1] == ' ' || from[1] == '.'))
			continue;
		*to++ = blank ? ' ' : *from;
	}
	*to = '\0';
}

START_TEST(text_of_places)
{
	const struct placement_case *c = &cases[_i];
	json_t *env = object(c->env);
	struct placement placement;
	struct strbuf text;

	find(c, env, &placement);
	strbuf_init(&text);
	placement_text(&placement, &text);
	strbuf_addch(&text, '.');
	ck_assert(!strbuf_failed(&text));
	join_lines(text.buf);
	ck_assert_msg(*c->begins ? strstr(text.buf, c->begins) == text.buf : !strcmp(text.buf, "."), "%s", text.buf);
	ck_assert_msg(strstr(text.buf, c->holds) != NULL, "%s", text.buf);
	ck_assert_msg(!c->lacks || !strstr(text.buf, c->lacks), "%s", text.buf);
	strbuf_release(&text);
	json_decref(env);
}
END_TEST

static uint64_t member(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	ck_assert_msg(json_is_integer(value), "%s", key);
	return (uint64_t)json_integer_value(value);
}

START_TEST(json_of_places)
{
	json_t *env = object(cases[1].env), *json;
	struct placement placement;

	find(&cases[1], env, &placement);
	json = placement_json(&placement);
	ck_assert_str_eq(json_string_value(json_object_get(json, "device")), "md0");
	ck_assert_uint_eq(member(json, "stripe_bytes"), 256 * KIB);
	ck_assert_uint_eq(member(json, "samples"), 4);
	ck_assert_uint_eq(member(json, "inside"), 3);
	ck_assert_uint_eq(member(json, "from_bytes"), 64 * KIB);
	ck_assert_uint_eq(member(json, "to_bytes"), 192 * KIB);
	json_decref(json);

	find(&cases[0], env, &placement);
	json = placement_json(&placement);
	ck_assert_uint_eq(member(json, "inside"), 0);
	ck_assert(json_is_null(json_object_get(json, "from_bytes")));
	json_decref(json);
	json_decref(env);
}
END_TEST

START_TEST(json_of_nothing)
{
	const struct placement none = { 0 };
	json_t *json = placement_json(&none);

	ck_assert(json_is_null(json));
	json_decref(json);
}
END_TEST

Suite *suite_placement(void);
Suite *suite_placement(void)
{
	Suite *suite = suite_create("placement");
	TCase *tc = tcase_create("core");

	tcase_add_loop_test(tc, text_of_places, 0, sizeof(cases) / sizeof(*cases));
	tcase_add_test(tc, json_of_places);
	tcase_add_test(tc, json_of_nothing);
	suite_add_tcase(suite, tc);
	return suite;
}
