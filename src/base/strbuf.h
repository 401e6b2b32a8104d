/*
 * strbuf: a string that grows.
 *
 * buf is always a valid C string, also before the first addition. When memory runs out the buffer keeps what it
 * has and remembers it: check strbuf_failed() once, after the last addition, instead of every addition.
 */
#ifndef IOSWEEP_BASE_STRBUF_H
#define IOSWEEP_BASE_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct strbuf {
	char *buf;
	size_t len; /* without the terminating NUL */
	size_t alloc; /* 0: buf is not owned */
	bool failed;
};

void strbuf_init(struct strbuf *sb);
void strbuf_release(struct strbuf *sb); /* frees, and makes it empty and usable again */
void strbuf_reset(struct strbuf *sb); /* empties, keeps the memory and clears a failure */
bool strbuf_failed(const struct strbuf *sb);

void strbuf_add(struct strbuf *sb, const void *data, size_t len);
void strbuf_addstr(struct strbuf *sb, const char *s);
void strbuf_addch(struct strbuf *sb, char c);
void strbuf_addchars(struct strbuf *sb, char c, size_t n);
void strbuf_addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
void strbuf_inherit(struct strbuf *sb, const struct strbuf *part); /* it has failed where its part has */
void strbuf_setlen(struct strbuf *sb, size_t len); /* shortens; len <= sb->len */

/* Appends the whole of a file. Returns 0 or -errno (-ENOMEM, -EISDIR, what open and read give). */
int strbuf_read_file(struct strbuf *sb, const char *path);

#endif
