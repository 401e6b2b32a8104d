#include "unit/small_run.h"

#include "api/fault.h"
#include "base/err.h"
#include "measure/engine.h"
#include "measure/team.h"
#include "unit/fixture_run.h"
#include "unit/skip.h"

#include <check.h>
#include <dirent.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define BUFFER_SIZE (1U << 20) /* what a standing file is written with */
#define PATH_LEN 512

/* All that a sweep needs, in the order in which it is made. */
struct stage {
	const struct small_run *run;
	char base[PATH_LEN - 10], target_dir[PATH_LEN], run_dir[PATH_LEN];
	struct config config;
	struct plan plan;
	struct target *target;
	struct clock clock;
	struct buffer *buffers; /* as many as jobs */
	struct timing timing;
	struct group_setting setting;
	struct journal *journal;
};

static const _Atomic sig_atomic_t no_stop;

/* Finding out what the clock is worth takes longer than a run. */
static struct clock real_clock;
static bool clock_known;

static void give_up(const struct small_run *run, const char *what, const struct err *err)
{
	ck_abort_msg("%s, %s: %s: %s", run->api, run->fault ? run->fault : "no fault", what, err->text);
}

static bool is_tmpfs(const char *dir)
{
	struct statfs fs;

	return !statfs(dir, &fs) && fs.f_type == TMPFS_MAGIC;
}

static void make_directories(struct stage *s)
{
	const char *tmp = getenv("TMPDIR"), *dir = s->run->dir;

	if (!dir)
		dir = is_tmpfs("/dev/shm") ? "/dev/shm" : tmp ? tmp : "/tmp";
	snprintf(s->base, sizeof(s->base), "%s/small-run-XXXXXX", dir);
	ck_assert_ptr_nonnull(mkdtemp(s->base));
	snprintf(s->target_dir, sizeof(s->target_dir), "%s/target", s->base);
	snprintf(s->run_dir, sizeof(s->run_dir), "%s/run", s->base);
	ck_assert_int_eq(mkdir(s->target_dir, 0700), 0);
	ck_assert_int_eq(mkdir(s->run_dir, 0700), 0);
}

static void set_list(struct size_list *list, const uint64_t *sizes, size_t n)
{
	ck_assert_uint_gt(n, 0);
	list->v = malloc(n * sizeof(*sizes));
	ck_assert_ptr_nonnull(list->v);
	memcpy(list->v, sizes, n * sizeof(*sizes));
	list->n = n;
}

/* Several, or the only one. */
static void fill_counts(struct size_list *list, const uint64_t *several, unsigned only)
{
	const uint64_t one = only ? only : 1;
	size_t n = 0;

	while (n < SMALL_RUN_LIST && several[n])
		n++;
	set_list(list, n ? several : &one, n ? n : 1);
}

static void fill_config(struct stage *s)
{
	const struct small_run *run = s->run;
	struct config *c = &s->config;
	size_t records = 0;

	config_init(c);
	while (records < SMALL_RUN_LIST && run->records[records])
		records++;
	set_list(&c->file_sizes, &run->file_size, 1);
	set_list(&c->records, run->records, records);
	c->tests = calloc(SMALL_RUN_LIST, sizeof(*c->tests));
	ck_assert_ptr_nonnull(c->tests);
	for (; c->tests_n < SMALL_RUN_LIST && run->patterns[c->tests_n]; c->tests_n++) {
		struct test *test = &c->tests[c->tests_n];

		snprintf(test->name, sizeof(test->name), "%s", run->patterns[c->tests_n]);
		snprintf(test->pattern, sizeof(test->pattern), "%s", run->patterns[c->tests_n]);
		test->read_percent = pattern_find(test->pattern)->flags & PATTERN_READS &&
						     pattern_find(test->pattern)->flags & PATTERN_WRITES
					     ? 50
					     : 0;
		snprintf(test->api, sizeof(test->api), "%s", run->api);
	}
	c->modes[run->mode] = true;
	fill_counts(&c->depth, run->depths, run->depth);
	fill_counts(&c->jobs, run->numbers_of_jobs, run->jobs);
	c->job_files = run->job_files;
	c->processes = run->processes;
	c->seed = 5;
	ck_assert_int_eq(config_set_string(&c->fault, run->fault), 0);
}

static const struct clock *known_clock(void)
{
	if (!clock_known)
		clock_init(&real_clock);
	clock_known = true;
	return &real_clock;
}

static void make_buffers(struct stage *s)
{
	unsigned jobs = config_most_jobs(&s->config);
	uint64_t record = s->config.records.v[s->config.records.n - 1];
	struct buffer_size size = engine_buffer_size(record, config_most_depth(&s->config));
	struct buffer_size whole = engine_buffer_size(BUFFER_SIZE, 1);

	size = (struct buffer_size){ MAX(size.data, whole.data), MAX(size.input, whole.input) };
	s->buffers = team_alloc(jobs * sizeof(*s->buffers));
	ck_assert_ptr_nonnull(s->buffers);
	for (unsigned i = 0; i < jobs; i++) {
		ck_assert_int_eq(buffer_init(&s->buffers[i], size, s->config.seed + i, s->config.processes), 0);
		buffer_shape(&s->buffers[i], &s->run->data);
	}
}

static void open_stage(struct stage *s)
{
	struct target_config target = { .dir = s->target_dir };
	struct err err = ERR_INIT;

	if (plan_resolve(&s->config, &s->plan, &err) || plan_finish(&s->plan, &err))
		give_up(s->run, "plan", &err);
	target.virtual_api = plan_virtual_api(&s->plan, &target.session);
	if (target_open(&target, &s->target, &err))
		give_up(s->run, "target", &err);
	if (target.virtual_api && target.virtual_api->virt->now_ns)
		clock_init_virtual(&s->clock, target.virtual_api->virt->now_ns, target.session);
	else
		s->clock = *known_clock();
	make_buffers(s);
	if (journal_open(s->run_dir, &s->journal, &err))
		give_up(s->run, "journal", &err);
	s->setting = (struct group_setting){
		.clock = &s->clock,
		.target = s->target,
		.direct = { s->run->direct, s->run->direct == DIRECT_REFUSED ? 0 : 512, 512 },
		.buffers = s->buffers,
		.io = &s->config.io,
		.stop = &no_stop,
		.processes = s->config.processes,
		.verify = s->run->verify,
		.timing = &s->timing,
	};
}

static int count_entries(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	ck_assert_ptr_nonnull(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void close_stage(struct stage *s)
{
	journal_close(s->journal);
	ck_assert_int_eq(target_close(s->target), 0);
	plan_release(&s->plan);
	for (unsigned i = 0; i < config_most_jobs(&s->config); i++)
		buffer_release(&s->buffers[i]);
	team_free(s->buffers, config_most_jobs(&s->config) * sizeof(*s->buffers));
	config_release(&s->config);
	ck_assert_msg(!rmdir(s->target_dir), "%s, %s: something is left in the target", s->run->api, s->run->fault);
	fixture_remove(s->base);
}

void small_run(const struct small_run *run, struct small_run_result *result)
{
	struct stage s = { .run = run };
	struct sweep sweep = { .plan = &s.plan, .setting = &s.setting };
	int open_before = count_entries("/proc/self/fd");
	struct err err = ERR_INIT;

	*result = (struct small_run_result){ 0 };
	make_directories(&s);
	fill_config(&s);
	open_stage(&s);
	sweep.journal = s.journal;
	if (sweep_run(&sweep, &result->sweep, &err))
		give_up(run, "sweep", &err);
	if (journal_load(s.run_dir, 0, &result->journal, &err))
		give_up(run, "journal", &err);
	result->seen = s.plan.fault ? s.plan.fault->seen : 0;
	close_stage(&s);
	ck_assert_msg(count_entries("/proc/self/fd") == open_before, "%s, %s: a descriptor stays open", run->api,
		      run->fault ? run->fault : "no fault");
}

void small_run_release(struct small_run_result *result)
{
	journal_contents_release(&result->journal);
}

void small_run_need(const struct io_api *api)
{
	struct strbuf reason;

	strbuf_init(&reason);
	if (!io_api_usable(api, &reason))
		skip_test("%s: %s", api->name, reason.buf);
	strbuf_release(&reason);
	known_clock(); /* once, for all processes that the test may start */
}
