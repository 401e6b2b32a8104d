/* target_internal: what the files of a target share. Private to target.c and target_made.c. */
#ifndef IOSWEEP_API_TARGET_INTERNAL_H
#define IOSWEEP_API_TARGET_INTERNAL_H

#include "api/target.h"
#include "api/target_file.h"
#include "base/strbuf.h"

struct made_file {
	uint64_t id, bytes;
};

struct target {
	const struct io_virtual *virt; /* NULL: real files */
	void *session;
	struct strbuf path;
	int parent_fd, dir_fd;
	const char *dir_name; /* the last component of path */
	bool marked;
	struct target_file one; /* its fd -1: files are made */
	uint64_t next_id;
	uint64_t bytes; /* of all that follow */
	struct made_file *live, *retired;
	size_t live_n, retired_n, alloc; /* both arrays hold alloc */
};

/* Both kinds, the last first. Those that cannot be removed stay for another try. 0 or -errno. */
int target_remove_live(struct target *t);
int target_remove_retired(struct target *t);

#endif
