#include "report/anomalies.h"

#include "base/err.h"
#include "report/cliffs.h"
#include "unit/fixture_cliffs.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define SIZES 7
#define PASSES 3

static char path[FIXTURE_PATH_LEN];
static struct resultset *rs;
static struct run_cliffs cliffs;

static void setup(void)
{
	fixture_make(path);
}

static void teardown(void)
{
	cliffs_release(&cliffs);
	resultset_free(rs);
	rs = NULL;
	fixture_remove(path);
}

/* What a surface that rises gently shows at one of its cells, and the fresh samples there; 0: it was not measured again. */
struct dent {
	unsigned i, j; /* on the first axis and the second */
	double factor, again[PASSES];
};

static double level(unsigned i, unsigned j)
{
	return 100 * pow(1.1, j) * pow(.97, i);
}

static void add_sample(struct sample *s, enum axis x, unsigned i, unsigned j, unsigned pass, double speed)
{
	uint64_t n = UINT64_C(1) << j;

	fixture_sample(s, "device", "randread", x == AXIS_DEPTH ? 64 * MIB : MIB << i, x == AXIS_DEPTH ? 4 * KIB : (4 * KIB) << j,
		       pass, speed);
	if (x != AXIS_DEPTH)
		return;
	s->depth = UINT64_C(1) << i;
	s->jobs = n;
	snprintf(s->api, sizeof(s->api), "io_uring");
}

/* Over file size and record, or over depth and jobs. */
static void measure(enum axis x, const struct dent *dent)
{
	struct sample *samples = calloc(2 * SIZES * SIZES * PASSES, sizeof(*samples)), *s = samples;
	struct config config;
	struct err err = ERR_INIT;

	ck_assert_ptr_nonnull(samples);
	fixture_config(&config);
	fixture_doublings(&config.file_sizes, x == AXIS_DEPTH ? 64 * MIB : MIB, x == AXIS_DEPTH ? 1 : SIZES);
	fixture_doublings(&config.records, 4 * KIB, x == AXIS_DEPTH ? 1 : SIZES);
	if (x == AXIS_DEPTH) {
		fixture_doublings(&config.depth, 1, SIZES);
		fixture_doublings(&config.jobs, 1, SIZES);
	}
	for (unsigned k = 0; k < SIZES * SIZES * PASSES; k++) {
		unsigned i = k / PASSES / SIZES, j = k / PASSES % SIZES, pass = k % PASSES;
		bool here = i == dent->i && j == dent->j;

		add_sample(s, x, i, j, pass + 1, level(i, j) * (here ? dent->factor : 1) * (1 + .002 * pass));
		s->sequence = (uint64_t)(s - samples) + 1;
		s++;
		if (!(dent->again[pass] > 0) || abs((int)i - (int)dent->i) > 1 || abs((int)j - (int)dent->j) > 1)
			continue;
		add_sample(s, x, i, j, PASSES + pass + 1, level(i, j) * (here ? dent->again[pass] : 1) * (1 + .002 * pass));
		s->sequence = (uint64_t)(s - samples) + 1;
		snprintf(s->purpose, sizeof(s->purpose), "%s", SAMPLE_CONFIRM);
		s++;
	}
	rs = fixture_load(path, &config, samples, (size_t)(s - samples));
	ck_assert_msg(!cliffs_find(rs, &cliffs, &err), "%s", err.text);
	config_release(&config);
	free(samples);
}

static void says(const char *line)
{
	struct strbuf text;

	strbuf_init(&text);
	fixture_cliffs_text(&cliffs, &text);
	ck_assert_msg(strstr(text.buf, line) != NULL, "no \"%s\" in:\n%s", line, text.buf);
	strbuf_release(&text);
}

static const struct {
	struct dent dent;
	const char *status, *text;
} fates[] = {
	{ { 3, 3, .5, { .5, .52, .55 } }, "stays", "randread, file 8M, record 32K: 50 % lower; it stays: again 48 % lower\n" },
	{ { 3, 3, .5, { .5, .52, 1 } }, "unsteady", "50 % lower; it comes and goes: again 48 % lower\n" },
	{ { 3, 3, .5, { 1, .5, .98 } }, "accident", "50 % lower; an accident of the data: again 2 % lower\n" },
	{ { 3, 3, .5, { 0, 0, 0 } }, "unknown", "50 % lower; not measured again\n" },
	{ { 3, 3, 3, { 3, 3, 3 } }, "stays", "3.00 times as high; it stays: again 3.00 times as high\n" },
};

START_TEST(what_became_of_it_is_said)
{
	const json_t *list;
	json_t *json;

	measure(AXIS_FILE_SIZE, &fates[_i].dent);
	says(fates[_i].text);
	json = fixture_cliffs_json(&cliffs);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "cliffs")), 0);
	list = json_object_get(json, "anomalies");
	ck_assert_uint_eq(json_array_size(list), 1);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "status")), fates[_i].status);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 0), "file_size")), 8 * MIB);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 0), "record_size")), 32 * KIB);
	json_decref(json);
}
END_TEST

/* Where the surface stands on others than sizes, these say where the cell is. */
START_TEST(its_place_is_on_the_axes)
{
	const struct dent dent = { 2, 4, .5, { .5, .5, .5 } };

	measure(AXIS_DEPTH, &dent);
	ck_assert_int_eq(rs->x == AXIS_DEPTH || rs->y == AXIS_DEPTH, 1);
	says(", depth 4, 16 jobs: 50 % lower; it stays: again 50 % lower\n");
}
END_TEST

Suite *suite_anomalies(void)
{
	Suite *suite = suite_create("anomalies");
	TCase *tcase = tcase_create("anomalies");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, what_became_of_it_is_said, 0, 5);
	tcase_add_test(tcase, its_place_is_on_the_axes);
	suite_add_tcase(suite, tcase);
	return suite;
}
