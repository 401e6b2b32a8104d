#include "store/journal_tail.h"

#include "store/journal_format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 65536

/* 0, or -errno; -EIO also where the file is shorter than it was. */
static int read_at(int fd, char *buf, size_t len, off_t offset)
{
	while (len) {
		ssize_t got = pread(fd, buf, len, offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -EIO;
		buf += got;
		len -= (size_t)got;
		offset += got;
	}
	return 0;
}

/* Where the last line begins, which no newline ends. */
static int find_tail(int fd, off_t size, char *piece, off_t *start)
{
	for (off_t end = size; end > 0;) {
		size_t len = end < PIECE ? (size_t)end : PIECE;
		const char *newline;
		int ret = read_at(fd, piece, len, end - (off_t)len);

		if (ret)
			return ret;
		newline = memrchr(piece, '\n', len);
		end -= (off_t)len;
		if (newline) {
			*start = end + (newline - piece) + 1;
			return 0;
		}
	}
	*start = 0;
	return 0;
}

/* Whether the tail is a sample that lacks only its newline. 0, 1 or -errno. */
static int is_sample(int fd, off_t start, size_t len)
{
	char *line = len <= JOURNAL_LINE_MAX ? malloc(len) : NULL;
	int ret;

	if (!line)
		return len > JOURNAL_LINE_MAX ? 0 : -ENOMEM;
	ret = read_at(fd, line, len, start);
	if (!ret)
		ret = journal_check_line(line, &len);
	free(line);
	return ret;
}

static int mend(int fd, off_t start, off_t size, uint64_t *cut_bytes)
{
	int ret = is_sample(fd, start, (size_t)(size - start));

	if (ret < 0)
		return ret;
	if (ret)
		return pwrite(fd, "\n", 1, size) == 1 ? 0 : -errno;
	*cut_bytes = (uint64_t)(size - start);
	return ftruncate(fd, start) ? -errno : 0;
}

int journal_mend_tail(int fd, uint64_t *cut_bytes)
{
	char *piece = malloc(PIECE);
	off_t start = 0;
	struct stat st;
	int ret;

	*cut_bytes = 0;
	if (!piece)
		return -ENOMEM;
	ret = fstat(fd, &st) ? -errno : find_tail(fd, st.st_size, piece, &start);
	if (!ret && start < st.st_size)
		ret = mend(fd, start, st.st_size, cut_bytes);
	free(piece);
	return ret;
}
