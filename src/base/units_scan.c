#include "base/units_scan.h"

#include "base/err.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define FRACTION_DIGITS 18 /* 10^18 times a unit below 2^63 fits into 128 bits */
#define SIZE_MAX_BYTES (UINT64_C(1) << 62)
#define RAM_GRANULE 4096

__extension__ typedef unsigned __int128 wide;

static const char *scan_whole(const char *text, uint64_t *value)
{
	*value = 0;
	for (; isdigit((unsigned char)*text); text++) {
		uint64_t digit = (uint64_t)(*text - '0');

		if (*value > (UINT64_MAX - digit) / 10)
			*value = UINT64_MAX;
		else
			*value = *value * 10 + digit;
	}
	return text;
}

static const char *scan_fraction(const char *text, struct decimal *d)
{
	for (int kept = 0; isdigit((unsigned char)*text); text++, kept++) {
		if (kept >= FRACTION_DIGITS) {
			d->more_digits |= *text != '0';
			continue;
		}
		d->fraction = d->fraction * 10 + (uint64_t)(*text - '0');
		d->scale *= 10;
	}
	return text;
}

const char *decimal_scan(const char *text, struct decimal *d)
{
	*d = (struct decimal){ .scale = 1 };
	if (!isdigit((unsigned char)*text))
		return NULL;
	text = scan_whole(text, &d->whole);
	if (*text != '.')
		return text;
	if (!isdigit((unsigned char)text[1]))
		return NULL;
	return scan_fraction(text + 1, d);
}

enum scaled decimal_scale(const struct decimal *d, uint64_t unit, uint64_t max, uint64_t *result)
{
	wide part = (wide)d->fraction * unit;
	wide total = (wide)d->whole * unit + part / d->scale;

	if (d->whole == UINT64_MAX || total > max)
		return SCALED_TOO_LARGE;
	*result = (uint64_t)total;
	return part % d->scale || d->more_digits ? SCALED_ROUNDED_DOWN : SCALED_WHOLE;
}

/* What follows word, in small or capital letters of ASCII whatever the locale, at text; NULL: it is not there. */
static const char *skip_word(const char *text, const char *word)
{
	for (; *word; word++, text++) {
		if ((*text | 0x20) != *word)
			return NULL;
	}
	return text;
}

/* The end of "k", "kb" or "kib"; of nothing, where there is no unit. */
static const char *scan_unit(const char *text, uint64_t *unit)
{
	static const char letters[] = "kmgtpe";
	const char *letter = *text ? strchr(letters, *text | 0x20) : NULL, *end;

	*unit = 1;
	if (!letter)
		return text;
	*unit = UINT64_C(1) << (10 * (letter - letters + 1));
	text++;
	end = skip_word(text, "ib");
	if (!end)
		end = skip_word(text, "b");
	return end ? end : text;
}

static const char *not_a_size(const char *text, int len, struct err *err)
{
	err_set(err, ERR_USAGE, "'%.*s' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram", len,
		text);
	return NULL;
}

static const char *check_size(const char *end, uint64_t bytes, enum scaled scaled, struct err *err)
{
	if (scaled == SCALED_TOO_LARGE)
		err_set(err, ERR_USAGE, "is larger than 4e, the largest size there is");
	else if (scaled == SCALED_ROUNDED_DOWN)
		err_set(err, ERR_USAGE, "is not a whole number of bytes; use fewer decimals or a smaller unit");
	else if (!bytes)
		err_set(err, ERR_USAGE, "is no size; the smallest is 1 byte");
	else
		return end;
	return NULL;
}

static enum scaled scale_ram(const struct decimal *d, uint64_t ram_bytes, uint64_t *bytes)
{
	enum scaled scaled = decimal_scale(d, ram_bytes, SIZE_MAX_BYTES, bytes);

	*bytes -= *bytes % RAM_GRANULE;
	return scaled == SCALED_ROUNDED_DOWN ? SCALED_WHOLE : scaled;
}

const char *size_scan(const char *text, uint64_t ram_bytes, uint64_t *bytes, struct err *err)
{
	int len = (int)strcspn(text, ",:");
	struct decimal d;
	const char *end = decimal_scan(text, &d), *ram = end ? skip_word(end, "xram") : NULL;
	uint64_t unit = ram_bytes, value = 0;
	enum scaled scaled;
	struct err why = ERR_INIT;

	if (end)
		end = ram ? ram : scan_unit(end, &unit);
	if (!end || end != text + len)
		return not_a_size(text, len, err);
	if (ram && !ram_bytes) {
		err_set(err, ERR_USAGE, "'%.*s': multiples of the memory are not accepted here", len, text);
		return NULL;
	}
	scaled = ram ? scale_ram(&d, unit, &value) : decimal_scale(&d, unit, SIZE_MAX_BYTES, &value);
	if (!check_size(end, value, scaled, &why)) {
		err_set(err, ERR_USAGE, "'%.*s' %s", len, text, why.text);
		return NULL;
	}
	*bytes = value;
	return end;
}

const char *count_scan(const char *text, uint64_t max, uint64_t *value, struct err *err)
{
	int len = (int)strcspn(text, ",:");
	struct decimal d;
	const char *end = decimal_scan(text, &d);

	if (!end || end != text + len || memchr(text, '.', (size_t)len) || !d.whole || d.whole > max) {
		err_set(err, ERR_USAGE, "'%.*s' is not a whole number from 1 to %" PRIu64, len, text, max);
		return NULL;
	}
	*value = d.whole;
	return end;
}
