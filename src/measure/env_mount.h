/*
 * env_mount: what is mounted where a path lies, by libmount or, without it, by reading mountinfo here.
 */
#ifndef IOSWEEP_MEASURE_ENV_MOUNT_H
#define IOSWEEP_MEASURE_ENV_MOUNT_H

#include <stddef.h>
#include <stdint.h>

/* One mount. The strings are owned, unescaped, and NULL where there is none. */
struct mount_entry {
	uint64_t id;
	char *type, *mount_point, *source;
	char *mount_options; /* of the mount: rw, relatime, ... */
	char *super_options; /* of the file system, shared by all its mounts */
};

struct mount_table {
	struct mount_entry *v; /* owned */
	size_t n;
};

/*
 * Both read a file of the form of /proc/self/mountinfo (proc(5)) and return 0 or -errno, the table empty on
 * failure. mount_table_libmount: -ENOSYS where built without libmount.
 */
int mount_table_libmount(struct mount_table *table, const char *mountinfo);
int mount_table_proc(struct mount_table *table, const char *mountinfo);

/* The first of the two that there is. */
int mount_table_read(struct mount_table *table, const char *mountinfo);
void mount_table_release(struct mount_table *table);

/* For the readers: makes room for one more, all NULL; NULL when memory runs out. */
struct mount_entry *mount_table_add(struct mount_table *table);

/*
 * The mount with this id (statx gives it), else the last one, since later mounts hide earlier ones, whose mount
 * point is the longest that leads to path, an absolute path without symbolic links. NULL: none.
 */
const struct mount_entry *mount_table_find(const struct mount_table *table, uint64_t id, const char *path);

#endif
