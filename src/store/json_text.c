#include "store/json_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static json_t *hex_new(const char *text)
{
	static const char digits[] = "0123456789abcdef";
	size_t len = strlen(text);
	char *hex = malloc(2 * len + 1);
	json_t *string;

	if (!hex)
		return NULL;
	for (size_t i = 0; i < len; i++) {
		hex[2 * i] = digits[(unsigned char)text[i] >> 4];
		hex[2 * i + 1] = digits[(unsigned char)text[i] & 15];
	}
	hex[2 * len] = '\0';
	string = json_string_nocheck(hex);
	free(hex);
	return string ? json_pack("{s:o}", "hex", string) : NULL;
}

/* The length of the UTF-8 sequence at s; 0 when there is none (RFC 3629, table of section 4). */
static size_t sequence_len(const unsigned char *s)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t len = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (len == 1)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	return len;
}

void json_text_clean(char *to, size_t size, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s) {
		size_t len = sequence_len(s), used = len ? len : 1;

		if (used >= size)
			break;
		memcpy(to, len ? (const char *)s : "?", used);
		to += used;
		size -= used;
		s += used;
	}
	*to = '\0';
}

static bool is_utf8(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t len = 1;

	for (; *s && len; s += len)
		len = sequence_len(s);
	return len;
}

json_t *json_text_new(const char *text)
{
	if (!text)
		return json_null();
	return is_utf8(text) ? json_string_nocheck(text) : hex_new(text);
}

json_t *json_text_lossy(const char *text)
{
	size_t size = strlen(text) + 1;
	char *clean = malloc(size);
	json_t *json;

	if (!clean)
		return NULL;
	json_text_clean(clean, size, text);
	json = json_string_nocheck(clean);
	free(clean);
	return json;
}

static int nibble(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int hex_get(const char *hex, char **text)
{
	size_t len = strlen(hex) / 2;
	char *bytes;

	if (strlen(hex) % 2)
		return -EINVAL;
	bytes = malloc(len + 1);
	if (!bytes)
		return -ENOMEM;
	for (size_t i = 0; i < len; i++) {
		int high = nibble(hex[2 * i]), low = nibble(hex[2 * i + 1]);

		if (high < 0 || low < 0 || !(high | low)) {
			free(bytes);
			return -EINVAL;
		}
		bytes[i] = (char)(high << 4 | low);
	}
	bytes[len] = '\0';
	*text = bytes;
	return 0;
}

int json_text_get(const json_t *json, char **text)
{
	const char *hex = json_string_value(json_object_get(json, "hex"));

	if (json_is_null(json)) {
		*text = NULL;
		return 0;
	}
	if (hex)
		return hex_get(hex, text);
	if (!json_is_string(json))
		return -EINVAL;
	*text = strdup(json_string_value(json));
	return *text ? 0 : -ENOMEM;
}
