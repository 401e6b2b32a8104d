#include "store/iozone_text.h"

#include "store/iozone_clean.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#define TAB 8U
#define UTF16_SIGNS 16U /* characters that show the encoding */

static void add_utf8(struct strbuf *text, uint32_t c)
{
	if (c < 0x80) {
		strbuf_addch(text, (char)c);
		return;
	}
	if (c < 0x800) {
		strbuf_addch(text, (char)(0xc0 | c >> 6));
	} else {
		if (c < 0x10000) {
			strbuf_addch(text, (char)(0xe0 | c >> 12));
		} else {
			strbuf_addch(text, (char)(0xf0 | c >> 18));
			strbuf_addch(text, (char)(0x80 | (c >> 12 & 0x3f)));
		}
		strbuf_addch(text, (char)(0x80 | (c >> 6 & 0x3f)));
	}
	strbuf_addch(text, (char)(0x80 | (c & 0x3f)));
}

static uint32_t utf16_unit(const uint8_t *data, bool big_endian)
{
	return big_endian ? (uint32_t)data[0] << 8 | data[1] : (uint32_t)data[1] << 8 | data[0];
}

/* Half of a pair alone, which is no character, becomes "?". */
static void add_utf16(struct strbuf *text, const uint8_t *data, size_t len, bool big_endian)
{
	for (size_t i = 0; i + 1 < len; i += 2) {
		uint32_t c = utf16_unit(data + i, big_endian);
		uint32_t low = i + 3 < len ? utf16_unit(data + i + 2, big_endian) : 0;

		if (c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
			i += 2;
		} else if (c >= 0xd800 && c < 0xe000) {
			c = '?';
		}
		add_utf8(text, c);
	}
}

/* Whether each of the first characters has a NUL byte at that place of its two. */
static bool is_utf16(const uint8_t *bytes, size_t len, size_t nul)
{
	size_t i = 0;

	for (; i < UTF16_SIGNS && 2 * i + 1 < len; i++) {
		if (bytes[2 * i + nul] || !bytes[2 * i + !nul])
			return false;
	}
	return i == UTF16_SIGNS;
}

static void convert(const uint8_t *bytes, size_t len, struct strbuf *text)
{
	if (len >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
		add_utf16(text, bytes + 2, len - 2, bytes[0] == 0xfe);
	else if (is_utf16(bytes, len, 0) || is_utf16(bytes, len, 1))
		add_utf16(text, bytes, len, !bytes[0]);
	else if (len >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
		strbuf_add(text, bytes + 3, len - 3);
	else
		strbuf_add(text, bytes, len);
}

int iozone_text_decode(const void *data, size_t len, struct strbuf *text)
{
	size_t before = text->len;

	convert(data, len, text);
	if (strbuf_failed(text))
		return -ENOMEM;
	strbuf_setlen(text, before + iozone_clean_escapes(text->buf + before, text->len - before));
	strbuf_setlen(text, before + iozone_clean_prefix(text->buf + before, text->len - before));
	return 0;
}

void iozone_lines_init(struct iozone_lines *lines, const char *text, size_t len)
{
	*lines = (struct iozone_lines){ .at = text, .end = text + len };
}

static void add_blanks(struct iozone_line *line, char *buf, size_t n)
{
	for (; n && line->len < IOZONE_LINE_MAX; n--)
		buf[line->len++] = ' ';
	line->cut |= n > 0;
}

static void add_char(struct iozone_line *line, char *buf, char c)
{
	if (line->len < IOZONE_LINE_MAX)
		buf[line->len++] = c;
	else
		line->cut = true;
}

/* Takes one character of a line; returns how many bytes that was. */
static size_t add_next(struct iozone_line *line, char *buf, const char *at, const char *end)
{
	bool no_break_space = end - at >= 2 && !memcmp(at, "\xc2\xa0", 2);

	if (*at == '\t') {
		line->tabs |= line->len && strspn(buf, " ") < line->len;
		add_blanks(line, buf, TAB - line->len % TAB);
	} else if (no_break_space || ((unsigned char)*at < ' ') || *at == 0x7f) {
		add_blanks(line, buf, 1);
	} else {
		add_char(line, buf, *at);
	}
	buf[line->len] = '\0';
	return no_break_space ? 2 : 1;
}

/* "> > text" */
static const char *skip_quotation(struct iozone_line *line, char *buf, const char *at, const char *end)
{
	const char *start = at;

	if (at == end || *at != '>')
		return at;
	while (at < end && (*at == '>' || *at == ' '))
		at++;
	add_blanks(line, buf, (size_t)(at - start));
	buf[line->len] = '\0';
	return at;
}

/* Whether the line is cut off there. */
static bool is_cut_off(const struct iozone_line *line, const char *buf, const char *at, const char *end)
{
	static const char head[] = "Iozone: Performance Test of File I/O";

	if (!*at)
		return true;
	return *at == *head && (size_t)(end - at) >= sizeof(head) - 1 && !memcmp(at, head, sizeof(head) - 1) &&
	       strspn(buf, " ") < line->len;
}

/* Behind the end of a line. */
static const char *skip_end(const char *at, const char *end)
{
	const char *behind = at;

	while (behind < end && *behind == '\r')
		behind++;
	return behind < end && *behind == '\n' ? behind + 1 : at + 1;
}

static const char *skip_nuls(const char *at, const char *end)
{
	while (at < end && !*at)
		at++;
	return at;
}

bool iozone_lines_next(struct iozone_lines *lines, struct iozone_line *line)
{
	const char *at = lines->at, *end = lines->end;

	*line = (struct iozone_line){ .text = lines->buf, .number = lines->number + !lines->within };
	if (at == end)
		return false;
	lines->number = line->number;
	lines->buf[0] = '\0';
	at = skip_quotation(line, lines->buf, at, end);
	while (at < end && *at != '\n' && *at != '\r' && !is_cut_off(line, lines->buf, at, end))
		at += add_next(line, lines->buf, at, end);
	line->ended = at < end && (*at == '\n' || *at == '\r');
	lines->within = !line->ended;
	lines->at = line->ended ? skip_end(at, end) : skip_nuls(at, end);
	while (line->len && lines->buf[line->len - 1] == ' ')
		line->len--;
	lines->buf[line->len] = '\0';
	return true;
}
