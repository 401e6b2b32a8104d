#include "measure/block_stat.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sysfile.h"

#define SECTOR 512 /* in these files, whatever the device's own sectors are */

static void add(struct block_stat *stat, const struct blockdev *bd, enum counters_level level)
{
	int fd = sysfile_open("%s/stat", bd->path);
	struct stat st;

	if (fd < 0)
		return;
	if (fstat(fd, &st) || stat->n == BLOCK_STAT_MAX) {
		close(fd);
		return;
	}
	for (size_t i = 0; i < stat->n; i++) {
		if (stat->files[i].inode == st.st_ino) {
			stat->files[i].levels |= 1u << level;
			close(fd);
			return;
		}
	}
	stat->files[stat->n].fd = fd;
	stat->files[stat->n].levels = 1u << level;
	stat->files[stat->n++].inode = st.st_ino;
}

static void add_disks(struct block_stat *stat, const struct env_roots *roots, const struct blockdev *bd, int depth)
{
	struct blockdev *below = NULL;
	size_t n = depth < BLOCKDEV_DEPTH_MAX ? blockdev_below(&below, roots, bd) : 0;

	if (!n)
		add(stat, bd, COUNTERS_DISKS);
	for (size_t i = 0; i < n; i++)
		add_disks(stat, roots, &below[i], depth + 1);
	free(below);
}

/* Goes down to the first md while there is but one way; false: there is none. */
static bool find_md(struct blockdev *md, const struct env_roots *roots, const struct blockdev *top)
{
	*md = *top;
	for (int depth = 0; md->kind != BLOCKDEV_MD; depth++) {
		struct blockdev *below = NULL;
		size_t n = depth < BLOCKDEV_DEPTH_MAX ? blockdev_below(&below, roots, md) : 0;

		if (n == 1)
			*md = below[0];
		free(below);
		if (n != 1)
			return false;
	}
	return true;
}

static void add_members(struct block_stat *stat, const struct env_roots *roots, const struct blockdev *array)
{
	struct blockdev *below = NULL;
	size_t n = array->kind == BLOCKDEV_MD || array->kind == BLOCKDEV_DM ? blockdev_below(&below, roots, array) : 0;

	for (size_t i = 0; i < n; i++)
		add(stat, &below[i], COUNTERS_MEMBERS);
	free(below);
}

/* Below one of an array lie disks that also do the array's own work: parity, copies. */
static bool is_partition_of_disk(const struct env_roots *roots, const struct blockdev *top)
{
	struct blockdev *below = NULL, disk;
	bool alone = top->kind == BLOCKDEV_PARTITION && !blockdev_disk(&disk, top) && !blockdev_below(&below, roots, &disk);

	free(below);
	return alone;
}

void block_stat_open(struct block_stat *stat, const struct env_roots *roots, dev_t device, struct blockdev *md)
{
	struct blockdev top;
	bool found;

	stat->n = 0;
	stat->partition = false;
	md->path[0] = '\0';
	if (blockdev_find(&top, roots, device))
		return;
	stat->partition = is_partition_of_disk(roots, &top);
	add(stat, &top, COUNTERS_DEVICE);
	found = find_md(md, roots, &top);
	add_members(stat, roots, found ? md : &top);
	add_disks(stat, roots, &top, 0);
	if (!found)
		md->path[0] = '\0';
}

void block_stat_close(struct block_stat *stat)
{
	while (stat->n)
		close(stat->files[--stat->n].fd);
}

void block_stat_parse(const char *text, uint64_t fields[BLOCK_FIELDS])
{
	size_t n = 0;
	char *end;

	for (; n < BLOCK_FIELDS; n++, text = end) {
		text += strspn(text, " ");
		if (!isdigit((unsigned char)*text))
			break;
		fields[n] = strtoull(text, &end, 10);
		if (n == BLOCK_READ_BYTES || n == BLOCK_WRITE_BYTES || n == BLOCK_DISCARD_BYTES)
			fields[n] *= SECTOR;
	}
	for (; n < BLOCK_FIELDS; n++)
		fields[n] = UINT64_MAX;
}

/* A sum with one unknown in it is unknown. */
static void add_fields(uint64_t sum[BLOCK_FIELDS], const uint64_t fields[BLOCK_FIELDS])
{
	for (size_t i = 0; i < BLOCK_FIELDS; i++)
		sum[i] = sum[i] == UINT64_MAX || fields[i] == UINT64_MAX ? UINT64_MAX : sum[i] + fields[i];
}

void block_stat_read(const struct block_stat *stat, uint64_t sums[COUNTERS_LEVELS][BLOCK_FIELDS])
{
	bool seen[COUNTERS_LEVELS] = { false };
	uint64_t fields[BLOCK_FIELDS];
	char text[512];

	for (size_t i = 0; i < stat->n; i++) {
		sysfile_reread(stat->files[i].fd, text, sizeof(text));
		block_stat_parse(text, fields);
		for (unsigned int level = 0; level < COUNTERS_LEVELS; level++) {
			if (!(stat->files[i].levels & 1u << level))
				continue;
			if (seen[level])
				add_fields(sums[level], fields);
			else
				memcpy(sums[level], fields, sizeof(fields));
			seen[level] = true;
		}
	}
	for (unsigned int level = 0; level < COUNTERS_LEVELS; level++) {
		if (!seen[level])
			memset(sums[level], 0xff, sizeof(fields));
	}
}
