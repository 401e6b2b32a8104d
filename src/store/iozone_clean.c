#include "store/iozone_clean.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define ESC 0x1b
#define BEL 0x07
#define FORM_MAX 120

static bool within(char c, unsigned char first, unsigned char last)
{
	return (unsigned char)c >= first && (unsigned char)c <= last;
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* Behind "ESC [": parameters and one last character. */
static const char *skip_control(const char *at, const char *end)
{
	while (at < end && within(*at, 0x20, 0x3f))
		at++;
	return at < end && within(*at, 0x40, 0x7e) ? at + 1 : at;
}

/* Behind "ESC ]": a text that BEL or "ESC \" ends. It does not go on in the next line. */
static const char *skip_command(const char *at, const char *end)
{
	while (at < end && *at != BEL && *at != ESC && !is_line_end(*at))
		at++;
	if (at < end && *at == BEL)
		return at + 1;
	return end - at >= 2 && *at == ESC && at[1] == '\\' ? at + 2 : at;
}

static const char *skip_escape(const char *at, const char *end)
{
	at++;
	if (at < end && *at == '[')
		return skip_control(at + 1, end);
	if (at < end && *at == ']')
		return skip_command(at + 1, end);
	while (at < end && within(*at, 0x20, 0x2f))
		at++;
	return at < end && within(*at, 0x30, 0x7e) ? at + 1 : at;
}

size_t iozone_clean_escapes(char *text, size_t len)
{
	const char *at = text, *end = text + len;
	char *to = text;

	while (at < end) {
		if (*at == ESC)
			at = skip_escape(at, end);
		else
			*to++ = *at++;
	}
	return (size_t)(to - text);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	return at;
}

static const char *line_end(const char *at, const char *end)
{
	while (at < end && !is_line_end(*at))
		at++;
	return at;
}

/* "9" for a run of digits, "a" for one of letters, " " for one of blanks; any other character is its own. */
static char kind_of(char c)
{
	if (isdigit((unsigned char)c))
		return '9';
	if (isalpha((unsigned char)c))
		return 'a';
	return is_blank(c) ? ' ' : c;
}

static bool is_run(char kind)
{
	return kind == '9' || kind == 'a' || kind == ' ';
}

/* The form of a text, without blanks at either end. False: there is none, or it is too long to be one. */
static bool make_form(const char *at, const char *end, char *form)
{
	size_t n = 0;

	at = skip_blanks(at, end);
	while (end > at && is_blank(end[-1]))
		end--;
	for (; at < end; at++) {
		char kind = kind_of(*at);

		if (n && is_run(kind) && form[n - 1] == kind)
			continue;
		if (n == FORM_MAX)
			return false;
		form[n++] = kind;
	}
	form[n] = '\0';
	return n > 0;
}

/* Where the form ends in a line; NULL: the line does not start with it. */
static const char *match(const char *form, const char *at, const char *end)
{
	at = skip_blanks(at, end);
	for (; *form; form++) {
		if (at == end || kind_of(*at) != *form)
			return NULL;
		do
			at++;
		while (is_run(*form) && at < end && kind_of(*at) == *form);
		if (is_run(*form) && !form[1] && at < end && !is_blank(*at))
			return NULL;
	}
	return at;
}

/* Where a line of IOzone's begins behind something else than marks of quotation; NULL: it does not. */
static const char *behind_prefix(const char *line, const char *end)
{
	static const char *const starts[] = { "Iozone: Performance Test", "Run began:", "Children see throughput for",
					      "KB  reclen" };

	while (line < end && (*line == '>' || is_blank(*line)))
		line++;
	for (const char *at = line; ++at < end;) {
		for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
			size_t len = strlen(starts[i]);

			if (!isalnum((unsigned char)at[-1]) && (size_t)(end - at) >= len &&
			    !strncasecmp(at, starts[i], len))
				return at;
		}
	}
	return NULL;
}

/* The form of the first prefix in the text. False: there is none. */
static bool find_form(const char *text, const char *end, char *form)
{
	for (const char *line = text, *next; line < end; line = next + 1) {
		const char *behind;

		next = line_end(line, end);
		behind = behind_prefix(line, next);
		if (behind)
			return make_form(line, behind, form);
	}
	return false;
}

/* The last line may be cut within the prefix. */
static bool all_match(const char *text, const char *end, const char *form)
{
	for (const char *line = text, *next; line < end; line = next + 1) {
		next = line_end(line, end);
		if (skip_blanks(line, next) < next && next < end && !match(form, line, next))
			return false;
	}
	return true;
}

size_t iozone_clean_prefix(char *text, size_t len)
{
	const char *end = text + len;
	char form[FORM_MAX + 1], *to = text;

	if (!find_form(text, end, form) || !all_match(text, end, form))
		return len;
	for (const char *line = text, *next; line < end; line = next + 1) {
		const char *rest;

		next = line_end(line, end);
		rest = match(form, line, next);
		if (!rest)
			rest = next;
		memmove(to, rest, (size_t)(next - rest));
		to += next - rest;
		if (next < end)
			*to++ = *next;
	}
	return (size_t)(to - text);
}
