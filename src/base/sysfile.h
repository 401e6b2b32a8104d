/*
 * sysfile: one small value out of a file of /sys or /proc.
 *
 * Such files are read in one read(2) and hold one line. A file that is missing, or that the kernel refuses to
 * show, is an ordinary answer here: -ENOENT, -EACCES, -EINVAL and so on, whatever open and read give.
 */
#ifndef IOSWEEP_BASE_SYSFILE_H
#define IOSWEEP_BASE_SYSFILE_H

#include <stddef.h>
#include <stdint.h>

#define SYSFILE_LINE 256 /* longest line that the u64 readers look at */

/*
 * The file at the path, which is made like printf's text, without white space at either end. Returns 0, or -errno:
 * -EOVERFLOW when it does not fit, -ENODATA when it is empty, -ENAMETOOLONG for the path. On failure buf is "".
 */
int sysfile_string(char *buf, size_t size, const char *path, ...) __attribute__((format(printf, 3, 4)));

/* The same for a decimal number that opens the line ("5 (4)" is 5). -EINVAL: no number, or it is negative. */
int sysfile_u64(uint64_t *value, const char *path, ...) __attribute__((format(printf, 2, 3)));

/*
 * The same from the start of a file that is kept open: cheap, since no path is looked up and nothing allocated.
 * The text is as the kernel gives it, at most size - 1 bytes, NUL added. Returns its length or -errno.
 */
int sysfile_reread(int fd, char *buf, size_t size);

/* Opens for sysfile_reread: a descriptor (O_CLOEXEC) or -errno. */
int sysfile_open(const char *path, ...) __attribute__((format(printf, 1, 2)));

/*
 * The number behind a key that opens a line: "Dirty:" in /proc/meminfo, "file_dirty" in memory.stat. White space
 * after the key is skipped. Returns 0, -ENOENT when no line has the key, or -EINVAL.
 */
int sysfile_key_u64(const char *text, const char *key, uint64_t *value);

/* In place: space, tab, newline, backslash and some others, which the kernel writes as \ooo in the tables of /proc. */
void sysfile_unescape(char *text);

#endif
