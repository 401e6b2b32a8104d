/* fd_write: all of some bytes to a descriptor. */
#ifndef IOSWEEP_BASE_FD_WRITE_H
#define IOSWEEP_BASE_FD_WRITE_H

#include <stddef.h>

/* Goes on after signals and after writes that took a part. Returns 0 or -errno; -EIO where a write takes nothing. */
int fd_write_all(int fd, const void *data, size_t len);

#endif
