/*
 * What O_DIRECT means on the target, found out by doing it: a small file is written through it, and if its pages
 * are then in the page cache, the flag was taken and ignored. Alignment comes from statx(2) STATX_DIOALIGN
 * (Linux 6.1), else from trying 512 bytes and the page size.
 */
#include "api/target.h"

#include "api/buffer.h"
#include "api/posix_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROBE_SIZE 65536U

static bool ask_kernel(int fd, struct target_direct *direct)
{
#ifdef STATX_DIOALIGN
	struct statx stx = { 0 };

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) || !(stx.stx_mask & STATX_DIOALIGN) ||
	    !stx.stx_dio_offset_align)
		return false;
	direct->offset_align = stx.stx_dio_offset_align;
	direct->memory_align = stx.stx_dio_mem_align;
	return true;
#else
	(void)fd;
	(void)direct;
	return false;
#endif
}

/* True, false, or -errno when it cannot be said. */
static int first_page_is_cached(int fd)
{
	unsigned char resident = 0;
	void *map = mmap(NULL, PROBE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	int ret;

	if (map == MAP_FAILED)
		return -errno;
	ret = mincore(map, (size_t)sysconf(_SC_PAGESIZE), &resident) ? -errno : resident & 1;
	munmap(map, PROBE_SIZE);
	return ret;
}

static int write_at(int fd, const struct buffer *buffer, uint32_t len)
{
	ssize_t done = pwrite(fd, buffer->data, len, 0);

	if (done < 0)
		return -errno;
	return (uint32_t)done == len ? 0 : -EIO;
}

static int read_at(int fd, const struct buffer *buffer, uint32_t len)
{
	ssize_t done = pread(fd, buffer->input, len, 0);

	return done < 0 ? -errno : 0;
}

/* Of a file that is there: reads, and writes nothing. */
static int probe_reading(int fd, const struct buffer *buffer, struct target_direct *direct)
{
	const uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);
	int ret = -EINVAL;

	if (!ask_kernel(fd, direct)) {
		for (uint32_t align = 512; ret == -EINVAL && align <= page; align *= 2) {
			ret = read_at(fd, buffer, align);
			direct->offset_align = direct->memory_align = align;
		}
		if (ret)
			return ret;
	}
	ret = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) ? 0 : read_at(fd, buffer, PROBE_SIZE);
	direct->support = ret ? DIRECT_REFUSED : DIRECT_EFFECTIVE;
	return ret;
}

static int probe_one_file(struct target *target, const struct buffer *buffer, struct target_direct *direct)
{
	int fd, ret = target_file_open(target, 0, TARGET_DIRECT, &fd);

	if (ret)
		return ret;
	ret = probe_reading(fd, buffer, direct);
	posix_file_close(fd);
	return ret;
}

/* The smallest length that is taken. 0 or -errno of the largest one. */
static int try_alignments(int fd, const struct buffer *buffer, struct target_direct *direct)
{
	const uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);
	int ret;

	for (uint32_t align = 512; align <= page; align *= 2) {
		ret = write_at(fd, buffer, align);
		if (ret == -EINVAL && align < page)
			continue;
		if (!ret)
			direct->offset_align = direct->memory_align = align;
		return ret;
	}
	return -EINVAL;
}

static int probe_file(int fd, const struct buffer *buffer, struct target_direct *direct)
{
	int ret = ask_kernel(fd, direct) ? 0 : try_alignments(fd, buffer, direct);

	if (!ret)
		ret = write_at(fd, buffer, PROBE_SIZE);
	if (ret)
		return ret;
	direct->support = first_page_is_cached(fd) > 0 ? DIRECT_NOMINAL : DIRECT_EFFECTIVE;
	return 0;
}

int target_probe_direct(struct target *target, struct target_direct *direct)
{
	struct buffer buffer = { 0 };
	uint64_t id;
	int fd, ret;

	*direct = (struct target_direct){ .support = DIRECT_REFUSED };
	if (target_is_virtual(target)) {
		*direct = (struct target_direct){ DIRECT_EFFECTIVE, 1, 1 };
		return 0;
	}
	ret = buffer_init(&buffer, (struct buffer_size){ PROBE_SIZE, PROBE_SIZE }, 1, false);
	if (ret)
		return ret;
	if (target_is_file(target)) {
		ret = probe_one_file(target, &buffer, direct);
		goto refused;
	}
	ret = target_create(target, PROBE_SIZE, &id);
	if (ret)
		goto out;
	ret = target_file_open(target, id, TARGET_WRITABLE | TARGET_DIRECT, &fd);
	if (!ret) {
		ret = probe_file(fd, &buffer, direct);
		posix_file_close(fd);
	}
	target_retire(target, id);
refused:
	/* EINVAL is the file system's way to say that it has no direct I/O. */
	if (ret == -EINVAL) {
		*direct = (struct target_direct){ .support = DIRECT_REFUSED };
		ret = 0;
	}
out:
	buffer_release(&buffer);
	return ret;
}
