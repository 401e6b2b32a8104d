/*
 * skip: ends a unit test that this machine cannot run, with the reason. The runner counts it as skipped and
 * prints the reason; a test that needs something must say so this way and never just return.
 *
 *	if (ret == -ENOSYS)
 *		skip_test("the kernel has no %s", "io_uring");
 */
#ifndef IOSWEEP_TESTS_SKIP_H
#define IOSWEEP_TESTS_SKIP_H

#include <check.h>
#include <stdlib.h>

#define SKIP_MARK "SKIP: "
/* It reads the head of each file that is mapped, to see whether it is a program's, and so fills the page cache. */
#define skip_under_valgrind() \
	do { \
		if (getenv("UNDER_VALGRIND")) \
			skip_test("valgrind reads files that are mapped"); \
	} while (0)

#define skip_test(...) ck_abort_msg(SKIP_MARK __VA_ARGS__)

#endif
