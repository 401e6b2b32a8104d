/*
 * json_text: any C string as a JSON value, and back.
 *
 * JSON strings are UTF-8, file names are bytes. Text that is UTF-8 becomes a string; other text becomes
 * {"hex": "2f746d70ff"}, so that a run under any path can be resumed. NULL is null.
 */
#ifndef IOSWEEP_STORE_JSON_TEXT_H
#define IOSWEEP_STORE_JSON_TEXT_H

#include <jansson.h>

/* A new reference; NULL when memory ran out. */
json_t *json_text_new(const char *text);

/* For remarks: bytes that are not UTF-8 become "?". A new reference; NULL when memory ran out. */
json_t *json_text_lossy(const char *text);

/* *text becomes an owned string, or NULL for null. 0, -EINVAL when json holds no text, or -ENOMEM. */
int json_text_get(const json_t *json, char **text);

/* Copies text to `to`, replacing what is not UTF-8 by "?"; cut to size. */
void json_text_clean(char *to, size_t size, const char *text);

#endif
