#include "sweep/sweep.h"

#include "base/err.h"
#include "measure/engine.h"
#include "store/journal.h"
#include "sweep/standing.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* A whole run over a modelled device, its journal in a directory of its own. */
struct stage {
	struct config config;
	struct plan plan;
	struct target *target;
	struct clock clock;
	struct buffer buffer;
	struct timing timing;
	struct group_setting setting;
	struct journal *journal;
	struct sweep_result result;
	struct journal_contents contents;
	volatile sig_atomic_t stop;
	unsigned told, stop_after; /* samples */
	char dir[512], model[600];
};

static const char *const every_pattern[] = { "write", "rewrite", "read", "reread", "randread", "randwrite" };

static void set_model(struct stage *s, const char *json)
{
	FILE *file;

	snprintf(s->model, sizeof(s->model), "%s/model.json", s->dir);
	file = fopen(s->model, "w");
	ck_assert_ptr_nonnull(file);
	fputs(json, file);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_int_eq(config_set_string(&s->config.sim_model, s->model), 0);
}

static void set_sizes(struct size_list *list, const uint64_t *sizes, size_t n)
{
	free(list->v);
	list->v = calloc(n, sizeof(*list->v));
	memcpy(list->v, sizes, n * sizeof(*sizes));
	list->n = n;
}

static void set_tests(struct stage *s, const char *const *names, size_t n)
{
	free(s->config.tests);
	s->config.tests = calloc(n, sizeof(*s->config.tests));
	s->config.tests_n = n;
	for (size_t i = 0; i < n; i++) {
		snprintf(s->config.tests[i].name, TEST_NAME_LEN, "%s", names[i]);
		snprintf(s->config.tests[i].pattern, NAME_LEN, "%s", names[i]);
		snprintf(s->config.tests[i].api, NAME_LEN, "sim");
	}
}

#define SIZES(list, ...)                                                                                          \
	do {                                                                                                      \
		static const uint64_t sizes_[] = { __VA_ARGS__ };                                                 \
		set_sizes(list, sizes_, sizeof(sizes_) / sizeof(*sizes_));                                        \
	} while (0)

static struct stage *set_up(void)
{
	const char *dir = getenv("TMPDIR");
	struct stage *s = calloc(1, sizeof(*s));

	config_init(&s->config);
	snprintf(s->dir, sizeof(s->dir), "%s/sweep-XXXXXX", dir ? dir : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(s->dir));
	set_model(s,
		"{\"caches\": [{\"size\": \"8m\", \"read_mib_s\": 4000, \"write_mib_s\": 2000}],"
		" \"device\": {\"per_operation_ns\": 50000, \"read_mib_s\": 500, \"write_mib_s\": 400}}");
	set_tests(s, every_pattern, 6);
	SIZES(&s->config.file_sizes, 64 * KIB, 256 * KIB, 1 * MIB, 4 * MIB);
	SIZES(&s->config.records, 4 * KIB, 64 * KIB, 128 * KIB);
	s->config.modes[MODE_DEVICE] = s->config.modes[MODE_CACHED] = true;
	s->config.passes = 2;
	ck_assert_int_eq(config_complete(&s->config), 0);
	s->config.seed = 1;
	s->config.min_time_ns = 1;
	return s;
}

static void progress(void *context, const struct sweep_status *status)
{
	struct stage *s = context;

	if (status->last && ++s->told == s->stop_after)
		s->stop = SIGTERM;
}

/* Runs it all and loads what it has left. */
static void sweep(struct stage *s)
{
	struct target_config target = { .dir = NULL };
	struct err err = ERR_INIT;
	struct sweep all = {
		.plan = &s->plan,
		.setting = &s->setting,
		.progress = progress,
		.context = s,
	};

	ck_assert_msg(!plan_resolve(&s->config, &s->plan, &err), "%s", err.text);
	target.virtual_api = plan_virtual_api(&s->plan, &target.session);
	ck_assert_msg(!target_open(&target, &s->target, &err), "%s", err.text);
	clock_init_virtual(&s->clock, target.virtual_api->virt->now_ns, target.session);
	ck_assert_int_eq(buffer_init(&s->buffer, engine_buffer_size(STANDING_RECORD, 1), 1, false), 0);
	s->setting = (struct group_setting){
		.clock = &s->clock,
		.target = s->target,
		.direct = { DIRECT_EFFECTIVE, 1, 1 },
		.buffers = &s->buffer,
		.io = &s->config.io,
		.stonewall = true,
		.stop = &s->stop,
		.min_time_ns = s->config.min_time_ns,
		.max_time_ns = s->config.max_time_ns,
		.timing = &s->timing,
	};
	ck_assert_msg(!plan_finish(&s->plan, &err), "%s", err.text);
	ck_assert_msg(!journal_open(s->dir, &s->journal, &err), "%s", err.text);
	all.journal = s->journal;
	ck_assert_msg(!sweep_run(&all, &s->result, &err), "%s", err.text);
	journal_close(s->journal);
	ck_assert_int_eq(target_close(s->target), 0);
	ck_assert_msg(!journal_load(s->dir, 0, &s->contents, &err), "%s", err.text);
	ck_assert_uint_eq(s->contents.damaged_lines, 0);
	ck_assert_uint_eq(s->contents.duplicate_lines, 0);
	ck_assert(!s->contents.cut);
}

static void tear_down(struct stage *s)
{
	char path[600];

	journal_contents_release(&s->contents);
	plan_release(&s->plan);
	buffer_release(&s->buffer);
	snprintf(path, sizeof(path), "%s/samples.jsonl", s->dir);
	unlink(path);
	unlink(s->model);
	ck_assert_int_eq(rmdir(s->dir), 0);
	config_release(&s->config);
	free(s);
}

static bool is_cell(
	const struct sample *x, const struct test *test, enum mode mode, uint64_t file, uint64_t record)
{
	return x->file_size_bytes == file && x->record_size_bytes == record && !strcmp(x->test, test->name) &&
		!strcmp(x->mode, mode_name(mode));
}

static unsigned count_cell(
	const struct stage *s, size_t test, enum mode mode, uint64_t file, uint64_t record, uint64_t pass)
{
	unsigned n = 0;

	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];

		n += x->pass == pass && is_cell(x, &s->config.tests[test], mode, file, record);
	}
	return n;
}

START_TEST(every_cell_once_a_pass)
{
	struct stage *s = set_up();
	const struct config *c = &s->config;
	uint64_t planned = 0;

	sweep(s);
	for (uint64_t pass = 1; pass <= c->passes; pass++) {
		for (size_t at = 0; at < c->file_sizes.n * c->records.n * c->tests_n * MODES_N; at++) {
			uint64_t file = c->file_sizes.v[at % c->file_sizes.n];
			uint64_t record = c->records.v[at / c->file_sizes.n % c->records.n];
			size_t test = at / c->file_sizes.n / c->records.n % c->tests_n;
			enum mode mode = (enum mode)(at / c->file_sizes.n / c->records.n / c->tests_n);
			unsigned expected = record <= file;

			ck_assert_uint_eq(count_cell(s, test, mode, file, record, pass), expected);
			planned += expected;
		}
	}
	ck_assert_uint_eq(s->contents.samples_n, planned);
	ck_assert_uint_eq(s->plan.cells * c->passes, planned);
	ck_assert_uint_eq(s->result.measured, planned);
	ck_assert_uint_eq(s->result.failed + s->result.skipped, 0);
	ck_assert_uint_eq(s->told, planned);
	ck_assert(!s->result.stopped);
	for (size_t i = 0; i < planned; i++)
		ck_assert_uint_eq(s->contents.samples[i].sequence, i + 1);
	tear_down(s);
}
END_TEST

/* The parts of a sample's place in a pass, the outermost first, that the order of plan.h fixes. */
static int rank_within_file(const struct sample *x)
{
	return 2 * !!strcmp(x->pattern, "write") + !strcmp(x->mode, "cached");
}

static size_t test_index(const struct stage *s, const struct sample *x)
{
	size_t i = 0;

	while (strcmp(s->config.tests[i].name, x->test))
		i++;
	return i;
}

START_TEST(the_order_is_that_of_the_plan)
{
	struct stage *s = set_up();
	bool shuffled = false;

	sweep(s);
	for (size_t i = 1; i < s->contents.samples_n; i++) {
		const struct sample *a = &s->contents.samples[i - 1], *b = &s->contents.samples[i];

		ck_assert_uint_ge(b->pass, a->pass);
		if (b->pass != a->pass || b->file_size_bytes != a->file_size_bytes)
			continue;
		ck_assert_int_ge(rank_within_file(b), rank_within_file(a));
		if (rank_within_file(b) != rank_within_file(a))
			continue;
		if (b->record_size_bytes == a->record_size_bytes)
			ck_assert_uint_eq(test_index(s, b), test_index(s, a) + 1);
		shuffled = shuffled || b->record_size_bytes < a->record_size_bytes;
	}
	ck_assert_msg(shuffled, "the records are in ascending order everywhere");
	tear_down(s);
}
END_TEST

/* The file sizes of a pass in their order, as one number: digits are indexes, the first the most significant. */
static unsigned file_order(const struct stage *s, uint64_t pass)
{
	uint64_t last = 0;
	unsigned order = 0, changes = 0;

	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];
		size_t f = 0;

		if (x->pass != pass || x->file_size_bytes == last)
			continue;
		last = x->file_size_bytes;
		while (s->config.file_sizes.v[f] != last)
			f++;
		order = 10 * order + (unsigned)f;
		changes++;
	}
	ck_assert_uint_eq(changes, s->config.file_sizes.n);
	return order;
}

START_TEST(passes_and_seeds_have_orders_of_their_own)
{
	enum { SEEDS = 6 };
	unsigned differ_by_pass = 0, differ_by_seed = 0, before = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct stage *s = set_up();
		unsigned order;

		s->config.seed = seed;
		sweep(s);
		order = file_order(s, 1);
		differ_by_pass += order != file_order(s, 2);
		differ_by_seed += order != before;
		before = order;
		tear_down(s);
	}
	/* Of 24 orders two are alike now and then. */
	ck_assert_uint_ge(differ_by_pass, SEEDS / 2);
	ck_assert_uint_ge(differ_by_seed, SEEDS / 2);
}
END_TEST

static char *journal_text(const struct stage *s)
{
	char path[600], *text = calloc(1, 16 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "%s/samples.jsonl", s->dir);
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_gt(fread(text, 1, (16 << 20) - 1, file), 0);
	fclose(file);
	return text;
}

START_TEST(the_same_seed_gives_the_same_journal)
{
	struct stage *a = set_up(), *b = set_up();
	char *first, *second;

	sweep(a);
	sweep(b);
	first = journal_text(a);
	second = journal_text(b);
	ck_assert_msg(!strcmp(first, second), "two runs with one seed differ");
	free(first);
	free(second);
	tear_down(a);
	tear_down(b);
}
END_TEST

/* The disk holds the files up to 1 MiB: each cell of the largest fails, and no other, in each pass. */
static void check_full(struct stage *s)
{
	unsigned failed = 0;

	set_model(s, "{\"capacity\": \"7m\", \"device\": {\"per_operation_ns\": 50000}}");
	SIZES(&s->config.file_sizes, 64 * KIB, 256 * KIB, 1 * MIB, 8 * MIB);
	sweep(s);
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];
		bool too_large = x->file_size_bytes == 8 * MIB;

		ck_assert_str_eq(x->status, too_large ? "failed" : "ok");
		failed += too_large;
		if (too_large) {
			ck_assert_uint_eq(x->error_number, ENOSPC);
			ck_assert_uint_eq(x->bytes, SAMPLE_ABSENT);
			ck_assert_uint_eq(x->clocked_ns, SAMPLE_ABSENT);
			ck_assert_double_nan(x->throughput_mib_s);
			ck_assert_int_eq(
				!strncmp(x->error, "preparing the file: ", 20), strcmp(x->pattern, "write") != 0);
		}
	}
	ck_assert_uint_eq(failed, s->result.failed);
	ck_assert_uint_gt(failed, 0);
	ck_assert_uint_eq(s->contents.samples_n, s->plan.cells * s->config.passes);
}

START_TEST(a_full_disk_fails_what_does_not_fit)
{
	struct stage *s = set_up();

	check_full(s);
	tear_down(s);
}
END_TEST

START_TEST(a_standing_file_that_does_not_fit_fails_its_cells)
{
	static const char *const reading[] = { "read", "randread" };
	struct stage *s = set_up();

	set_tests(s, reading, 2);
	check_full(s);
	tear_down(s);
}
END_TEST

/* What is kept until the purge and what is being made never exceed the largest file: the plan's promise. */
START_TEST(the_space_is_kept)
{
	struct stage *s = set_up();

	set_model(s, "{\"capacity\": \"4m\", \"device\": {\"per_operation_ns\": 50000, \"write_mib_s\": 400}}");
	s->config.passes = 3;
	sweep(s);
	ck_assert_uint_eq(s->plan.space_bytes, 4 * MIB);
	for (size_t i = 0; i < s->contents.samples_n; i++)
		ck_assert_msg(sample_ok(&s->contents.samples[i]), "%s %s", s->contents.samples[i].test,
			s->contents.samples[i].error);
	tear_down(s);
}
END_TEST

/* Stopped after any sample: the journal is what that of a run that was not stopped begins with. */
START_TEST(a_stop_keeps_what_was_measured)
{
	struct stage *whole = set_up();

	sweep(whole);
	for (unsigned after = 1; after < 40; after += 3) {
		struct stage *s = set_up();

		s->stop_after = after;
		sweep(s);
		ck_assert(s->result.stopped);
		ck_assert_uint_ge(s->contents.samples_n, after);
		/* The rest of the group, at most. */
		ck_assert_uint_lt(s->contents.samples_n, after + s->config.tests_n);
		for (size_t i = 0; i < s->contents.samples_n; i++) {
			const struct sample *x = &s->contents.samples[i], *y = &whole->contents.samples[i];

			ck_assert_str_eq(x->test, y->test);
			ck_assert_uint_eq(x->clocked_ns, y->clocked_ns);
			ck_assert_uint_eq(x->file_size_bytes, y->file_size_bytes);
		}
		tear_down(s);
	}
	tear_down(whole);
}
END_TEST

static const struct sample *find(const struct stage *s, const struct sample *like, uint64_t pass)
{
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];

		if (x->pass == pass && x->file_size_bytes == like->file_size_bytes &&
			x->record_size_bytes == like->record_size_bytes && !strcmp(x->test, like->test) &&
			!strcmp(x->mode, like->mode))
			return x;
	}
	return NULL;
}

START_TEST(cut_samples_go_on_in_the_next_pass)
{
	struct stage *s = set_up();
	unsigned checked = 0;

	s->config.max_time_ns = 2000000;
	s->config.passes = 3;
	sweep(s);
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i], *next = find(s, x, x->pass + 1);

		if (!next || x->cut != 1 || x->end_offset_bytes == SAMPLE_ABSENT)
			continue;
		ck_assert_str_eq(x->mode, "device");
		ck_assert_uint_eq(next->start_offset_bytes, x->end_offset_bytes);
		checked++;
	}
	ck_assert_uint_gt(checked, 10);
	tear_down(s);
}
END_TEST

START_TEST(nothing_that_fits_is_a_usage_error)
{
	struct stage *s = set_up();
	struct err err = ERR_INIT;

	SIZES(&s->config.file_sizes, 4 * KIB);
	SIZES(&s->config.records, 64 * KIB);
	ck_assert_int_eq(plan_resolve(&s->config, &s->plan, &err), 0);
	ck_assert_int_eq(plan_finish(&s->plan, &err), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	tear_down(s);
}
END_TEST

/* A shuffle moves: over many passes each thing stands in each place about as often. */
START_TEST(shuffles_are_fair)
{
	enum { N = 6, PASSES = 6000 };
	struct stage *s = set_up();
	unsigned places[N][N] = { 0 };
	size_t order[N];

	for (uint64_t pass = 1; pass <= PASSES; pass++) {
		unsigned seen = 0;

		plan_shuffle(&s->config, pass, 3, order, N);
		for (size_t i = 0; i < N; i++) {
			places[i][order[i]]++;
			seen |= 1U << order[i];
		}
		ck_assert_uint_eq(seen, (1U << N) - 1);
	}
	for (size_t i = 0; i < N * N; i++) {
		/* 1000 expected, standard deviation 29. */
		ck_assert_uint_gt(places[i / N][i % N], 850);
		ck_assert_uint_lt(places[i / N][i % N], 1150);
	}
	tear_down(s);
}
END_TEST

Suite *suite_sweep(void)
{
	Suite *suite = suite_create("sweep");
	TCase *tcase = tcase_create("sweep");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, every_cell_once_a_pass);
	tcase_add_test(tcase, the_order_is_that_of_the_plan);
	tcase_add_test(tcase, passes_and_seeds_have_orders_of_their_own);
	tcase_add_test(tcase, the_same_seed_gives_the_same_journal);
	tcase_add_test(tcase, a_full_disk_fails_what_does_not_fit);
	tcase_add_test(tcase, a_standing_file_that_does_not_fit_fails_its_cells);
	tcase_add_test(tcase, the_space_is_kept);
	tcase_add_test(tcase, a_stop_keeps_what_was_measured);
	tcase_add_test(tcase, cut_samples_go_on_in_the_next_pass);
	tcase_add_test(tcase, nothing_that_fits_is_a_usage_error);
	tcase_add_test(tcase, shuffles_are_fair);
	suite_add_tcase(suite, tcase);
	return suite;
}
