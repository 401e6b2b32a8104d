#include "base/sysfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_formatted(const char *format, va_list ap) __attribute__((format(printf, 1, 0)));

static int open_formatted(const char *format, va_list ap)
{
	char path[PATH_MAX];
	int fd;

	if ((size_t)vsnprintf(path, sizeof(path), format, ap) >= sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int sysfile_open(const char *path, ...)
{
	va_list ap;
	int fd;

	va_start(ap, path);
	fd = open_formatted(path, ap);
	va_end(ap);
	return fd;
}

int sysfile_reread(int fd, char *buf, size_t size)
{
	ssize_t got;

	do
		got = pread(fd, buf, size - 1, 0);
	while (got < 0 && errno == EINTR);
	buf[got < 0 ? 0 : got] = '\0';
	return got < 0 ? -errno : (int)got;
}

static void trim(char *buf)
{
	size_t start = 0, len = strlen(buf);

	while (len && isspace((unsigned char)buf[len - 1]))
		len--;
	while (start < len && isspace((unsigned char)buf[start]))
		start++;
	memmove(buf, buf + start, len - start);
	buf[len - start] = '\0';
}

/* Takes the descriptor. A buffer that came back full may have lost its end, so it does not count as fitting. */
static int read_and_close(int fd, char *buf, size_t size)
{
	int got;

	buf[0] = '\0';
	if (fd < 0)
		return fd;
	got = sysfile_reread(fd, buf, size);
	close(fd);
	if (got < 0)
		return got;
	if ((size_t)got == size - 1) {
		buf[0] = '\0';
		return -EOVERFLOW;
	}
	trim(buf);
	return buf[0] ? 0 : -ENODATA;
}

int sysfile_string(char *buf, size_t size, const char *path, ...)
{
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_and_close(open_formatted(path, ap), buf, size);
	va_end(ap);
	return ret;
}

/* strtoull would take a sign and wrap it round. */
static int parse_u64(const char *text, uint64_t *value)
{
	unsigned long long parsed;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	parsed = strtoull(text, NULL, 10);
	if (errno)
		return -EINVAL;
	*value = parsed;
	return 0;
}

int sysfile_u64(uint64_t *value, const char *path, ...)
{
	char line[SYSFILE_LINE];
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_and_close(open_formatted(path, ap), line, sizeof(line));
	va_end(ap);
	return ret ? ret : parse_u64(line, value);
}

int sysfile_key_u64(const char *text, const char *key, uint64_t *value)
{
	size_t len = strlen(key);

	while (text && *text) {
		const char *after = text + len, *end = strchr(text, '\n');

		if (!strncmp(text, key, len) && isspace((unsigned char)*after))
			return parse_u64(after + strspn(after, " \t"), value);
		text = end ? end + 1 : NULL;
	}
	return -ENOENT;
}

static bool is_octal(const char *digits)
{
	for (int i = 0; i < 3; i++) {
		if (digits[i] < '0' || digits[i] > '7')
			return false;
	}
	return digits[0] <= '3';
}

void sysfile_unescape(char *text)
{
	char *to = text;

	while (*text) {
		if (*text == '\\' && is_octal(text + 1)) {
			*to++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0'));
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}
