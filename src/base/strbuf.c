#include "base/strbuf.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shared by all empty buffers; never written to, since alloc is 0. */
static char *empty_string(void)
{
	static const char empty[1] = "";

	return (char *)(uintptr_t)empty;
}

void strbuf_init(struct strbuf *sb)
{
	*sb = (struct strbuf){ .buf = empty_string() };
}

void strbuf_release(struct strbuf *sb)
{
	if (sb->alloc)
		free(sb->buf);
	strbuf_init(sb);
}

void strbuf_setlen(struct strbuf *sb, size_t len)
{
	assert(len <= sb->len);
	sb->len = len;
	if (sb->alloc)
		sb->buf[len] = '\0';
}

void strbuf_reset(struct strbuf *sb)
{
	strbuf_setlen(sb, 0);
	sb->failed = false;
}

bool strbuf_failed(const struct strbuf *sb)
{
	return sb->failed;
}

/* Makes room for extra more characters and the NUL. */
static bool grow(struct strbuf *sb, size_t extra)
{
	size_t want = sb->len + extra + 1, alloc = sb->alloc ? sb->alloc : 64;
	char *buf;

	if (sb->failed || extra > PTRDIFF_MAX / 2) {
		sb->failed = true;
		return false;
	}
	if (want <= sb->alloc)
		return true;
	while (alloc < want)
		alloc += alloc / 2;
	buf = realloc(sb->alloc ? sb->buf : NULL, alloc);
	if (!buf) {
		sb->failed = true;
		return false;
	}
	buf[sb->len] = '\0';
	sb->buf = buf;
	sb->alloc = alloc;
	return true;
}

void strbuf_add(struct strbuf *sb, const void *data, size_t len)
{
	if (!len || !grow(sb, len))
		return;
	memcpy(sb->buf + sb->len, data, len);
	strbuf_setlen(sb, (sb->len += len));
}

void strbuf_addstr(struct strbuf *sb, const char *s)
{
	strbuf_add(sb, s, strlen(s));
}

void strbuf_inherit(struct strbuf *sb, const struct strbuf *part)
{
	sb->failed = sb->failed || part->failed;
}

void strbuf_addch(struct strbuf *sb, char c)
{
	strbuf_add(sb, &c, 1);
}

void strbuf_addchars(struct strbuf *sb, char c, size_t n)
{
	while (n--)
		strbuf_addch(sb, c);
}

void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0) /* it has no memory for the digits of a large number */
		sb->failed = true;
	if (len < 0 || !grow(sb, (size_t)len))
		return;
	vsnprintf(sb->buf + sb->len, (size_t)len + 1, fmt, ap);
	sb->len += (size_t)len;
}

void strbuf_addf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(sb, fmt, ap);
	va_end(ap);
}

int strbuf_read_file(struct strbuf *sb, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret = 0;
	char chunk[8192];
	ssize_t got;

	if (fd < 0)
		return -errno;
	while ((got = read(fd, chunk, sizeof(chunk))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			ret = -errno;
			break;
		}
		strbuf_add(sb, chunk, (size_t)got);
	}
	close(fd);
	return ret ? ret : (sb->failed ? -ENOMEM : 0);
}
