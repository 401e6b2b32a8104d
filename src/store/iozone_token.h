/* iozone_token: the words of a line of a log with their places, and the numbers among them. */
#ifndef IOSWEEP_STORE_IOZONE_TOKEN_H
#define IOSWEEP_STORE_IOZONE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iozone_line;

#define IOZONE_TOKENS_MAX 256

struct iozone_token {
	const char *text; /* in the line */
	size_t start, end; /* columns; end is that behind the last character */
};

struct iozone_tokens {
	struct iozone_token v[IOZONE_TOKENS_MAX];
	size_t n;
	bool more; /* there was no room for all */
};

void iozone_tokens_split(const struct iozone_line *line, struct iozone_tokens *tokens);

bool iozone_token_is(const struct iozone_token *token, const char *word); /* the case of letters aside */

/*
 * Digits, and perhaps a point or a comma and digits, in any locale. A comma before exactly three digits is refused,
 * since it may stand between thousands. Numbers have at most 15 digits, so that a double holds them.
 */
bool iozone_number(const char *text, size_t len, double *value);
bool iozone_token_number(const struct iozone_token *token, double *value);
bool iozone_token_size(const struct iozone_token *token, uint64_t *size); /* a whole number from 1 to 2^42 */

#endif
