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

#define SKIP_MARK "SKIP: "
#define skip_test(...) ck_abort_msg(SKIP_MARK __VA_ARGS__)

#endif
