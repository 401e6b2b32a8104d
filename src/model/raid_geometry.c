#include "model/raid_geometry.h"

#include "base/err.h"
#include "base/units.h"
#include "model/envfacts.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define VALUE_LEN 40

static int read_chunk(const char *text, uint64_t *value, struct err *err)
{
	uint64_t bytes;

	if (units_parse_size(text, 0, &bytes, err))
		return -1;
	if (bytes > RAID_CHUNK_MAX)
		return err_set(err, ERR_USAGE, "'%s' is more than 1G", text);
	*value = bytes;
	return 0;
}

static int read_data(const char *text, uint64_t *value, struct err *err)
{
	return units_parse_count(text, 1, RAID_DATA_MAX, value, err);
}

static const struct key {
	const char *name;
	size_t offset;
	int (*read)(const char *text, uint64_t *value, struct err *err);
} keys[] = {
	{ "chunk", offsetof(struct raid_geometry, chunk_bytes), read_chunk },
	{ "data", offsetof(struct raid_geometry, data_disks), read_data },
};

static const struct key *find_key(const char *word, size_t len)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (strlen(keys[i].name) == len && !memcmp(keys[i].name, word, len))
			return &keys[i];
	}
	return NULL;
}

/* One KEY=VALUE of that length. */
static int read_part(const char *part, size_t len, struct raid_geometry *geometry, struct err *err)
{
	const char *equals = memchr(part, '=', len);
	const struct key *key = equals ? find_key(part, (size_t)(equals - part)) : NULL;
	size_t value_len;
	char value[VALUE_LEN];
	uint64_t *field;

	if (!key)
		return err_set(err, ERR_USAGE, "'%.*s' is no part of a geometry, which is chunk=SIZE,data=N",
			       (int)(len < VALUE_LEN ? len : VALUE_LEN), part);
	value_len = len - (size_t)(equals + 1 - part);
	if (value_len >= VALUE_LEN)
		return err_set(err, ERR_USAGE, "%s: '%.20s...' is too long", key->name, equals + 1);
	field = (uint64_t *)(void *)((char *)geometry + key->offset);
	if (*field)
		return err_set(err, ERR_USAGE, "%s is given twice", key->name);
	snprintf(value, sizeof(value), "%.*s", (int)value_len, equals + 1);
	return key->read(value, field, err) ? err_clause(err, "%s", key->name) : 0;
}

int raid_geometry_parse(const char *text, struct raid_geometry *geometry, struct err *err)
{
	struct raid_geometry read = { 0 };
	size_t len;

	for (const char *part = text;; part += len + 1) {
		len = strcspn(part, ",");
		if (read_part(part, len, &read, err))
			return -1;
		if (!part[len])
			break;
	}
	if (!read.chunk_bytes)
		return err_set(err, ERR_USAGE, "chunk is missing; a geometry is chunk=SIZE,data=N");
	*geometry = read;
	return 0;
}

bool raid_geometry_find(const char *told, const json_t *environment, struct raid_geometry *geometry)
{
	struct envfacts_stripe stripe;
	struct err ignored = ERR_INIT;

	if (told)
		return !raid_geometry_parse(told, geometry, &ignored);
	if (!envfacts_stripe(environment, &stripe))
		return false;
	*geometry = (struct raid_geometry){ stripe.chunk_bytes, stripe.data_disks };
	return true;
}
