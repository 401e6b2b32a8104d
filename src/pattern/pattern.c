#include "pattern/pattern.h"

#include <assert.h>
#include <string.h>

extern const struct pattern pattern_write, pattern_rewrite, pattern_read, pattern_reread, pattern_randread,
	pattern_randwrite, pattern_backward, pattern_recrewrite, pattern_stride, pattern_mixed;

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
	&pattern_mixed,
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

/* Which of the records that are meant holds the start offset, or comes next in the file. */
static uint64_t start_record(const struct pattern_state *state)
{
	uint64_t record = state->config.start_offset / state->config.record_size;

	if (record < state->config.first_record)
		return 0;
	return (record - state->config.first_record) / state->config.record_step % state->records;
}

void pattern_start(const struct pattern *pattern, const struct pattern_config *config, struct pattern_state *state)
{
	assert(config->file_size && config->record_size);
	*state = (struct pattern_state){ .config = *config, .records = config->records };
	if (!config->records) {
		state->records = (config->file_size + config->record_size - 1) / config->record_size;
		state->config.first_record = 0;
		state->config.record_step = 1;
	}
	state->total = state->records;
	if (config->start_offset != PATTERN_FROM_START)
		state->cursor = start_record(state);
	if (pattern->start)
		pattern->start(state);
}
