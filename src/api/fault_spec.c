#include "api/fault.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "base/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ERRNO_MAX 4095 /* include/linux/err.h: MAX_ERRNO */
#define VALUE_LEN 40

enum key_kind { KEY_EVENT, KEY_EFFECT, KEY_COUNT, KEY_BYTE };

/* What has been read so far. */
struct reading {
	struct fault_spec *spec;
	const char *event, *effect, *count, *byte; /* the keys, NULL where they did not come */
	struct err *err;
};

static int read_count(const char *text, uint64_t *value, struct err *err)
{
	return units_parse_count(text, 1, UINT64_MAX, value, err);
}

static int read_place(const char *text, uint64_t *value, struct err *err)
{
	return units_parse_count(text, 0, UINT64_MAX, value, err);
}

static int read_bytes(const char *text, uint64_t *value, struct err *err)
{
	if (!strcmp(text, "0")) {
		*value = 0;
		return 0;
	}
	return units_parse_size(text, 0, value, err);
}

static int read_errno(const char *text, uint64_t *value, struct err *err)
{
	struct err ignored = ERR_INIT;

	for (int number = 1; number <= ERRNO_MAX; number++) {
		const char *name = strerrorname_np(number);

		if (name && !strcmp(name, text)) {
			*value = (uint64_t)number;
			return 0;
		}
	}
	if (units_parse_count(text, 1, ERRNO_MAX, value, &ignored))
		return err_set(err, ERR_USAGE, "'%s' is no error; accepted are names such as EIO, and numbers from 1 to %d",
			       text, ERRNO_MAX);
	return 0;
}

static const struct key {
	const char *name;
	enum key_kind kind;
	unsigned which; /* enum fault_event or fault_effect */
	int (*read)(const char *text, uint64_t *value, struct err *err);
} keys[] = {
	{ "op", KEY_EVENT, FAULT_OP, read_count },
	{ "submit", KEY_EVENT, FAULT_SUBMIT, read_count },
	{ "reap", KEY_EVENT, FAULT_REAP, read_count },
	{ "open", KEY_EVENT, FAULT_OPEN, read_count },
	{ "settle", KEY_EVENT, FAULT_SETTLE, read_count },
	{ "flush", KEY_EVENT, FAULT_FLUSH, read_count },
	{ "close", KEY_EVENT, FAULT_CLOSE, read_count },
	{ "corrupt", KEY_EVENT, FAULT_CORRUPT, read_count },
	{ "misread", KEY_EVENT, FAULT_MISREAD, read_count },
	{ "errno", KEY_EFFECT, FAULT_ERRNO, read_errno },
	{ "short", KEY_EFFECT, FAULT_SHORT, read_bytes },
	{ "delay", KEY_EFFECT, FAULT_DELAY, units_parse_duration },
	{ "count", KEY_COUNT, 0, read_count },
	{ "byte", KEY_BYTE, 0, read_place },
};

#define KEYS_N (sizeof(keys) / sizeof(*keys))

static void add_names(struct strbuf *sb, enum key_kind kind)
{
	const char *between = "";

	for (size_t i = 0; i < KEYS_N; i++) {
		if (keys[i].kind != kind)
			continue;
		strbuf_addf(sb, "%s%s", between, keys[i].name);
		between = ", ";
	}
}

static int missing(struct err *err, const char *what, enum key_kind kind)
{
	struct strbuf names;

	strbuf_init(&names);
	add_names(&names, kind);
	err_set(err, ERR_USAGE, "%s is missing; one of %s", what, names.buf);
	strbuf_release(&names);
	return -1;
}

static int unknown_key(struct err *err, const char *word)
{
	struct strbuf names;

	strbuf_init(&names);
	for (size_t i = 0; i < KEYS_N; i++)
		strbuf_addf(&names, "%s%s", i ? ", " : "", keys[i].name);
	err_set(err, ERR_USAGE, "'%.40s' is no part of a fault, which is KEY=VALUE with one of %s", word, names.buf);
	strbuf_release(&names);
	return -1;
}

/* Where this key, or another of its kind, would overwrite what has come before. */
static int remember(struct reading *r, const struct key *key)
{
	const char **slot = key->kind == KEY_EVENT    ? &r->event
			    : key->kind == KEY_EFFECT ? &r->effect
			    : key->kind == KEY_COUNT  ? &r->count
						      : &r->byte;

	if (*slot && !strcmp(*slot, key->name))
		return err_set(r->err, ERR_USAGE, "%s is given twice", key->name);
	if (*slot)
		return err_set(r->err, ERR_USAGE, "%s and %s do not go together", *slot, key->name);
	*slot = key->name;
	return 0;
}

static int read_key(struct reading *r, const struct key *key, const char *text)
{
	uint64_t value;

	if (remember(r, key))
		return -1;
	if (key->read(text, &value, r->err))
		return err_clause(r->err, "%s", key->name);
	if (key->kind == KEY_EVENT) {
		r->spec->event = (enum fault_event)key->which;
		r->spec->at = value;
	} else if (key->kind == KEY_COUNT) {
		r->spec->count = value;
	} else {
		r->spec->value = value;
	}
	if (key->kind == KEY_EFFECT)
		r->spec->effect = (enum fault_effect)key->which;
	return 0;
}

/* One KEY=VALUE, len bytes of text. */
static int read_part(struct reading *r, const char *text, size_t len)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len, value_len = equals ? len - name_len - 1 : 0;
	char word[VALUE_LEN];

	for (size_t i = 0; equals && i < KEYS_N; i++) {
		if (strlen(keys[i].name) != name_len || memcmp(keys[i].name, text, name_len))
			continue;
		if (value_len >= sizeof(word))
			return err_set(r->err, ERR_USAGE, "%s: the value is too long", keys[i].name);
		memcpy(word, equals + 1, value_len);
		word[value_len] = '\0';
		return read_key(r, &keys[i], word);
	}
	memcpy(word, text, len < sizeof(word) ? len : sizeof(word) - 1);
	word[len < sizeof(word) ? len : sizeof(word) - 1] = '\0';
	return unknown_key(r->err, word);
}

static int check(const struct reading *r)
{
	bool flips = r->spec->event == FAULT_CORRUPT || r->spec->event == FAULT_MISREAD;

	if (!r->event)
		return missing(r->err, "the event", KEY_EVENT);
	if (flips && r->effect)
		return err_set(r->err, ERR_USAGE, "%s and %s do not go together", r->event, r->effect);
	if (!flips && r->byte)
		return err_set(r->err, ERR_USAGE, "byte goes with corrupt and misread, not with %s", r->event);
	if (!flips && !r->effect)
		return missing(r->err, "what happens", KEY_EFFECT);
	if (r->effect && r->spec->effect == FAULT_SHORT && r->spec->event != FAULT_OP)
		return err_set(r->err, ERR_USAGE, "short goes with op, not with %s", r->event);
	return 0;
}

int fault_parse(const char *text, struct fault_spec *spec, struct err *err)
{
	struct fault_spec found = { .count = 1, .effect = FAULT_FLIP };
	struct reading r = { .spec = &found, .err = err };

	for (;;) {
		size_t len = strcspn(text, ",");

		if (read_part(&r, text, len))
			return -1;
		if (!text[len])
			break;
		text += len + 1;
	}
	if (check(&r))
		return -1;
	*spec = found;
	return 0;
}
