#include "base/permutation.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Walks the order and fails unless every number below n comes exactly once. seen holds n bytes. */
static void check_all_once(uint64_t n, uint64_t seed, unsigned char *seen)
{
	struct permutation p;

	memset(seen, 0, n);
	permutation_init(&p, n, seed);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t value = permutation_at(&p, i);

		if (value >= n || seen[value])
			ck_abort_msg("n %llu seed %llu: %llu is out of range or comes twice",
				(unsigned long long)n, (unsigned long long)seed, (unsigned long long)value);
		seen[value] = 1;
	}
}

START_TEST(every_number_comes_once)
{
	unsigned char *seen = malloc(3000);

	for (uint64_t n = 1; n <= 3000; n++)
		check_all_once(n, n * 31, seen);
	for (uint64_t seed = 0; seed < 50; seed++)
		check_all_once(257, seed, seen);
	free(seen);
}
END_TEST

START_TEST(every_number_comes_once_when_there_are_many)
{
	static const uint64_t sizes[] = { 1 << 16, (1 << 16) + 1, (1 << 20) - 1, 1 << 20, 1500007 };
	unsigned char *seen = malloc(1500007);

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		check_all_once(sizes[i], i, seen);
	free(seen);
}
END_TEST

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Too many to walk: what a sample of the places holds is in range, and no two are the same. */
START_TEST(large_orders_hold)
{
	enum { N = 100000 };
	static const uint64_t sizes[] = { (1ULL << 32) - 1, 1ULL << 32, 3ULL << 40, (1ULL << 63) + 12345,
		UINT64_MAX };
	static uint64_t values[N];
	struct permutation p;

	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		permutation_init(&p, sizes[s], s);
		for (size_t i = 0; i < N; i++) {
			values[i] = permutation_at(&p, i < N / 2 ? i : sizes[s] - 1 - i);
			if (values[i] >= sizes[s])
				ck_abort_msg("%llu is out of range", (unsigned long long)values[i]);
		}
		qsort(values, N, sizeof(*values), compare);
		for (size_t i = 1; i < N; i++) {
			if (values[i - 1] == values[i])
				ck_abort_msg("%llu comes twice", (unsigned long long)values[i]);
		}
	}
}
END_TEST

/* Two unrelated orders of n numbers agree in one place on average, whatever n is. */
START_TEST(seeds_give_other_orders)
{
	enum { N = 5000, SEEDS = 40 };
	struct permutation first, other;
	unsigned same = 0;

	permutation_init(&first, N, 0);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		permutation_init(&other, N, seed);
		for (uint64_t i = 0; i < N; i++)
			same += permutation_at(&first, i) == permutation_at(&other, i);
	}
	ck_assert_uint_lt(same, 4 * SEEDS);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_order)
{
	struct permutation a, b;

	permutation_init(&a, 1000, 9);
	permutation_init(&b, 1000, 9);
	for (uint64_t i = 0; i < 1000; i++)
		ck_assert_uint_eq(permutation_at(&a, i), permutation_at(&b, i));
}
END_TEST

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Mean step over n: 1/3 when neighbours in time have nothing to do with each other in place. */
static double mean_step(uint64_t n, uint64_t seed)
{
	struct permutation p;
	double sum = 0;

	permutation_init(&p, n, seed);
	for (uint64_t i = 1; i < n; i++)
		sum += (double)distance(permutation_at(&p, i), permutation_at(&p, i - 1));
	return sum / (double)(n - 1) / (double)n;
}

START_TEST(steps_are_as_long_as_chance_makes_them)
{
	static const uint64_t sizes[] = { 1000, 1024, 4096, 10007, 65536 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		double sum = 0;

		for (uint64_t seed = 0; seed < 20; seed++)
			sum += mean_step(sizes[i], seed);
		ck_assert_msg(fabs(sum / 20 - 1.0 / 3) < 0.02, "n %llu: mean step %g n",
			(unsigned long long)sizes[i], sum / 20);
	}
}
END_TEST

/* Neither a stride nor runs: in a shuffle of 4096 the most frequent step between neighbours comes 5 to 9 times. */
START_TEST(no_step_dominates)
{
	enum { N = 4096 };
	unsigned steps[2 * N];
	struct permutation p;

	for (uint64_t seed = 0; seed < 400; seed++) {
		unsigned most = 0;

		memset(steps, 0, sizeof(steps));
		permutation_init(&p, N, seed);
		for (uint64_t i = 1; i < N; i++) {
			unsigned *count = &steps[N + permutation_at(&p, i) - permutation_at(&p, i - 1)];

			most = ++*count > most ? *count : most;
		}
		ck_assert_msg(most <= 16, "seed %llu: one step makes %u of %d", (unsigned long long)seed, most, N);
	}
}
END_TEST

Suite *suite_permutation(void)
{
	Suite *suite = suite_create("permutation");
	TCase *tcase = tcase_create("permutation");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, every_number_comes_once);
	tcase_add_test(tcase, every_number_comes_once_when_there_are_many);
	tcase_add_test(tcase, large_orders_hold);
	tcase_add_test(tcase, seeds_give_other_orders);
	tcase_add_test(tcase, the_same_seed_gives_the_same_order);
	tcase_add_test(tcase, steps_are_as_long_as_chance_makes_them);
	tcase_add_test(tcase, no_step_dominates);
	suite_add_tcase(suite, tcase);
	return suite;
}
