/*
 * env_json: putting facts into a JSON object, where not known becomes null.
 *
 * When memory runs out the key stays away, which its readers cannot tell from null.
 */
#ifndef IOSWEEP_MEASURE_ENV_JSON_H
#define IOSWEEP_MEASURE_ENV_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ENV_UNKNOWN UINT64_MAX

void env_put(json_t *object, const char *key, json_t *value); /* takes value; NULL is null */
void env_put_string(json_t *object, const char *key, const char *value); /* NULL is null; not UTF-8 is '?' */
void env_put_u64(json_t *object, const char *key, uint64_t value); /* ENV_UNKNOWN is null */
void env_put_real(json_t *object, const char *key, double value); /* NAN is null */

/* One line of a file, or null. */
void env_put_file(json_t *object, const char *key, const char *path, ...) __attribute__((format(printf, 3, 4)));

/* The number in a file, or ENV_UNKNOWN. */
uint64_t env_number(const char *path, ...) __attribute__((format(printf, 1, 2)));

/* value times scale; ENV_UNKNOWN stays, and so does what would overflow. */
uint64_t env_scaled(uint64_t value, uint64_t scale);

/* Reduces "none [mq-deadline] kyber" to "mq-deadline", in place; a text without brackets stays as it is. */
void env_keep_bracketed(char *text);

/* "12.34", always with a point, whatever the locale. NAN when text does not start with a digit. */
double env_decimal(const char *text);

/* The text behind "name=" in a list of options with commas or newlines between, to the list's end. NULL: none. */
const char *env_option(const char *options, const char *name);

#endif
