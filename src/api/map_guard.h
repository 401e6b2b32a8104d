/*
 * map_guard: copies from and to mapped files that survive SIGBUS.
 *
 * Touching a mapped page that the file system cannot give (no space for it, an I/O error, the file has become shorter)
 * raises SIGBUS in the thread that touches it. While a guarded copy runs in that thread, the handler puts anonymous
 * memory in the place of the page and all that the copy has there, and lets the copy go on to its end. That costs
 * nothing as long as nothing is wrong (a sigsetjmp for each copy would be a tenth of a copy of 4 KiB), and no function
 * is left halfway. At all other times SIGBUS does what it did before the handler was installed.
 */
#ifndef IOSWEEP_API_MAP_GUARD_H
#define IOSWEEP_API_MAP_GUARD_H

#include <stddef.h>

struct err;

/*
 * Installs the handler, for the whole process; each success is undone by one map_guard_remove. Both belong to the
 * thread that starts and ends the run. 0, or -1 with err.
 */
int map_guard_install(struct err *err);
void map_guard_remove(void);

/*
 * memcpy. 0, or -EIO when it met SIGBUS: some or all pages of the range then are anonymous memory, and the caller must
 * map all of them anew. The mapping must be this thread's alone.
 */
int map_guard_copy(void *to, const void *from, size_t len);

#endif
