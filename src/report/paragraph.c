#include "report/paragraph.h"

#include <string.h>

#define COLUMNS 80

void paragraph_add(struct strbuf *out, const char *text)
{
	size_t column = 0, len;

	for (; *text; text += len + (text[len] == ' ')) {
		len = strcspn(text, " ");
		if (column && column + 1 + len > COLUMNS) {
			strbuf_addstr(out, "\n   ");
			column = 3;
		}
		strbuf_addstr(out, column ? " " : "  ");
		strbuf_add(out, text, len);
		column += len + (column ? 1 : 2);
	}
	strbuf_addch(out, '\n');
}
