#include "measure/cache.h"

#include "measure/residency.h"

#include <errno.h>
#include <unistd.h>

/* Pages that are being written, or that another processor has just taken up, stay the first time. */
#define DROPS_MAX 3

static uint64_t residue_of(struct target *target, uint64_t id)
{
	struct residency seen = { .cached_bytes = UINT64_MAX };
	int fd;

	if (target_is_virtual(target) || target_file_open(target, id, 0, &fd))
		return UINT64_MAX;
	if (residency_of(fd, &seen))
		seen.cached_bytes = UINT64_MAX;
	close(fd);
	return seen.cached_bytes;
}

static int drop(struct target *target, uint64_t id, uint64_t *residue_bytes)
{
	int ret = 0;

	for (int i = 0; i < DROPS_MAX; i++) {
		ret = target_drop_cache(target, id);
		*residue_bytes = ret ? UINT64_MAX : residue_of(target, id);
		if (ret || !*residue_bytes || *residue_bytes == UINT64_MAX)
			break;
	}
	return ret;
}

int cache_prepare(const struct whole_file *file, bool warm, uint64_t *residue_bytes)
{
	int ret = drop(file->target, file->id, residue_bytes);

	return ret || !warm ? ret : whole_file_read(file);
}

static const char page[4096];

static int write_page(struct target *target, uint64_t id)
{
	int fd, ret = target_file_open(target, id, TARGET_WRITABLE, &fd);

	if (ret)
		return ret;
	if (pwrite(fd, page, sizeof(page), 0) != (ssize_t)sizeof(page))
		ret = -EIO;
	close(fd);
	return ret;
}

int cache_can_drop(struct target *target, bool *can)
{
	uint64_t id, residue = 0;
	int ret;

	*can = true;
	if (target_is_virtual(target) || target_is_file(target))
		return 0;
	ret = target_create(target, sizeof(page), &id);
	if (ret)
		return ret;
	ret = write_page(target, id);
	if (!ret)
		ret = drop(target, id, &residue);
	*can = !residue || residue == UINT64_MAX;
	target_retire(target, id);
	return ret;
}
