#include "cli/command_line.h"

#include "base/strbuf.h"

#include <string.h>

/* In single quotes where a shell would read it otherwise. */
static void add_quoted(const char *word, struct strbuf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./";

	if (*word && !word[strspn(word, plain)]) {
		strbuf_addstr(out, word);
		return;
	}
	strbuf_addch(out, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			strbuf_addstr(out, "'\\''");
		else
			strbuf_addch(out, *word);
	}
	strbuf_addch(out, '\'');
}

void command_line_add(struct strbuf *out)
{
	const char *word, *slash;
	struct strbuf words;

	strbuf_init(&words);
	if (!strbuf_read_file(&words, "/proc/self/cmdline")) {
		for (word = words.buf; word < words.buf + words.len; word += strlen(word) + 1) {
			slash = word == words.buf ? strrchr(word, '/') : NULL;
			if (word > words.buf)
				strbuf_addch(out, ' ');
			add_quoted(slash ? slash + 1 : word, out);
		}
	}
	strbuf_release(&words);
}
