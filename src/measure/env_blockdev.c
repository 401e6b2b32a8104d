#include "measure/env_blockdev.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/sysfile.h"

static bool has(const char *dir, const char *file)
{
	char path[BLOCKDEV_PATH + 32];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return !access(path, F_OK);
}

/* A loop device without a file has no loop directory; it is a loop all the same. */
static enum blockdev_kind kind_of(const struct blockdev *bd)
{
	if (has(bd->path, "partition"))
		return BLOCKDEV_PARTITION;
	if (has(bd->path, "md"))
		return BLOCKDEV_MD;
	if (has(bd->path, "dm"))
		return BLOCKDEV_DM;
	return has(bd->path, "loop") || !strncmp(blockdev_name(bd), "loop", 4) ? BLOCKDEV_LOOP : BLOCKDEV_DISK;
}

static int find_at(struct blockdev *bd, const char *path)
{
	char real[PATH_MAX];

	if (!realpath(path, real))
		return -errno;
	if (strlen(real) >= sizeof(bd->path))
		return -ENAMETOOLONG;
	strcpy(bd->path, real);
	bd->kind = kind_of(bd);
	return 0;
}

int blockdev_find(struct blockdev *bd, const struct env_roots *roots, dev_t device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/dev/block/%u:%u", roots->sys, major(device), minor(device));
	return find_at(bd, path);
}

const char *blockdev_name(const struct blockdev *bd)
{
	const char *slash = strrchr(bd->path, '/');

	return slash ? slash + 1 : bd->path;
}

const char *blockdev_kind_name(enum blockdev_kind kind)
{
	static const char *const names[] = {
		[BLOCKDEV_DISK] = "disk",
		[BLOCKDEV_PARTITION] = "partition",
		[BLOCKDEV_MD] = "md",
		[BLOCKDEV_DM] = "dm",
		[BLOCKDEV_LOOP] = "loop",
	};

	return names[kind];
}

int blockdev_disk(struct blockdev *disk, const struct blockdev *bd)
{
	char path[BLOCKDEV_PATH + 4];

	*disk = *bd;
	if (bd->kind != BLOCKDEV_PARTITION)
		return 0;
	snprintf(path, sizeof(path), "%s/..", bd->path);
	return find_at(disk, path);
}

static int no_dots(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static size_t slaves(struct blockdev *below, const struct blockdev *bd)
{
	char path[BLOCKDEV_PATH + NAME_MAX + 16];
	struct dirent **entries;
	size_t n = 0;
	int found;

	snprintf(path, sizeof(path), "%s/slaves", bd->path);
	found = scandir(path, &entries, no_dots, versionsort);
	for (int i = 0; i < found; i++) {
		snprintf(path, sizeof(path), "%s/slaves/%s", bd->path, entries[i]->d_name);
		if (n < BLOCKDEV_BELOW_MAX && !find_at(&below[n], path))
			n++;
		free(entries[i]);
	}
	if (found >= 0)
		free(entries);
	return n;
}

/* The device under the file system that holds the loop's file. */
static size_t backing_device(struct blockdev *below, const struct env_roots *roots, const struct blockdev *bd)
{
	char file[PATH_MAX], path[PATH_MAX + 512];
	struct stat st;

	if (sysfile_string(file, sizeof(file), "%s/loop/backing_file", bd->path))
		return 0;
	snprintf(path, sizeof(path), "%s%s", roots->root, file);
	return !stat(path, &st) && !blockdev_find(below, roots, st.st_dev);
}

static size_t look_below(struct blockdev *below, const struct env_roots *roots, const struct blockdev *bd)
{
	switch (bd->kind) {
	case BLOCKDEV_PARTITION:
		return !blockdev_disk(below, bd);
	case BLOCKDEV_LOOP:
		return backing_device(below, roots, bd);
	case BLOCKDEV_DISK:
	case BLOCKDEV_MD:
	case BLOCKDEV_DM:
		break;
	}
	return slaves(below, bd);
}

size_t blockdev_below(struct blockdev **below, const struct env_roots *roots, const struct blockdev *bd)
{
	struct blockdev *found = calloc(BLOCKDEV_BELOW_MAX, sizeof(*found));
	size_t n = found ? look_below(found, roots, bd) : 0;

	if (!n) {
		free(found);
		found = NULL;
	}
	*below = found;
	return n;
}
