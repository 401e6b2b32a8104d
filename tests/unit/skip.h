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
#define skip_under_valgrind(why) \
	do { \
		if (getenv("UNDER_VALGRIND")) \
			skip_test("valgrind %s", why); \
	} while (0)
/* To see whether it is a program's; so it fills the page cache. */
#define VALGRIND_READS_MAPPED "reads the head of each file that is mapped"
/* By which its threads take turns. */
#define VALGRIND_USES_PIPE "reads and writes a pipe of its own around calls that may block"

#define skip_test(...) ck_abort_msg(SKIP_MARK __VA_ARGS__)

#endif
