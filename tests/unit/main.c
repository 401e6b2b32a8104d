/*
 * Runs all suites, or those named as arguments. Prints what failed, what was skipped and which suites were slow,
 * then one line with the counts; the environment's COUNTS names a file that gets "passed failed skipped" in
 * figures.
 */
#include "unit/skip.h"
#include "unit/suites.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOW_S = 5 };

struct counts {
	int passed;
	int failed;
	int skipped;
};

static bool wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], name))
			return true;
	}
	return argc < 2;
}

static bool all_known(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		size_t row = 0;

		while (row < suites_n && strcmp(suites[row].name, argv[i]))
			row++;
		if (row == suites_n) {
			fprintf(stderr, "unit: no suite is named %s\n", argv[i]);
			return false;
		}
	}
	return true;
}

static void tell(TestResult *result, const char *suite, struct counts *counts)
{
	const char *text = tr_msg(result) ? tr_msg(result) : "";

	if (tr_rtype(result) == CK_PASS) {
		counts->passed++;
	} else if (!strncmp(text, SKIP_MARK, strlen(SKIP_MARK))) {
		counts->skipped++;
		printf("skip  %s: %s: %s\n", suite, tr_tcname(result), text + strlen(SKIP_MARK));
	} else {
		counts->failed++;
		printf("FAIL  %s: %s: %s:%d: %s\n", suite, tr_tcname(result), tr_lfile(result), tr_lno(result), text);
	}
}

static void run_suite(Suite *suite, const char *name, struct counts *counts)
{
	SRunner *runner = srunner_create(suite);
	time_t start = time(NULL);
	TestResult **results;
	int n;

	srunner_run_all(runner, CK_SILENT);
	n = srunner_ntests_run(runner);
	results = srunner_results(runner);
	for (int i = 0; i < n; i++)
		tell(results[i], name, counts);
	if (!n) {
		counts->failed++;
		printf("FAIL  %s: holds no test\n", name);
	}
	if (time(NULL) - start >= SLOW_S)
		printf("slow  %s: %d s\n", name, (int)(time(NULL) - start));
	free(results);
	srunner_free(runner);
	fflush(stdout);
}

static int write_counts(const char *path, const struct counts *counts)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return -1;
	fprintf(file, "%d %d %d\n", counts->passed, counts->failed, counts->skipped);
	return fclose(file);
}

int main(int argc, char **argv)
{
	const char *path = getenv("COUNTS");
	struct counts counts = { 0, 0, 0 };

	if (!all_known(argc, argv))
		return EXIT_FAILURE;
	/* The library's limit of 4 s for a test is too short for a disk that others use as well. */
	setenv("CK_DEFAULT_TIMEOUT", "120", 0);
	for (size_t i = 0; i < suites_n; i++) {
		if (wanted(suites[i].name, argc, argv))
			run_suite(suites[i].make(), suites[i].name, &counts);
	}
	printf("unit tests: %d passed, %d failed, %d skipped\n", counts.passed, counts.failed, counts.skipped);
	if (path && write_counts(path, &counts)) {
		perror(path);
		return EXIT_FAILURE;
	}
	return counts.failed || !counts.passed ? EXIT_FAILURE : EXIT_SUCCESS;
}
