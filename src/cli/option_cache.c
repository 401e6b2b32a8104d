#include "cli/option_cache.h"

#include "base/err.h"
#include "cli/options.h"
#include "cli/words.h"

#define MEMORY_LIMIT_MIN (16ULL << 20) /* the program, its threads and a little page cache */

const struct word_list cache_mode_words = { "a way to treat the cache", "such ways", .names = cache_mode_names };

int option_parse_cache(struct option_values *values, const char *text, struct err *err)
{
	int mode = word_list_find(&cache_mode_words, text, err);

	if (mode < 0)
		return -1;
	values->cache = (enum cache_mode)mode;
	return 0;
}

int option_parse_memory_limit(struct option_values *values, const char *text, struct err *err)
{
	uint64_t bytes;

	if (units_parse_size(text, values->ram_bytes, &bytes, err))
		return -1;
	if (bytes < MEMORY_LIMIT_MIN)
		return err_set(err, ERR_USAGE, "'%s' is less than 16M", text);
	if (values->ram_bytes && bytes >= values->ram_bytes)
		return err_set(err, ERR_USAGE, "'%s' would limit nothing: the machine has no more memory than that", text);
	values->memory_limit_bytes = bytes;
	values->ram_bytes = bytes;
	return 0;
}
