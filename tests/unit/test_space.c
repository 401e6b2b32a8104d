/* What a sweep's files take at one time, against what its plan has promised. */
#include "api/target.h"
#include "model/config.h"
#include "sweep/estimate.h"
#include "unit/sweep_stage.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Bytes of all files in the target, the mark of the run apart, which has none here. */
static uint64_t bytes_in(const struct target *target)
{
	DIR *dir = opendir(target_path(target));
	const struct dirent *entry;
	uint64_t bytes = 0;
	struct stat st;

	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir))) {
		ck_assert_int_eq(fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW), 0);
		bytes += S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	}
	closedir(dir);
	return bytes;
}

struct look {
	const struct target *target;
	uint64_t most;
};

/* A group's new files are there until the next ones need their room. */
static void look(void *context, const struct sweep_status *status)
{
	struct look *l = context;
	uint64_t bytes = bytes_in(l->target);

	(void)status;
	l->most = bytes > l->most ? bytes : l->most;
}

static struct sweep_stage *real_stage(enum job_files files, unsigned jobs)
{
	static const char *const tests[] = { "psync:write", "psync:rewrite", "psync:read", "stdio:write" };
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_tests(s, tests, 4);
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, 256 * KIB, 1 * MIB);
	SWEEP_STAGE_SIZES(&s->config.records, 16 * KIB, 64 * KIB);
	ck_assert_int_eq(config_set_only(&s->config.jobs, jobs), 0);
	s->config.job_files = files;
	s->config.modes[MODE_DEVICE] = false;
	s->config.min_time_ns = 1000000;
	s->config.max_time_ns = 20000000;
	sweep_stage_open(s);
	return s;
}

START_TEST(a_sweep_keeps_to_its_space)
{
	static const struct {
		enum job_files files;
		unsigned jobs, largest; /* largest: how many MiB the largest files take together */
	} rows[] = { { JOB_FILES_OWN, 1, 1 }, { JOB_FILES_OWN, 3, 3 }, { JOB_FILES_SEGMENTS, 3, 1 } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct sweep_stage *s = real_stage(rows[i].files, rows[i].jobs);
		struct look l = { .target = s->target };

		s->sweep.progress = look;
		s->sweep.context = &l;
		s->sweep.precondition = true;
		ck_assert_uint_eq(s->plan.space_bytes, rows[i].largest * MIB);
		sweep_stage_sweep(s);
		ck_assert_uint_eq(s->result.failed, 0);
		ck_assert_uint_le(l.most, s->plan.space_bytes);
		/* What may be kept is. */
		ck_assert_uint_gt(l.most, s->plan.space_bytes / 2);
		sweep_stage_load(s);
		sweep_stage_free(s);
	}
}
END_TEST

/* On a device that has no byte more, all of them succeed: those that have new files beside the standing one too. */
START_TEST(the_trials_of_an_estimate_keep_to_it)
{
	struct sweep_stage *s = sweep_stage_new();
	struct estimate estimate;

	sweep_stage_model(s, "{\"capacity\": \"4m\", \"device\": {\"per_operation_ns\": 50000, \"write_mib_s\": 400}}");
	sweep_stage_open(s);
	ck_assert_uint_eq(s->setting.space_bytes, 4 * MIB);
	ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &estimate), 0);
	for (size_t i = 0; i < MODES_N * s->plan.tests_n; i++)
		ck_assert_double_gt(estimate.costs[i].operation_ns[0], 0);
	estimate_release(&estimate);
	s->setting.space_bytes = 2 * KIB;
	ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &estimate), -ENOSPC);
	sweep_stage_load(s);
	sweep_stage_free(s);
}
END_TEST

Suite *suite_space(void)
{
	Suite *suite = suite_create("space");
	TCase *tc = tcase_create("space");

	tcase_add_test(tc, a_sweep_keeps_to_its_space);
	tcase_add_test(tc, the_trials_of_an_estimate_keep_to_it);
	suite_add_tcase(suite, tc);
	return suite;
}
