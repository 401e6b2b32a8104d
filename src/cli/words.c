#include "cli/words.h"

#include "base/err.h"
#include "base/strbuf.h"

#include <string.h>

#define WORD_LEN_MAX 30

const char *word_list_word(const struct word_list *list, size_t i)
{
	return list->names ? list->names[i] : list->word(i);
}

int word_list_find(const struct word_list *list, const char *text, struct err *err)
{
	const char *word;

	for (int i = 0; (word = word_list_word(list, (size_t)i)); i++) {
		if (!strcmp(word, text))
			return i;
	}
	return word_list_refuse(list, text, err);
}

void word_list_join(const struct word_list *list, const char *separator, struct strbuf *sb)
{
	const char *word;

	for (size_t i = 0; (word = word_list_word(list, i)); i++) {
		if (i)
			strbuf_addstr(sb, separator);
		strbuf_addstr(sb, word);
	}
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: insertions, deletions, changes and swaps of neighbours, each counted as 1. */
static unsigned distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned d[WORD_LEN_MAX + 1][WORD_LEN_MAX + 1];

	for (size_t i = 0; i <= a_len; i++) {
		for (size_t j = 0; j <= b_len; j++) {
			if (!i || !j) {
				d[i][j] = (unsigned)(i + j);
				continue;
			}
			d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
			d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[a_len][b_len];
}

const char *word_list_nearest(const struct word_list *list, const char *text)
{
	size_t len = strlen(text);
	unsigned best = (unsigned)(len / 3) + 1; /* what is as far as this is another word */
	const char *nearest = NULL, *word;

	if (len < 2 || len > WORD_LEN_MAX)
		return NULL;
	for (size_t i = 0; (word = word_list_word(list, i)); i++) {
		size_t word_len = strlen(word);
		unsigned d = word_len > WORD_LEN_MAX ? best : distance(text, len, word, word_len);

		if (d < best) {
			best = d;
			nearest = word;
		}
	}
	return nearest;
}

int word_list_refuse(const struct word_list *list, const char *text, struct err *err)
{
	const char *nearest = word_list_nearest(list, text);
	struct strbuf known;

	strbuf_init(&known);
	word_list_join(list, ", ", &known);
	if (nearest)
		err_set(err, ERR_USAGE, "'%.80s' is not %s; did you mean %s? %s are: %s", text, list->singular,
			nearest, list->plural, known.buf);
	else
		err_set(err, ERR_USAGE, "'%.80s' is not %s; %s are: %s", text, list->singular, list->plural,
			known.buf);
	strbuf_release(&known);
	return -1;
}
