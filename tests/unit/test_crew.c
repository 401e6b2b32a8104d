/* How the jobs of a group share its work, and what they come to together. */
#include "measure/crew.h"

#include <check.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define RECORD 4096U
#define JOBS_MOST 16U

static struct buffer no_buffers[JOBS_MOST]; /* nobody does I/O here */

static const _Atomic sig_atomic_t no_stop;

struct stage {
	struct group_setting setting;
	struct group group;
	struct crew crew;
};

static void set_up(struct stage *s, unsigned jobs, enum job_files files)
{
	*s = (struct stage){
		.setting = { .buffers = no_buffers, .stop = &no_stop },
		.group = { .jobs = jobs, .files = files, .tests_n = 2 },
	};
	ck_assert_int_eq(crew_new(&s->setting, &s->group, &s->crew), 0);
}

static struct pattern_config whole_of(uint64_t file_size)
{
	return (struct pattern_config){
		.file_size = file_size,
		.record_size = RECORD,
		.seed = 5,
		.start_offset = PATTERN_FROM_START,
		.read_percent = 50,
	};
}

/* Adds to seen[record] what the pattern does, and returns how many operations that were. */
static uint64_t visit(const struct pattern *pattern, const struct pattern_config *config, unsigned *seen)
{
	struct pattern_state state;
	struct pattern_op ops[7];
	uint64_t done = 0;
	size_t n;

	pattern_start(pattern, config, &state);
	while ((n = pattern->next(&state, ops, 7)) > 0) {
		for (size_t i = 0; i < n; i++) {
			uint64_t left = config->file_size - ops[i].offset;

			if (ops[i].offset % RECORD || ops[i].offset >= config->file_size ||
			    ops[i].len != (left < RECORD ? left : RECORD))
				ck_abort_msg("%s: no record of %u at %llu", pattern->name, ops[i].len,
					     (unsigned long long)ops[i].offset);
			seen[ops[i].offset / RECORD]++;
		}
		done += n;
	}
	return done;
}

static const uint64_t file_sizes[] = {
	16 * RECORD, 17 * RECORD, 31 * RECORD + 1, 33 * RECORD - 1, 100 * RECORD, 509 * RECORD + 17,
};

#define FILE_SIZES_N (sizeof(file_sizes) / sizeof(*file_sizes))

static void check_cover(const struct stage *s, const struct pattern *pattern, uint64_t file_size)
{
	const struct pattern_config whole = whole_of(file_size);
	uint64_t records = (file_size + RECORD - 1) / RECORD, most = 0, least = UINT64_MAX, sum = 0;
	unsigned *seen = calloc(records, sizeof(*seen));

	ck_assert_ptr_nonnull(seen);
	crew_share(&s->crew, &s->group, &whole);
	for (unsigned i = 0; i < s->group.jobs; i++) {
		uint64_t n = visit(pattern, &crew_job(&s->crew, i)->pattern, seen);

		sum += n;
		most = n > most ? n : most;
		least = n < least ? n : least;
	}
	ck_assert_uint_eq(sum, records);
	ck_assert_uint_ge(least, 1);
	ck_assert_uint_le(most - least, 1);
	for (uint64_t r = 0; r < records; r++) {
		if (seen[r] != 1)
			ck_abort_msg("%s, %u jobs: record %llu of %llu is visited %u times", pattern->name,
				     s->group.jobs, (unsigned long long)r, (unsigned long long)records, seen[r]);
	}
	free(seen);
}

/* Records that do not divide the file, and do not divide among the jobs, to the case of one for each. */
START_TEST(a_shared_file_is_covered_once)
{
	for (unsigned jobs = 1; jobs <= JOBS_MOST; jobs++) {
		struct stage s;

		set_up(&s, jobs, (enum job_files)_i);
		for (size_t f = 0; f < FILE_SIZES_N; f++) {
			for (size_t p = 0; p < patterns_n; p++) {
				if (!(patterns[p]->flags & PATTERN_FILE_SIZE_IS_NO_AXIS))
					check_cover(&s, patterns[p], file_sizes[f]);
			}
		}
		crew_release(&s.crew);
	}
}
END_TEST

START_TEST(a_file_of_ones_own_is_covered_by_each)
{
	struct stage s;

	set_up(&s, 5, JOB_FILES_OWN);
	for (size_t p = 0; p < patterns_n; p++) {
		const struct pattern_config whole = whole_of(file_sizes[2]);

		if (patterns[p]->flags & PATTERN_FILE_SIZE_IS_NO_AXIS)
			continue;
		crew_share(&s.crew, &s.group, &whole);
		for (unsigned i = 0; i < 5; i++) {
			unsigned seen[32] = { 0 };

			ck_assert_uint_eq(visit(patterns[p], &crew_job(&s.crew, i)->pattern, seen), 32);
			for (size_t r = 0; r < 32; r++)
				ck_assert_uint_eq(seen[r], 1);
		}
	}
	crew_release(&s.crew);
}
END_TEST

/* All jobs together have the share to one operation, however many jobs of however few records they are. */
START_TEST(the_share_of_reads_is_that_of_all_jobs)
{
	const struct pattern *mixed = pattern_find("mixed");

	for (unsigned jobs = 1; jobs <= JOBS_MOST; jobs++) {
		struct stage s;

		set_up(&s, jobs, (enum job_files)_i);
		for (unsigned percent = 0; percent <= 100; percent += 7) {
			struct pattern_config whole = whole_of(17 * RECORD);
			uint64_t operations = 0, reads = 0;

			whole.read_percent = percent;
			crew_share(&s.crew, &s.group, &whole);
			for (unsigned i = 0; i < jobs; i++) {
				struct pattern_state state;
				struct pattern_op op;

				pattern_start(mixed, &crew_job(&s.crew, i)->pattern, &state);
				for (; mixed->next(&state, &op, 1); operations++)
					reads += op.dir == IO_READ;
			}
			ck_assert_uint_eq(operations, _i == JOB_FILES_OWN ? 17 * jobs : 17);
			ck_assert_uint_eq(reads, operations * percent / 100);
		}
		crew_release(&s.crew);
	}
}
END_TEST

/* A part lies where its name says. */
START_TEST(parts_lie_where_they_should)
{
	const struct pattern_config whole = whole_of(100 * RECORD);
	struct stage segments, strided;

	set_up(&segments, 3, JOB_FILES_SEGMENTS);
	set_up(&strided, 3, JOB_FILES_STRIDED);
	crew_share(&segments.crew, &segments.group, &whole);
	crew_share(&strided.crew, &strided.group, &whole);
	for (unsigned i = 0; i < 3; i++) {
		const struct pattern_config *part = &crew_job(&segments.crew, i)->pattern;
		static const uint64_t firsts[] = { 0, 34, 67 }, counts[] = { 34, 33, 33 };

		ck_assert_uint_eq(part->first_record, firsts[i]);
		ck_assert_uint_eq(part->records, counts[i]);
		ck_assert_uint_eq(part->record_step, 1);
		part = &crew_job(&strided.crew, i)->pattern;
		ck_assert_uint_eq(part->first_record, i);
		ck_assert_uint_eq(part->records, counts[i]);
		ck_assert_uint_eq(part->record_step, 3);
	}
	crew_release(&segments.crew);
	crew_release(&strided.crew);
}
END_TEST

/* Random orders of two jobs are not the same one, but the share of reads is. */
START_TEST(each_job_has_an_order_of_its_own_and_the_same_share_of_reads)
{
	const struct pattern *mixed = pattern_find("mixed");
	struct pattern_config whole = whole_of(200 * RECORD);
	struct stage s;

	set_up(&s, 4, JOB_FILES_OWN);
	for (whole.read_percent = 0; whole.read_percent <= 100; whole.read_percent++) {
		struct pattern_op ops[4][200];

		crew_share(&s.crew, &s.group, &whole);
		for (unsigned i = 0; i < 4; i++) {
			struct pattern_state state;
			unsigned same = 0, reads = 0;

			pattern_start(mixed, &crew_job(&s.crew, i)->pattern, &state);
			ck_assert_uint_eq(mixed->next(&state, ops[i], 200), 200);
			for (size_t k = 0; k < 200; k++) {
				reads += ops[i][k].dir == IO_READ;
				same += ops[i][k].offset == ops[0][k].offset;
			}
			ck_assert_uint_eq(reads, 2 * whole.read_percent);
			ck_assert_msg(i == 0 || same < 20, "jobs 1 and %u have %u of 200 places in common", i + 1, same);
		}
	}
	crew_release(&s.crew);
}
END_TEST

/* Four jobs that have done this by 1000 (the wall) and in all. */
static void do_work(const struct stage *s)
{
	static const struct engine_result results[] = {
		{ .start_ns = 100, .end_ns = 1000, .clocked_ns = 900, .bytes = 400, .operations = 4,
		  .wall_bytes = 400, .wall_operations = 4, .in_flight_ns = 900 },
		{ .start_ns = 110, .end_ns = 1500, .clocked_ns = 1390, .bytes = 400, .operations = 4,
		  .wall_bytes = 300, .wall_operations = 3, .in_flight_ns = 1390, .short_transfers = 2 },
		{ .start_ns = 90, .end_ns = 1200, .clocked_ns = 1110, .bytes = 400, .operations = 4,
		  .wall_bytes = 300, .wall_operations = 3, .in_flight_ns = 1110 },
		{ .start_ns = 120, .end_ns = 2000, .clocked_ns = 1880, .bytes = 400, .operations = 4,
		  .wall_bytes = 0, .wall_operations = 0, .in_flight_ns = 1880, .cut = true, .next_offset = 7 },
	};

	for (unsigned i = 0; i < 4; i++)
		crew_job(&s->crew, i)->result = results[i];
}

START_TEST(the_wall_divides_the_sums)
{
	struct crew_result sum;
	struct stage s;

	set_up(&s, 4, JOB_FILES_OWN);
	do_work(&s);
	atomic_store(&s.crew.work->wall.at_ns, 1000);
	crew_result(&s.crew, &sum);
	ck_assert_uint_eq(sum.bytes, 1000);
	ck_assert_uint_eq(sum.operations, 10);
	ck_assert_uint_eq(sum.clocked_ns, 1000 - 90);
	ck_assert_uint_eq(sum.total_bytes, 1600);
	ck_assert_uint_eq(sum.total_ns, 2000 - 90);
	ck_assert_uint_eq(sum.short_transfers, 2);
	ck_assert_double_eq(sum.in_flight_ns, 900 + 1390 + 1110 + 1880);
	ck_assert(sum.cut);
	ck_assert_uint_eq(sum.next_offset, 0); /* the first job's, which was not cut */
	ck_assert_uint_eq(sum.idle_job, UINT_MAX); /* one that had done nothing by the wall has worked all the same */
	ck_assert_uint_eq(sum.stopped_job, UINT_MAX);
	crew_release(&s.crew);
}
END_TEST

START_TEST(without_a_wall_all_counts)
{
	struct crew_result sum;
	struct stage s;

	set_up(&s, 4, JOB_FILES_OWN);
	do_work(&s);
	for (unsigned i = 0; i < 4; i++) {
		crew_job(&s.crew, i)->result.wall_bytes = crew_job(&s.crew, i)->result.bytes;
		crew_job(&s.crew, i)->result.wall_operations = crew_job(&s.crew, i)->result.operations;
	}
	crew_result(&s.crew, &sum);
	ck_assert_uint_eq(sum.bytes, 1600);
	ck_assert_uint_eq(sum.operations, 16);
	ck_assert_uint_eq(sum.clocked_ns, 2000 - 90);
	ck_assert_uint_eq(sum.total_bytes, sum.bytes);
	ck_assert_uint_eq(sum.total_ns, sum.clocked_ns);
	crew_release(&s.crew);
}
END_TEST

START_TEST(a_job_that_moved_nothing_or_was_stopped_is_named)
{
	struct crew_result sum;
	struct stage s;

	set_up(&s, 4, JOB_FILES_OWN);
	do_work(&s);
	crew_job(&s.crew, 2)->result.bytes = 0;
	crew_job(&s.crew, 1)->result.stopped = true;
	crew_result(&s.crew, &sum);
	ck_assert_uint_eq(sum.idle_job, 2);
	ck_assert_uint_eq(sum.stopped_job, 1);
	crew_release(&s.crew);
}
END_TEST

static void fail_third(void *memory)
{
	struct job *job = memory;

	job->ret = job->file == 3 ? -5 : 0;
}

START_TEST(the_job_that_failed_is_named)
{
	for (int processes = 0; processes < 2; processes++) {
		struct stage s;
		unsigned failed = UINT_MAX;

		set_up(&s, 4, JOB_FILES_OWN);
		crew_release(&s.crew);
		s.setting.processes = processes;
		ck_assert_int_eq(crew_new(&s.setting, &s.group, &s.crew), 0);
		for (unsigned i = 0; i < 4; i++)
			crew_job(&s.crew, i)->file = i + 1;
		ck_assert_int_eq(crew_step(&s.crew, fail_third, &failed), -5);
		ck_assert_uint_eq(failed, 2);
		crew_release(&s.crew);
	}
}
END_TEST

static void note_cpu(void *memory)
{
	struct job *job = memory;

	job->ret = 0;
	job->file = (uint64_t)sched_getcpu();
}

/* Also a single job, which else is the caller; and the caller itself stays free. */
START_TEST(a_single_job_runs_on_its_cpu)
{
	cpu_set_t before, after;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(before), &before), 0);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		struct stage s;
		unsigned failed;

		if (!CPU_ISSET((size_t)cpu, &before))
			continue;
		set_up(&s, 1, JOB_FILES_OWN);
		crew_release(&s.crew);
		s.setting.cpus = &cpu;
		s.setting.cpus_n = 1;
		ck_assert_int_eq(crew_new(&s.setting, &s.group, &s.crew), 0);
		ck_assert_int_eq(crew_step(&s.crew, note_cpu, &failed), 0);
		ck_assert_uint_eq(crew_job(&s.crew, 0)->file, (uint64_t)cpu);
		crew_release(&s.crew);
	}
	ck_assert_int_eq(sched_getaffinity(0, sizeof(after), &after), 0);
	ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

Suite *suite_crew(void)
{
	Suite *suite = suite_create("crew");
	TCase *tcase = tcase_create("crew");

	tcase_add_loop_test(tcase, a_shared_file_is_covered_once, JOB_FILES_SEGMENTS, JOB_FILES_STRIDED + 1);
	tcase_add_test(tcase, a_file_of_ones_own_is_covered_by_each);
	tcase_add_loop_test(tcase, the_share_of_reads_is_that_of_all_jobs, JOB_FILES_OWN, JOB_FILES_STRIDED + 1);
	tcase_add_test(tcase, parts_lie_where_they_should);
	tcase_add_test(tcase, each_job_has_an_order_of_its_own_and_the_same_share_of_reads);
	tcase_add_test(tcase, the_wall_divides_the_sums);
	tcase_add_test(tcase, without_a_wall_all_counts);
	tcase_add_test(tcase, a_job_that_moved_nothing_or_was_stopped_is_named);
	tcase_add_test(tcase, the_job_that_failed_is_named);
	tcase_add_test(tcase, a_single_job_runs_on_its_cpu);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return suite;
}
