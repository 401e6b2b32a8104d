#include "report/draw_check.h"

#include "base/err.h"
#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Where the last few bytes hold the end, after which a newline or two may follow. */
#define TAIL_LEN 32

static bool begins(const struct strbuf *file, const char *text)
{
	return file->len >= strlen(text) && !memcmp(file->buf, text, strlen(text));
}

static bool ends(const struct strbuf *file, const char *text)
{
	size_t tail = file->len < TAIL_LEN ? file->len : TAIL_LEN;

	return tail && memmem(file->buf + file->len - tail, tail, text, strlen(text));
}

/* Overwrites the date behind a mark, up to the end of its line or bracket, with as many characters of text. */
static int overwrite(int fd, const struct strbuf *file, const char *mark, const char *text)
{
	const char *at = memmem(file->buf, file->len, mark, strlen(mark)), *end;
	struct strbuf filled;
	int ret = 0;

	if (!at)
		return 0;
	at += strlen(mark);
	end = at + strcspn(at, ")\r\n");
	strbuf_init(&filled);
	strbuf_addstr(&filled, text);
	if (filled.len < (size_t)(end - at))
		strbuf_addchars(&filled, ' ', (size_t)(end - at) - filled.len);
	if (strbuf_failed(&filled))
		ret = -ENOMEM;
	else if (pwrite(fd, filled.buf, (size_t)(end - at), at - file->buf) != end - at)
		ret = errno ? -errno : -EIO;
	strbuf_release(&filled);
	return ret;
}

/* "20260131221500Z" of "2026-01-31T22:15:00Z" */
static void add_digits(struct strbuf *sb, const char *date)
{
	for (; *date; date++)
		if (!strchr("-:T", *date))
			strbuf_addch(sb, *date);
}

static int settle_date(const char *path, const struct strbuf *file, enum picture_format format, const char *date)
{
	struct strbuf digits;
	int fd, ret;

	if (format != PICTURE_PDF && format != PICTURE_PS)
		return 0;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	strbuf_init(&digits);
	add_digits(&digits, date);
	ret = format == PICTURE_PDF ? overwrite(fd, file, "/CreationDate (D:", digits.buf) :
				      overwrite(fd, file, "%%CreationDate: ", date);
	if (close(fd) && !ret)
		ret = -errno;
	strbuf_release(&digits);
	return ret;
}

int draw_check(const char *path, enum picture_format format, const char *date, struct err *err)
{
	static const struct {
		const char *start, *end;
	} forms[PICTURE_FORMATS_N] = {
		[PICTURE_PNG] = { "\x89PNG", "IEND" },
		[PICTURE_SVG] = { "<?xml", "</svg>" },
		[PICTURE_PDF] = { "%PDF-", "%%EOF" },
		[PICTURE_PS] = { "%!PS", "%%EOF" },
	};
	struct strbuf file;
	int ret;

	strbuf_init(&file);
	ret = strbuf_read_file(&file, path);
	if (ret)
		err_sys(err, ERR_CELLS, ret, "the picture");
	else if (!begins(&file, forms[format].start))
		ret = err_set(err, ERR_CELLS, "the picture is no %s", picture_format_name(format));
	else if (!ends(&file, forms[format].end))
		ret = err_set(err, ERR_CELLS, "the picture is not whole");
	else if ((ret = settle_date(path, &file, format, date ? date : "1970-01-01T00:00:00Z")))
		err_sys(err, ERR_CELLS, ret, "the picture");
	strbuf_release(&file);
	return ret ? -1 : 0;
}
