#include "store/iozone_include.h"

#include "store/iozone_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ALL ((1U << IOZONE_GROUPS) - 1)
#define MIXED 8 /* -i 8 has no column */

/* The options of IOzone that take a value, which may stand in the same word. */
static const char with_value[] = "JjkVrtsfFdluUSLH+PibXYgnyq";

size_t iozone_group(size_t column)
{
	static const unsigned char groups[IOZONE_COLUMNS_MAX] = {
		0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11,
	};

	return groups[column];
}

static unsigned bit_of(const char *number)
{
	unsigned long test = strtoul(number, NULL, 10);

	if (test == MIXED || test > IOZONE_GROUPS)
		return 0;
	return 1U << (test > MIXED ? test - 1 : test);
}

/* Takes the options of a word. Returns whether the next word is the value of -i. */
static bool take_word(const char *word, size_t len, unsigned *include, bool *any)
{
	if (len > 1 && word[1] == '-')
		return false; /* of another program: IOzone has no long options */
	for (size_t i = 1; i < len; i++) {
		if (!strchr(with_value, word[i]))
			continue;
		if (word[i] != 'i')
			return false;
		*any = true;
		if (i + 1 == len)
			return true;
		*include |= bit_of(word + i + 1);
		return false;
	}
	return false;
}

unsigned iozone_include(const char *command)
{
	unsigned include = 0;
	bool any = false, value = false;

	for (;;) {
		size_t len;

		command += strspn(command, " ");
		len = strcspn(command, " ");
		if (!len)
			break;
		if (value)
			include |= bit_of(command);
		value = !value && *command == '-' && take_word(command, len, &include, &any);
		command += len;
	}
	return any ? include : ALL;
}
