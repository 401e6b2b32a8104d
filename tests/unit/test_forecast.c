#include "sweep/forecast.h"

#include "unit/sweep_stage.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TOLD_MOST 200000

/* What was foretold, each time that the sweep told how far it is. */
struct told {
	double elapsed_ns[TOLD_MOST], left_ns[TOLD_MOST];
	bool is_most[TOLD_MOST];
	size_t n;
};

static struct told told;

static void note(void *context, const struct sweep_status *status)
{
	(void)context;
	if (!status->last || status->left_ns == UINT64_MAX || told.n == TOLD_MOST)
		return;
	told.elapsed_ns[told.n] = (double)status->elapsed_ns;
	told.is_most[told.n] = status->left_is_most;
	told.left_ns[told.n++] = (double)status->left_ns;
}

static struct sweep_stage *stage_of(const char *model)
{
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_model(s, model);
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, 1 * MIB, 2 * MIB, 4 * MIB,
		8 * MIB, 16 * MIB);
	SWEEP_STAGE_SIZES(&s->config.records, 16 * KIB, 64 * KIB, 256 * KIB, 1 * MIB);
	s->config.passes = 3;
	s->config.min_time_ns = 1000000;
	return s;
}

static void run(struct sweep_stage *s, double precision, uint64_t budget_ns)
{
	struct estimate estimate;

	sweep_stage_open(s);
	ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &estimate), 0);
	s->sweep.estimate = &estimate;
	s->sweep.progress = note;
	s->sweep.precision = precision;
	s->sweep.budget_ns = budget_ns;
	told.n = 0;
	sweep_stage_sweep(s);
	estimate_release(&estimate);
	sweep_stage_load(s);
}

/* The largest error of the time that is left, in that time, as long as a twentieth of the run is left. */
static double worst(const struct sweep_stage *s, double from)
{
	double all = (double)s->result.wall_ns, most = 0;
	size_t checked = 0;

	for (size_t i = 0; i < told.n; i++) {
		double left = all - told.elapsed_ns[i];

		if (told.elapsed_ns[i] < from * all || left < 0.05 * all)
			continue;
		most = fmax(most, fabs(told.left_ns[i] - left) / left);
		checked++;
	}
	ck_assert_uint_gt(checked, 100);
	return most;
}

/* Devices with and without noise, and a cache that all fits into. */
static const char *const models[] = {
	"{\"caches\": [{\"size\": \"256m\", \"per_operation_ns\": 400, \"read_mib_s\": 5000, \"write_mib_s\": 3000}],"
	" \"device\": {\"per_operation_ns\": 50000, \"read_mib_s\": 500, \"write_mib_s\": 400}}",
	"{\"device\": {\"per_operation_ns\": 20000, \"max_request\": \"512k\", \"read_mib_s\": 3000, \"write_mib_s\": 2000,"
	" \"raid\": {\"level\": 5, \"disks\": 5, \"chunk\": \"64k\", \"request_ns\": 30000, \"partial_stripe_ns\": 200000,"
	" \"read_mib_s\": 250, \"write_mib_s\": 220}},"
	" \"noise\": {\"cell_cv\": 0.03, \"operation_cv\": 0.2}}",
	/* What these do to large files a small one does not tell: a small cache, seeks and a dirty limit. */
	"{\"caches\": [{\"size\": \"8m\", \"read_mib_s\": 4000, \"write_mib_s\": 2000}],"
	" \"device\": {\"per_operation_ns\": 100000, \"read_mib_s\": 200, \"write_mib_s\": 150}}",
	"{\"caches\": [{\"size\": \"1m\", \"read_mib_s\": 12000, \"write_mib_s\": 9000},"
	" {\"size\": \"256m\", \"per_operation_ns\": 400, \"read_mib_s\": 5000, \"write_mib_s\": 3000}],"
	" \"dirty_limit\": \"16m\","
	" \"device\": {\"per_operation_ns\": 80000, \"seek_ns\": 4000000, \"read_mib_s\": 180, \"write_mib_s\": 160}}",
};

#define MODELS_N (sizeof(models) / sizeof(*models))

/* A tenth into the run, with both modes and with one of them. */
START_TEST(the_time_left_is_right_from_a_tenth_on)
{
	for (int modes = 1; modes < 4; modes++) {
		struct sweep_stage *s = stage_of(models[_i]);
		double error;

		s->config.modes[MODE_DEVICE] = modes & 1;
		s->config.modes[MODE_CACHED] = modes & 2;
		run(s, 0, 0);
		error = worst(s, 0.1);
		ck_assert_msg(error < 0.2, "modes %d: %.2f of %s", modes, error, models[_i]);
		sweep_stage_free(s);
	}
}
END_TEST

/* The models that users get, in one pass and in three; that of a bad day has samples that take three times as long. */
START_TEST(the_time_left_is_right_on_the_sample_models)
{
	static const char *const names[] = { "flat", "ssd", "raid5-chunk256k", "cache-cliff", "noisy" };
	const char *srcdir = getenv("SRCDIR");
	char path[512];

	snprintf(path, sizeof(path), "%s/samples/models/%s.json", srcdir ? srcdir : ".", names[_i]);
	for (unsigned passes = 1; passes <= 3; passes += 2) {
		struct sweep_stage *s = stage_of("{}");
		double error;

		ck_assert_int_eq(config_set_string(&s->config.sim_model, path), 0);
		s->config.passes = passes;
		run(s, 0, 0);
		error = worst(s, 0.1);
		ck_assert_msg(error < 0.2, "%u passes: %.2f of %s", passes, error, path);
		sweep_stage_free(s);
	}
}
END_TEST

/*
 * How many passes a precision takes is not known before cells have two samples: as long as that is so what is told is
 * never too little.
 */
START_TEST(a_precision_is_foretold)
{
	struct sweep_stage *s = stage_of("{\"device\": {\"per_operation_ns\": 50000, \"read_mib_s\": 500, \"write_mib_s\": 400},"
					 " \"noise\": {\"cell_cv\": 0.025}}");
	double all;
	size_t open = 0;

	s->config.passes = 7;
	run(s, 0.03, 0);
	ck_assert_int_eq(s->result.end, SWEEP_END_PRECISION);
	all = (double)s->result.wall_ns;
	for (; open < told.n && told.is_most[open]; open++)
		ck_assert_double_gt(told.left_ns[open], all - told.elapsed_ns[open]);
	ck_assert_uint_gt(open, 10);
	ck_assert_double_lt(told.elapsed_ns[open], 0.6 * all);
	for (size_t i = open; i < told.n && told.elapsed_ns[i] < 0.8 * all; i++) {
		double left = all - told.elapsed_ns[i];

		ck_assert(!told.is_most[i]);
		ck_assert_double_gt(told.left_ns[i], left / 2);
		ck_assert_double_lt(told.left_ns[i], 2 * left);
	}
	sweep_stage_free(s);
}
END_TEST

/* Where the precision is out of reach, the budget ends the run, and that is known. */
START_TEST(a_budget_is_part_of_it)
{
	struct sweep_stage *s = stage_of(models[1]);
	uint64_t all;

	run(s, 0, 0);
	all = s->result.wall_ns;
	sweep_stage_free(s);
	s = stage_of(models[1]);
	s->config.passes = 7;
	run(s, 0.001, all / 2);
	ck_assert_int_eq(s->result.end, SWEEP_END_BUDGET);
	ck_assert_double_lt(worst(s, 0.1), 0.2);
	sweep_stage_free(s);
}
END_TEST

Suite *suite_forecast(void)
{
	Suite *suite = suite_create("forecast");
	TCase *tcase = tcase_create("forecast");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, the_time_left_is_right_from_a_tenth_on, 0, MODELS_N);
	tcase_add_loop_test(tcase, the_time_left_is_right_on_the_sample_models, 0, 5);
	tcase_add_test(tcase, a_precision_is_foretold);
	tcase_add_test(tcase, a_budget_is_part_of_it);
	suite_add_tcase(suite, tcase);
	return suite;
}
