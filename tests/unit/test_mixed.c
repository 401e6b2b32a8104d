/* The pattern mixed: reads and writes in the share that was asked for, at every moment. */
#include "pattern/pattern.h"

#include <check.h>
#include <stdlib.h>

#define RECORD 4096U

/* Of n operations in batches of `batch`, the first i have floor(i * percent / 100) reads, for all i. */
static void check_share(uint64_t n, unsigned percent, bool in_order, size_t batch)
{
	const struct pattern_config config = {
		.file_size = n * RECORD,
		.record_size = RECORD,
		.seed = 3,
		.start_offset = PATTERN_FROM_START,
		.read_percent = percent,
		.in_order = in_order,
	};
	const struct pattern *mixed = pattern_find("mixed");
	struct pattern_op *ops = calloc(batch, sizeof(*ops));
	struct pattern_state state;
	uint64_t done = 0, reads = 0;
	size_t got;

	ck_assert_ptr_nonnull(ops);
	pattern_start(mixed, &config, &state);
	while ((got = mixed->next(&state, ops, batch)) > 0) {
		for (size_t i = 0; i < got; i++) {
			reads += ops[i].dir == IO_READ;
			done++;
			if (reads != done * percent / 100)
				ck_abort_msg("%u %%: %llu reads of the first %llu", percent, (unsigned long long)reads,
					     (unsigned long long)done);
			if (in_order && ops[i].offset != (done - 1) * RECORD)
				ck_abort_msg("operation %llu is not in order", (unsigned long long)done);
		}
	}
	ck_assert_uint_eq(done, n);
	free(ops);
}

START_TEST(the_share_is_exact_at_every_moment)
{
	static const size_t batches[] = { 1, 7, 64 };

	for (unsigned percent = 0; percent <= 100; percent++) {
		for (size_t i = 0; i < sizeof(batches) / sizeof(*batches); i++)
			check_share(1234, percent, i % 2, batches[i]);
	}
}
END_TEST

START_TEST(a_few_operations_are_split_too)
{
	for (uint64_t n = 1; n <= 12; n++) {
		for (unsigned percent = 0; percent <= 100; percent++)
			check_share(n, percent, false, 64);
	}
}
END_TEST

/* One after the other, each told how many went before: so few records that none of them has the share by itself. */
START_TEST(what_follows_goes_on_with_the_share)
{
	const struct pattern *mixed = pattern_find("mixed");

	for (unsigned percent = 0; percent <= 100; percent++) {
		uint64_t done = 0, reads = 0;

		for (uint64_t part = 0; part < 60; part++) {
			const struct pattern_config config = {
				.file_size = (1 + part % 3) * RECORD,
				.record_size = RECORD,
				.start_offset = PATTERN_FROM_START,
				.read_percent = percent,
				.mixed_before = done,
			};
			struct pattern_state state;
			struct pattern_op op;

			pattern_start(mixed, &config, &state);
			while (mixed->next(&state, &op, 1)) {
				reads += op.dir == IO_READ;
				if (reads != ++done * percent / 100)
					ck_abort_msg("%u %%: %llu reads of %llu", percent, (unsigned long long)reads,
						     (unsigned long long)done);
			}
		}
		ck_assert_uint_eq(done, 120);
	}
}
END_TEST

/* Files so large that operations times percent does not fit into 64 bits. */
START_TEST(the_share_holds_beyond_any_product)
{
	struct pattern_config config = {
		.file_size = UINT64_MAX - 1,
		.record_size = 1,
		.start_offset = PATTERN_FROM_START,
		.read_percent = 70,
		.in_order = true,
	};
	const struct pattern *mixed = pattern_find("mixed");
	struct pattern_state state;
	struct pattern_op ops[1000];
	unsigned reads = 0;

	pattern_start(mixed, &config, &state);
	state.done = UINT64_MAX / 100 * 99;
	state.done -= state.done % 100;
	ck_assert_uint_eq(mixed->next(&state, ops, 1000), 1000);
	for (size_t i = 0; i < 1000; i++) {
		reads += ops[i].dir == IO_READ;
		if (reads != (i + 1) * 70 / 100)
			ck_abort_msg("%u reads of %zu", reads, i + 1);
	}
}
END_TEST

/* Which records are read is no matter of where they lie: in each half of the file, about half of them. */
START_TEST(reads_and_writes_lie_everywhere)
{
	enum { RECORDS = 4096 };
	const struct pattern_config config = {
		.file_size = RECORDS * RECORD,
		.record_size = RECORD,
		.seed = 11,
		.start_offset = PATTERN_FROM_START,
		.read_percent = 50,
	};
	const struct pattern *mixed = pattern_find("mixed");
	struct pattern_op *ops = calloc(RECORDS, sizeof(*ops));
	struct pattern_state state;
	unsigned reads[4] = { 0 }, all = 0;

	ck_assert_ptr_nonnull(ops);
	pattern_start(mixed, &config, &state);
	ck_assert_uint_eq(mixed->next(&state, ops, RECORDS), RECORDS);
	for (size_t i = 0; i < RECORDS; i++) {
		if (ops[i].dir == IO_READ)
			reads[ops[i].offset / RECORD * 4 / RECORDS]++;
	}
	/* Of 1024 records in a quarter, 512 with a standard deviation of less than 16. */
	for (size_t i = 0; i < 4; i++) {
		ck_assert_uint_ge(reads[i], 512 - 100);
		ck_assert_uint_le(reads[i], 512 + 100);
		all += reads[i];
	}
	ck_assert_uint_eq(all, RECORDS / 2);
	free(ops);
}
END_TEST

Suite *suite_mixed(void)
{
	Suite *suite = suite_create("mixed");
	TCase *tcase = tcase_create("mixed");

	tcase_add_test(tcase, the_share_is_exact_at_every_moment);
	tcase_add_test(tcase, a_few_operations_are_split_too);
	tcase_add_test(tcase, what_follows_goes_on_with_the_share);
	tcase_add_test(tcase, the_share_holds_beyond_any_product);
	tcase_add_test(tcase, reads_and_writes_lie_everywhere);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return suite;
}
