#include "report/text.h"

#include "store/json_text.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of U+0080 to U+009F, which some terminals obey, the two bytes begin with c2 and have no third. */
static bool is_control(const char *c)
{
	return iscntrl((unsigned char)*c) || ((unsigned char)*c == 0xc2 && (unsigned char)c[1] < 0xa0);
}

static void add(struct strbuf *out, const char *text, const char *escaped)
{
	size_t size = strlen(text) + 1;
	char *clean = malloc(size);

	if (!clean) {
		out->failed = true;
		return;
	}
	json_text_clean(clean, size, text);
	for (const char *c = clean; *c; c++) {
		if (is_control(c)) {
			strbuf_addch(out, '?');
			c += (unsigned char)*c == 0xc2;
			continue;
		}
		if (strchr(escaped, *c))
			strbuf_addch(out, '\\');
		strbuf_addch(out, *c);
	}
	free(clean);
}

void text_add_plain(struct strbuf *out, const char *text)
{
	add(out, text, "");
}

void text_add_markdown(struct strbuf *out, const char *text)
{
	add(out, text, "\\`*_{}[]<>#|~&");
}

void text_add_csv(struct strbuf *out, const char *text)
{
	if (!strpbrk(text, "\",\r\n")) {
		strbuf_addstr(out, text);
		return;
	}
	strbuf_addch(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			strbuf_addch(out, '"');
		strbuf_addch(out, *text);
	}
	strbuf_addch(out, '"');
}

void text_add_real(struct strbuf *out, double value)
{
	char text[40];

	if (!isfinite(value))
		return;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	strbuf_addstr(out, text);
}
