/*
 * file_use: whether a regular file, which its owner may write at any time, is something else's storage at the moment.
 */
#ifndef IOSWEEP_API_FILE_USE_H
#define IOSWEEP_API_FILE_USE_H

#include <stdbool.h>
#include <sys/stat.h>

/* "by a loop device", "as swap"; NULL: not, or it cannot be seen from here. */
const char *file_use_of(const struct stat *file);

/* Whether another program holds a record lock or flock(2) on the open file, as virtual machines and databases do. */
bool file_is_locked(int fd);

#endif
