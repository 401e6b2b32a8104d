/* What every pattern must keep, tested over all rows of patterns[]. */
#include "pattern/pattern.h"

#include <check.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MIB (1 << 20)
#define BATCH 64
#define FEW 10000 /* records that are worth going through many times */

static const struct {
	uint64_t file_size;
	uint32_t record_size;
} shapes[] = {
	{ 1, 1 }, { 1000, 1 }, { 100, 4096 }, { 4096, 4096 }, { 4097, 4096 }, { 8192, 4096 }, { 100000, 4096 },
	{ 16 * 4096, 4096 }, { 17 * 4096, 4096 }, { 18 * 4096, 4096 }, { 33 * 4096 + 1, 4096 }, { 34 * 4096, 4096 },
	{ 16 * MIB, 16 * MIB }, { UINT64_C(5) << 40, 1 << 30 }, { UINT64_C(512) * 1000000, 512 },
	{ UINT64_C(512) * 1000000 - 511, 512 },
};

#define SHAPES_N (sizeof(shapes) / sizeof(*shapes))

static struct pattern_config config_of(size_t shape)
{
	return (struct pattern_config){
		.file_size = shapes[shape].file_size,
		.record_size = shapes[shape].record_size,
		.seed = 42,
		.start_offset = PATTERN_FROM_START,
	};
}

static uint64_t records_in(const struct pattern_config *config)
{
	return config->file_size / config->record_size + !!(config->file_size % config->record_size);
}

static uint64_t record_len(const struct pattern_config *config, uint64_t record)
{
	uint64_t left = config->file_size - record * config->record_size;

	return left < config->record_size ? left : config->record_size;
}

/*
 * The whole sequence, which is as long as the file has records; the caller frees it. (An assertion costs a system
 * call, so that loops have none.)
 */
static struct pattern_op *sequence_of(const struct pattern *pattern, const struct pattern_config *config, size_t max)
{
	uint64_t records = records_in(config), n = 0;
	struct pattern_op *ops = calloc(records + max, sizeof(*ops));
	struct pattern_state state;
	size_t got;

	ck_assert_ptr_nonnull(ops);
	pattern_start(pattern, config, &state);
	while ((got = pattern->next(&state, ops + n, max)) > 0) {
		n += got;
		if (got > max || n > records)
			ck_abort_msg("%s: %zu operations where %zu were asked for", pattern->name, got, max);
	}
	ck_assert_msg(n == records, "%s: %llu operations for %llu records", pattern->name, (unsigned long long)n,
		      (unsigned long long)records);
	ck_assert_uint_eq(pattern->next(&state, ops, max), 0);
	return ops;
}

static bool same(const struct pattern_op *a, const struct pattern_op *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		if (a[i].offset != b[i].offset || a[i].len != b[i].len || a[i].dir != b[i].dir)
			return false;
	}
	return true;
}

START_TEST(the_row_is_sane)
{
	const struct pattern *p = patterns[_i];

	ck_assert_ptr_eq(pattern_find(p->name), p); /* that is also: no other row has the name */
	ck_assert_uint_gt(strlen(p->name), 0);
	for (const char *c = p->name; *c; c++)
		ck_assert_msg(islower((unsigned char)*c) || isdigit((unsigned char)*c), "%s", p->name);
	ck_assert_msg(isupper((unsigned char)p->title[0]), "%s: %s", p->name, p->title);
	ck_assert_msg(strlen(p->summary) > 0 && p->summary[strlen(p->summary) - 1] != '.', "%s", p->name);
	ck_assert_msg(p->flags & (PATTERN_READS | PATTERN_WRITES), "%s: neither reads nor writes", p->name);
	if (p->flags & PATTERN_NEW_FILE)
		ck_assert_msg(!(p->flags & PATTERN_READS), "%s: reads a file that is not there", p->name);
	ck_assert_ptr_nonnull(p->next);
}
END_TEST

START_TEST(an_unknown_name_is_no_pattern)
{
	static const char *const names[] = { "", "wri", "writes", "WRITE", "rewrite,read" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_ptr_null(pattern_find(names[i]));
}
END_TEST

static void visits_one_record(const struct pattern *p, const struct pattern_config *config,
			      const struct pattern_op *ops)
{
	ck_assert_uint_eq(ops[0].offset % config->record_size, 0);
	ck_assert_uint_eq(ops[0].len, record_len(config, ops[0].offset / config->record_size));
	ck_assert_msg(same(ops + 1, ops, records_in(config) - 1), "%s: leaves its record", p->name);
}

static void visits_each_record_once(const struct pattern *p, const struct pattern_config *config,
				    const struct pattern_op *ops)
{
	bool *seen = calloc(records_in(config), sizeof(*seen));

	ck_assert_ptr_nonnull(seen);
	for (uint64_t i = 0; i < records_in(config); i++) {
		uint64_t record = ops[i].offset / config->record_size;

		if (ops[i].offset % config->record_size || ops[i].offset >= config->file_size)
			ck_abort_msg("%s: no record begins at %llu", p->name, (unsigned long long)ops[i].offset);
		if (ops[i].len != record_len(config, record))
			ck_abort_msg("%s: record %llu has the length %u", p->name, (unsigned long long)record,
				     ops[i].len);
		if (seen[record])
			ck_abort_msg("%s: record %llu comes twice", p->name, (unsigned long long)record);
		seen[record] = true;
	}
	free(seen);
}

static void has_only_its_directions(const struct pattern *p, const struct pattern_op *ops, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		unsigned flag = ops[i].dir == IO_READ ? PATTERN_READS : PATTERN_WRITES;

		if (!(p->flags & flag))
			ck_abort_msg("%s: %s", p->name, ops[i].dir == IO_READ ? "reads" : "writes");
	}
}

START_TEST(every_record_is_visited)
{
	const struct pattern *p = patterns[_i];

	for (size_t shape = 0; shape < SHAPES_N; shape++) {
		struct pattern_config config = config_of(shape);
		struct pattern_op *ops = sequence_of(p, &config, BATCH);

		if (p->flags & PATTERN_FILE_SIZE_IS_NO_AXIS)
			visits_one_record(p, &config, ops);
		else
			visits_each_record_once(p, &config, ops);
		has_only_its_directions(p, ops, records_in(&config));
		free(ops);
	}
}
END_TEST

START_TEST(the_batch_does_not_show)
{
	static const size_t batches[] = { 1, 7, 2000 };

	for (size_t shape = 0; shape < SHAPES_N; shape++) {
		struct pattern_config config = config_of(shape);
		struct pattern_op *ops;

		if (records_in(&config) > FEW)
			continue;
		ops = sequence_of(patterns[_i], &config, BATCH);
		for (size_t i = 0; i < sizeof(batches) / sizeof(*batches); i++) {
			struct pattern_op *others = sequence_of(patterns[_i], &config, batches[i]);

			ck_assert_msg(same(ops, others, records_in(&config)), "%s: another order in batches of %zu",
				      patterns[_i]->name, batches[i]);
			free(others);
		}
		free(ops);
	}
}
END_TEST

/* Also when another run was left in the middle. */
START_TEST(a_second_start_gives_the_same)
{
	struct pattern_config config = config_of(6);
	struct pattern_op *ops = sequence_of(patterns[_i], &config, BATCH), again[BATCH];
	struct pattern_state state;

	memset(&state, 0xa5, sizeof(state));
	pattern_start(patterns[_i], &config, &state);
	patterns[_i]->next(&state, again, 5);
	pattern_start(patterns[_i], &config, &state);
	ck_assert_uint_eq(patterns[_i]->next(&state, again, BATCH), records_in(&config));
	ck_assert_msg(same(ops, again, records_in(&config)), "%s", patterns[_i]->name);
	free(ops);
}
END_TEST

static bool in_file_order(const struct pattern_op *ops, uint64_t n)
{
	for (uint64_t i = 1; i < n; i++) {
		if (ops[i].offset <= ops[i - 1].offset)
			return false;
	}
	return true;
}

/* Of two seeds in 16! one gives the order of the file, so that chance is no excuse for these. */
START_TEST(the_seed_decides_a_random_order_and_no_other)
{
	const struct pattern *p = patterns[_i];
	bool random = p->flags & PATTERN_RANDOM;

	for (uint64_t records = 16; records <= 1024; records *= 2) {
		struct pattern_config config = {
			.file_size = records * 4096, .record_size = 4096, .start_offset = PATTERN_FROM_START,
		};
		struct pattern_op *ops[3];

		for (size_t seed = 0; seed < 3; seed++) {
			config.seed = seed;
			ops[seed] = sequence_of(p, &config, BATCH);
			if (random)
				ck_assert_msg(!in_file_order(ops[seed], records), "%s: not random", p->name);
		}
		ck_assert_msg(same(ops[0], ops[1], records) != random, "%s: seeds 0 and 1", p->name);
		ck_assert_msg(same(ops[1], ops[2], records) != random, "%s: seeds 1 and 2", p->name);
		for (size_t seed = 0; seed < 3; seed++)
			free(ops[seed]);
	}
}
END_TEST

/* Going on at an offset is the usual order, entered at the record that holds it. */
static void check_rotation(const struct pattern *p, struct pattern_config config, uint64_t start_offset)
{
	uint64_t records = records_in(&config), first = 0;
	struct pattern_op *ops = sequence_of(p, &config, BATCH), *rotated;

	config.start_offset = start_offset;
	rotated = sequence_of(p, &config, BATCH);
	while (first < records && ops[first].offset != start_offset / config.record_size * config.record_size)
		first++;
	ck_assert_msg(first < records, "%s: never comes to %llu", p->name, (unsigned long long)start_offset);
	ck_assert_msg(same(rotated, ops + first, records - first) && same(rotated + records - first, ops, first),
		      "%s: started at %llu, goes elsewhere", p->name, (unsigned long long)start_offset);
	free(ops);
	free(rotated);
}

START_TEST(a_fixed_order_goes_on_where_it_is_told)
{
	if (patterns[_i]->flags & (PATTERN_RANDOM | PATTERN_FILE_SIZE_IS_NO_AXIS))
		return;
	for (size_t shape = 0; shape < SHAPES_N; shape++) {
		struct pattern_config config = config_of(shape);
		uint64_t last = config.file_size - 1, record = config.record_size;

		if (records_in(&config) > FEW)
			continue;
		check_rotation(patterns[_i], config, 0);
		check_rotation(patterns[_i], config, last);
		check_rotation(patterns[_i], config, last / 2);
		check_rotation(patterns[_i], config, record < last ? record : last);
	}
}
END_TEST

START_TEST(a_random_order_stays_whole_wherever_it_is_told_to_go_on)
{
	struct pattern_config config = config_of(6);
	struct pattern_op *ops;

	config.start_offset = 50000;
	ops = sequence_of(patterns[_i], &config, BATCH);
	if (!(patterns[_i]->flags & PATTERN_FILE_SIZE_IS_NO_AXIS))
		visits_each_record_once(patterns[_i], &config, ops);
	free(ops);
}
END_TEST

Suite *suite_pattern_contract(void)
{
	Suite *suite = suite_create("pattern_contract");
	TCase *tcase = tcase_create("pattern_contract");
	int n = (int)patterns_n;

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, the_row_is_sane, 0, n);
	tcase_add_test(tcase, an_unknown_name_is_no_pattern);
	tcase_add_loop_test(tcase, every_record_is_visited, 0, n);
	tcase_add_loop_test(tcase, the_batch_does_not_show, 0, n);
	tcase_add_loop_test(tcase, a_second_start_gives_the_same, 0, n);
	tcase_add_loop_test(tcase, the_seed_decides_a_random_order_and_no_other, 0, n);
	tcase_add_loop_test(tcase, a_fixed_order_goes_on_where_it_is_told, 0, n);
	tcase_add_loop_test(tcase, a_random_order_stays_whole_wherever_it_is_told_to_go_on, 0, n);
	suite_add_tcase(suite, tcase);
	return suite;
}
