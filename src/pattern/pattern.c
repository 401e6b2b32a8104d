#include "pattern/pattern.h"

#include <assert.h>
#include <string.h>

extern const struct pattern pattern_write, pattern_rewrite, pattern_read, pattern_reread, pattern_randread,
	pattern_randwrite, pattern_backward, pattern_recrewrite, pattern_stride;

const struct pattern *const patterns[] = {
	&pattern_write,
	&pattern_rewrite,
	&pattern_read,
	&pattern_reread,
	&pattern_randread,
	&pattern_randwrite,
	&pattern_backward,
	&pattern_recrewrite,
	&pattern_stride,
};

const size_t patterns_n = sizeof(patterns) / sizeof(patterns[0]);

const struct pattern *pattern_find(const char *name)
{
	for (size_t i = 0; i < patterns_n; i++) {
		if (!strcmp(patterns[i]->name, name))
			return patterns[i];
	}
	return NULL;
}

void pattern_start(const struct pattern *pattern, const struct pattern_config *config, struct pattern_state *state)
{
	uint64_t records = (config->file_size + config->record_size - 1) / config->record_size;

	assert(config->file_size && config->record_size);
	*state = (struct pattern_state){
		.config = *config,
		.records = records,
		.total = records,
	};
	if (config->start_offset != PATTERN_FROM_START)
		state->cursor = config->start_offset / config->record_size % records;
	if (pattern->start)
		pattern->start(state);
}
