#include "report/draw_check.h"

#include "base/err.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <string.h>

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

int draw_check(const char *path, enum picture_format format, struct err *err)
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
	strbuf_release(&file);
	return ret ? -1 : 0;
}
