#include "cli/option_io.h"

#include "base/err.h"
#include "cli/options.h"
#include "cli/words.h"

#include <string.h>

#define IOVECS_MAX 1024 /* IOV_MAX */
#define STDIO_BUFFER_MAX (1ULL << 30)

static const char *sync_mode_word(size_t i)
{
	return sync_mode_names[i];
}

static const char *map_advice_word(size_t i)
{
	return map_advice_names[i];
}

const struct word_list sync_mode_words = { "a way to write", "such ways", sync_mode_word };
const struct word_list map_advice_words = { "an advice", "advices", map_advice_word };

/* The place of text in the names, or -1 with err. */
static int find(const struct word_list *words, const char *text, struct err *err)
{
	for (int i = 0; words->word((size_t)i); i++) {
		if (!strcmp(words->word((size_t)i), text))
			return i;
	}
	return word_list_refuse(words, text, err);
}

int option_parse_sync_mode(struct option_values *values, const char *text, struct err *err)
{
	int mode = find(&sync_mode_words, text, err);

	if (mode < 0)
		return -1;
	values->io.sync_mode = (enum sync_mode)mode;
	return 0;
}

int option_parse_map_advice(struct option_values *values, const char *text, struct err *err)
{
	int advice = find(&map_advice_words, text, err);

	if (advice < 0)
		return -1;
	values->io.map_advice = (enum map_advice)advice;
	return 0;
}

int option_parse_iovecs(struct option_values *values, const char *text, struct err *err)
{
	uint64_t iovecs;

	if (units_parse_count(text, 1, IOVECS_MAX, &iovecs, err))
		return -1;
	values->io.iovecs = (unsigned)iovecs;
	return 0;
}

int option_parse_stdio_buffer(struct option_values *values, const char *text, struct err *err)
{
	uint64_t bytes;

	if (units_parse_size(text, values->ram_bytes, &bytes, err))
		return -1;
	if (bytes < 1 || bytes > STDIO_BUFFER_MAX)
		return err_set(err, ERR_USAGE, "'%s' is not within 1 byte and 1G", text);
	values->io.stdio_buffer_bytes = bytes;
	return 0;
}

int option_parse_dontcache(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->io.dontcache = true;
	return 0;
}

int option_parse_map_async_flush(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->io.map_async_flush = true;
	return 0;
}

int option_parse_include_flush(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->include_flush = true;
	return 0;
}

int option_parse_include_close(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->include_close = true;
	return 0;
}

int option_parse_fallocate(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->fallocate = true;
	return 0;
}

int option_parse_verify(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->verify = true;
	return 0;
}

int option_parse_truncate(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->truncate_before_write = true;
	return 0;
}
