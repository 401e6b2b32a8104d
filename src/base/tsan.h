/*
 * tsan: what the thread sanitizer must be told where the kernel does a part of the work. Without it nothing is done.
 *
 * It does not see system calls that a library makes by itself. Memory that one thread has given back to the kernel with
 * such a call, and that the kernel then gives to another thread, looks to it like memory that both use unordered.
 */
#ifndef IOSWEEP_BASE_TSAN_H
#define IOSWEEP_BASE_TSAN_H

#if defined(__SANITIZE_THREAD__)
#define UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_TSAN 1
#endif
#endif

#ifdef UNDER_TSAN

#include <sanitizer/tsan_interface.h>
#include <stdint.h>

/* All that the calling thread has done comes before what threads do that take the same address. */
static inline void tsan_give(const void *address)
{
	__tsan_release((void *)(uintptr_t)address);
}

static inline void tsan_take(const void *address)
{
	__tsan_acquire((void *)(uintptr_t)address);
}

#else

static inline void tsan_give(const void *address)
{
	(void)address;
}

static inline void tsan_take(const void *address)
{
	(void)address;
}

#endif

#endif
