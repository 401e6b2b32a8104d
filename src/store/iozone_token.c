#include "store/iozone_token.h"

#include "store/iozone_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define DIGITS_MAX 15U
#define SIZE_MAX_KIB (UINT64_C(1) << 42)

void iozone_tokens_split(const struct iozone_line *line, struct iozone_tokens *tokens)
{
	size_t at = 0;

	tokens->n = 0;
	tokens->more = line->cut;
	for (;;) {
		size_t len;

		at += strspn(line->text + at, " ");
		len = strcspn(line->text + at, " ");
		if (!len)
			return;
		if (tokens->n == IOZONE_TOKENS_MAX) {
			tokens->more = true;
			return;
		}
		tokens->v[tokens->n++] = (struct iozone_token){ line->text + at, at, at + len };
		at += len;
	}
}

bool iozone_token_is(const struct iozone_token *token, const char *word)
{
	size_t len = token->end - token->start;

	return strlen(word) == len && !strncasecmp(token->text, word, len);
}

static size_t digits(const char *text, size_t len, uint64_t *number)
{
	size_t n = 0;

	for (; n < len && isdigit((unsigned char)text[n]); n++) {
		if (n < DIGITS_MAX)
			*number = *number * 10 + (uint64_t)(text[n] - '0');
	}
	return n;
}

bool iozone_number(const char *text, size_t len, double *value)
{
	uint64_t number = 0;
	double scale = 1;
	size_t whole = digits(text, len, &number), fraction = 0;

	if (whole < len && (text[whole] == '.' || text[whole] == ',')) {
		fraction = digits(text + whole + 1, len - whole - 1, &number);
		if (!fraction || whole + 1 + fraction != len || (text[whole] == ',' && fraction == 3))
			return false;
	} else if (whole != len) {
		return false;
	}
	if (!whole || whole + fraction > DIGITS_MAX)
		return false;
	for (size_t i = 0; i < fraction; i++)
		scale *= 10;
	*value = (double)number / scale;
	return true;
}

bool iozone_token_number(const struct iozone_token *token, double *value)
{
	return iozone_number(token->text, token->end - token->start, value);
}

bool iozone_token_size(const struct iozone_token *token, uint64_t *size)
{
	size_t len = token->end - token->start;
	uint64_t number = 0;

	if (len > DIGITS_MAX || digits(token->text, len, &number) != len || !number || number > SIZE_MAX_KIB)
		return false;
	*size = number;
	return true;
}
