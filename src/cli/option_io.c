#include "cli/option_io.h"

#include "base/err.h"
#include "cli/options.h"
#include "cli/words.h"

#define IOVECS_MAX 1024 /* IOV_MAX */
#define STDIO_BUFFER_MAX (1ULL << 30)

const struct word_list sync_mode_words = { "a way to write", "such ways", .names = sync_mode_names };
const struct word_list map_advice_words = { "an advice", "advices", .names = map_advice_names };

int option_parse_sync_mode(struct option_values *values, const char *text, struct err *err)
{
	int mode = word_list_find(&sync_mode_words, text, err);

	if (mode < 0)
		return -1;
	values->io.sync_mode = (enum sync_mode)mode;
	return 0;
}

int option_parse_map_advice(struct option_values *values, const char *text, struct err *err)
{
	int advice = word_list_find(&map_advice_words, text, err);

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
