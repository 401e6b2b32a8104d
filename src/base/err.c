#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(struct err *err, enum err_kind kind, int errnum, const char *fmt, va_list ap)
	__attribute__((format(printf, 4, 0)));

static void fill(struct err *err, enum err_kind kind, int errnum, const char *fmt, va_list ap)
{
	err->kind = kind;
	err->errnum = abs(errnum);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
}

int err_set(struct err *err, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, kind, 0, fmt, ap);
	va_end(ap);
	return -1;
}

int err_sys(struct err *err, enum err_kind kind, int errnum, const char *fmt, ...)
{
	size_t used;
	va_list ap;

	va_start(ap, fmt);
	fill(err, kind, errnum, fmt, ap);
	va_end(ap);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, ": %s", strerror(err->errnum));
	return -1;
}

int err_clause(struct err *err, const char *fmt, ...)
{
	char rest[sizeof(err->text)];
	size_t used;
	va_list ap;

	memcpy(rest, err->text, sizeof(rest));
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, ": %s", rest);
	return -1;
}
