/*
 * apart: the steps of one test, each in a process of its own and all at the same time. For steps that wait more than
 * they work: libaio's io_destroy(2) waits for a grace period of RCU, some 30 ms, and any number can wait for the
 * same one.
 */
#ifndef IOSWEEP_TESTS_APART_H
#define IOSWEEP_TESTS_APART_H

#include <stddef.h>

/* Calls step(context, 0) to step(context, n - 1). Where one fails, the test fails with what it said. */
void apart(void (*step)(const void *context, size_t i), const void *context, size_t n);

#endif
