/*
 * target: the place where a run's files live.
 *
 * All files lie in one directory that the target makes for itself under the user's one, and goes when the target is
 * closed: nothing that was there before is opened, and a name that already exists or is a link is refused
 * (O_EXCL, O_NOFOLLOW). Files are known by number. A virtual API has no files; its target only tells the API.
 *
 * The directory is locked, so that others can tell one of a run under way from what a run that was killed has left;
 * see target_work.h.
 *
 * Unlinking a big file makes work (journal, discards) that would disturb the next measurement. So files are only
 * marked as done with target_retire() and go together in target_purge(), which also waits for that work. How much all of
 * them may take is the caller's to say, who asks target_is_crowded() before more are made.
 */
#ifndef IOSWEEP_API_TARGET_H
#define IOSWEEP_API_TARGET_H

#include "api/api.h"

#include <stdbool.h>
#include <stdint.h>

struct target;

enum direct_support {
	DIRECT_REFUSED, /* open with O_DIRECT, or the first transfer, fails */
	DIRECT_NOMINAL, /* accepted, but the data are in memory all the same (tmpfs) */
	DIRECT_EFFECTIVE,
};

struct target_direct {
	enum direct_support support;
	uint32_t offset_align, memory_align; /* bytes; offsets and lengths must be multiples. 0: direct refused */
};

/* One of the three: virtual_api with its session, dir, or file. */
struct target_config {
	const char *dir;
	const char *file; /* a file or block device that is there, see target_file.h */
	bool overwrite; /* the file */
	const struct io_api *virtual_api;
	void *session;
};

/*
 * Makes the working directory. 0, or -1 with err (ERR_ENVIRONMENT): dir missing, not a directory, not writable.
 * target_close removes files and directory; safe on NULL. Returns 0 or -errno of what could not be removed.
 */
int target_open(const struct target_config *config, struct target **target, struct err *err);
int target_close(struct target *target);

bool target_is_virtual(const struct target *target);

/*
 * A target that is one file has no others: target_create() gives that one each time, nothing is ever made or removed,
 * and who opens it for writing without overwrite gets -EROFS. target_file_size() is 0 for other targets.
 */
bool target_is_file(const struct target *target);
bool target_is_writable(const struct target *target);
uint64_t target_file_size(const struct target *target);
const char *target_name(const struct target *target); /* of the working directory, without the user's; NULL when virtual */

/* Leaves in the working directory whose it is, see target_work.h. 0 or -errno. Nothing when virtual. */
int target_mark(struct target *target, const char *mark);

int target_dirfd(const struct target *target); /* of the working directory; -1 when virtual */
const char *target_path(const struct target *target); /* of the working directory, as a user would write it; "" */
int target_available(const struct target *target, uint64_t *bytes); /* for this user, now. 0 or -errno */

/* Finds out what direct I/O means here, with a small file of its own. 0 or -errno (no space, I/O error). */
int target_probe_direct(struct target *target, struct target_direct *direct);

/* Makes a new, empty file, which will hold so many bytes at most. 0 or -errno. */
int target_create(struct target *target, uint64_t bytes, uint64_t *id);

enum target_open_flags {
	TARGET_WRITABLE = 1 << 0,
	TARGET_DIRECT = 1 << 1,
	TARGET_OSYNC = 1 << 2, /* O_SYNC */
	TARGET_ODSYNC = 1 << 3,
};

/* Opens it. 0 with the descriptor (-1, no descriptor, for a virtual target), or -errno. */
int target_file_open(struct target *target, uint64_t id, unsigned flags, int *fd);

/*
 * Gives a file its blocks, unwritten, up to this size, by posix_fallocate(3). 0 or -errno. Nothing is done when it is virtual,
 * or where the target is a file or a device itself, which has the blocks that it has.
 */
int target_preallocate(struct target *target, uint64_t id, uint64_t size);

/* Takes all blocks from a file, which is then empty. 0 or -errno. Not for virtual ones. */
int target_truncate(struct target *target, uint64_t id);

/* Writes the file's dirty pages and drops it from the page cache. 0 or -errno. */
int target_drop_cache(struct target *target, uint64_t id);

void target_retire(struct target *target, uint64_t id); /* not needed any more; goes with the next purge */
int target_purge(struct target *target); /* removes what was retired and waits for the disk to have it. 0 or -errno */

/*
 * Whether all files, those that are retired among them, would take more than limit_bytes with so many more, and a purge
 * would help.
 */
bool target_is_crowded(const struct target *target, uint64_t more_bytes, uint64_t limit_bytes);
bool target_has_retired(const struct target *target); /* any that a purge would remove */

#endif
