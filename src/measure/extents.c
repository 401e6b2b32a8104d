#include "measure/extents.h"

#include <errno.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/param.h>
#include <sys/stat.h>

#define BATCH 256

/* Such an extent's physical offset is not one that I/O goes to. */
#define UNPLACED (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_DATA_INLINE)

/* The head ends in an array without a length; the bytes give it one. */
union batch {
	struct fiemap head;
	char bytes[sizeof(struct fiemap) + BATCH * sizeof(struct fiemap_extent)];
};

/* The run that grows while the extents come by. */
struct run {
	uint64_t bytes, logical_end, physical_end;
};

static bool continues(const struct run *run, const struct fiemap_extent *extent)
{
	return run->bytes && !(extent->fe_flags & UNPLACED) && extent->fe_logical == run->logical_end &&
		extent->fe_physical == run->physical_end;
}

static void add_extent(struct extents *total, struct run *run, const struct fiemap_extent *extent, uint64_t size)
{
	bool placed = !(extent->fe_flags & UNPLACED);
	uint64_t bytes;

	if (extent->fe_logical >= size)
		return;
	bytes = MIN(extent->fe_length, size - extent->fe_logical);
	total->count++;
	total->mapped_bytes += bytes;
	if (extent->fe_flags & FIEMAP_EXTENT_UNWRITTEN)
		total->unwritten_bytes += bytes;
	if (!placed)
		total->unplaced_bytes += bytes;
	if (placed && total->first_physical_bytes == UINT64_MAX)
		total->first_physical_bytes = extent->fe_physical;
	if (!continues(run, extent)) {
		total->fragments++;
		run->bytes = 0;
	}
	run->bytes += bytes;
	run->logical_end = extent->fe_logical + extent->fe_length;
	run->physical_end = placed ? extent->fe_physical + extent->fe_length : UINT64_MAX;
	if (run->bytes > total->largest_bytes)
		total->largest_bytes = run->bytes;
}

/* Fills the batch with what follows start, up to end; an extent may begin before and end after. */
static int ask(int fd, uint64_t start, uint64_t end, union batch *batch)
{
	memset(batch, 0, sizeof(*batch)); /* all of it, since memory checkers do not see the ioctl write */
	batch->head.fm_start = start;
	batch->head.fm_length = end - start;
	batch->head.fm_extent_count = BATCH;
	if (ioctl(fd, FS_IOC_FIEMAP, batch))
		return errno == ENOTTY ? -EOPNOTSUPP : -errno;
	return 0;
}

int extents_of(int fd, struct extents *extents)
{
	struct extents total = { .first_physical_bytes = UINT64_MAX };
	struct run run = { 0 };
	union batch batch;
	uint64_t start = 0, size;
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	size = (uint64_t)st.st_size;
	do {
		/* An empty range is refused, and even an empty file's file system must be asked whether it can
		 * tell. */
		int ret = ask(fd, start, MAX(size, start + 1), &batch);

		if (ret)
			return ret;
		for (uint32_t i = 0; i < batch.head.fm_mapped_extents; i++)
			add_extent(&total, &run, &batch.head.fm_extents[i], size);
		/* A driver that does not move on must not hold us. */
		if (run.logical_end <= start)
			break;
		start = run.logical_end;
	} while (start < size);
	*extents = total;
	return 0;
}
