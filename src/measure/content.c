#include "measure/content.h"

void content_forget(struct content *content)
{
	content->n = 0;
}

void content_write(struct content *content, const struct pattern *pattern, const struct pattern_config *config,
		   const struct engine_result *result, unsigned depth)
{
	bool one_record = pattern->flags & PATTERN_FILE_SIZE_IS_NO_AXIS;
	uint64_t gaps = result->operations - 1;
	struct content_layer layer = {
		.end = one_record && config->record_size < config->file_size ? config->record_size : config->file_size,
		.stamp = result->stamp + gaps * engine_stamp_gap(pattern, config->record_size),
		.record_size = config->record_size,
		.phases = result->phases,
		.known = !result->cut && !config->records && !(pattern->flags & PATTERN_READS) &&
			 !(one_record && depth > 1),
	};

	if (config->records)
		layer.end = config->file_size;
	while (content->n && content->layers[content->n - 1].end <= layer.end)
		content->n--;
	if (content->n == CONTENT_LAYERS)
		content_forget(content);
	else
		content->layers[content->n++] = layer;
}

const struct content_layer *content_at(const struct content *content, uint64_t offset, uint64_t *end)
{
	for (unsigned i = content->n; i-- > 0;) {
		const struct content_layer *layer = &content->layers[i];

		if (offset < layer->end) {
			*end = layer->end;
			return layer->known ? layer : NULL;
		}
	}
	*end = UINT64_MAX;
	return NULL;
}
