#include "measure/residency.h"

#include <errno.h>
#include <math.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same number on all architectures; C libraries before 2.39 do not have it. */
#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif

#define WINDOW_PAGES 8192 /* what mincore looks at in one go: 32 MiB of 4 KiB pages */

/* The kernel's struct cachestat_range and struct cachestat, include/uapi/linux/mman.h. */
struct range {
	uint64_t offset, len;
};

struct page_counts {
	uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

static int file_bytes(int fd, uint64_t *bytes)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	*bytes = (uint64_t)st.st_size;
	return 0;
}

/* The cache holds whole pages, the file may end within one. */
static uint64_t page_bytes(uint64_t pages, uint64_t size)
{
	return MIN(pages * (uint64_t)sysconf(_SC_PAGESIZE), size);
}

int residency_by_cachestat(int fd, struct residency *residency)
{
	struct page_counts counts = { 0 };
	struct range range = { 0, 0 };
	int ret = file_bytes(fd, &range.len);

	if (ret)
		return ret;
	/* To the kernel a length of 0 means "to the end", which counts what large folios hold beyond the file's.
	 */
	if (range.len && syscall(__NR_cachestat, fd, &range, &counts, 0))
		return -errno;
	*residency = (struct residency){
		.file_bytes = range.len,
		.cached_bytes = page_bytes(counts.cached, range.len),
		.dirty_bytes = page_bytes(counts.dirty, range.len),
		.writeback_bytes = page_bytes(counts.writeback, range.len),
	};
	return 0;
}

/* Adds the resident pages of one window. Mapping does not read: only touching would. */
static int count_window(int fd, uint64_t offset, uint64_t len, uint64_t *pages)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	unsigned char resident[WINDOW_PAGES];
	void *map = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	int ret = 0;

	if (map == MAP_FAILED)
		return -errno;
	if (mincore(map, len, resident))
		ret = -errno;
	for (uint64_t i = 0; !ret && i < (len + page - 1) / page; i++)
		*pages += resident[i] & 1;
	munmap(map, len);
	return ret;
}

int residency_by_mincore(int fd, struct residency *residency)
{
	uint64_t window = WINDOW_PAGES * (uint64_t)sysconf(_SC_PAGESIZE), size = 0, pages = 0;
	int ret = file_bytes(fd, &size);

	for (uint64_t offset = 0; !ret && offset < size; offset += window)
		ret = count_window(fd, offset, MIN(window, size - offset), &pages);
	if (ret)
		return ret;
	*residency = (struct residency){
		.file_bytes = size,
		.cached_bytes = page_bytes(pages, size),
		.dirty_bytes = UINT64_MAX,
		.writeback_bytes = UINT64_MAX,
	};
	return 0;
}

/* A sandbox may forbid the call (EPERM), and hugetlbfs has none of it (EOPNOTSUPP). */
int residency_of(int fd, struct residency *residency)
{
	int ret = residency_by_cachestat(fd, residency);

	return ret == -ENOSYS || ret == -EPERM || ret == -EOPNOTSUPP ? residency_by_mincore(fd, residency) : ret;
}
