/*
 * allocator: malloc(3) and its family for a program that wants them to fail. They stand before those of the C library,
 * so that the allocations of the libraries count too. Included by one C file of a program.
 *
 * That needs glibc, and no sanitizer that has an allocator of its own: OOM_POSSIBLE says so.
 */
#ifndef IOSWEEP_TESTS_OOM_ALLOCATOR_H
#define IOSWEEP_TESTS_OOM_ALLOCATOR_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#define OOM_POSSIBLE 1

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

/* An allocator has no argument to carry state in. */
static _Atomic long oom_at = -1; /* this one fails, from 0; negative: none does */
static _Atomic bool oom_stays; /* and all behind it */
static _Atomic long oom_seen; /* allocations since oom_begin() */
static _Atomic long oom_live; /* blocks */

static inline void oom_begin(long at, bool stays)
{
	oom_at = at;
	oom_stays = stays;
	oom_seen = 0;
}

/* None fails any more. Returns whether one has. */
static inline bool oom_end(void)
{
	long at = atomic_exchange(&oom_at, -1);

	return at >= 0 && oom_seen > at;
}

static bool oom_refuses(void)
{
	long n = atomic_fetch_add(&oom_seen, 1), at = oom_at;

	if (at < 0 || n < at || (n > at && !oom_stays))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	void *p = oom_refuses() ? NULL : __libc_malloc(size);

	oom_live += p != NULL;
	return p;
}

void *calloc(size_t n, size_t size)
{
	void *p = oom_refuses() ? NULL : __libc_calloc(n, size);

	oom_live += p != NULL;
	return p;
}

void *realloc(void *old, size_t size)
{
	void *p = oom_refuses() ? NULL : __libc_realloc(old, size);

	oom_live += (p && !old) - (!p && old && !size); /* realloc(p, 0) is free(p) */
	return p;
}

void free(void *p)
{
	oom_live -= p != NULL;
	__libc_free(p);
}

#else

#define OOM_POSSIBLE 0

#endif

#endif
