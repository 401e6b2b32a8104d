#include "api/sim_environment.h"

#include <stdio.h>

#define LAST_CPU_CACHE 3

static json_t *whole(uint64_t value)
{
	return json_integer((json_int_t)value);
}

static json_t *cpu_cache(const struct sim_cache *cache, size_t level)
{
	return json_pack("{s:o, s:s, s:o}", "level", whole(level), "type", "Unified", "size_bytes",
			 whole(cache->size_bytes));
}

/* All but the last are the CPU's. */
static json_t *cpu(const struct sim_model *model)
{
	size_t n = model->caches_n ? model->caches_n - 1 : 0, first = n > LAST_CPU_CACHE ? n - LAST_CPU_CACHE : 0;
	json_t *caches = json_array();

	for (size_t i = first; i < n; i++) {
		if (json_array_append_new(caches, cpu_cache(&model->caches[i], LAST_CPU_CACHE + 1 + i - n))) {
			json_decref(caches);
			return NULL;
		}
	}
	return json_pack("{s:s, s:o}", "model", "modelled CPU", "caches", caches);
}

static json_t *dirty(const struct sim_model *model)
{
	if (model->dirty_limit_bytes == UINT64_MAX)
		return NULL;
	return json_pack("{s:o}", "limit_bytes", whole(model->dirty_limit_bytes));
}

static json_t *memory(const struct sim_model *model)
{
	if (!model->caches_n)
		return NULL;
	return json_pack("{s:o, s:o*}", "total_bytes", whole(model->caches[model->caches_n - 1].size_bytes), "dirty",
			 dirty(model));
}

static json_t *md(const struct sim_raid *raid)
{
	char level[16];

	if (!raid->disks)
		return NULL;
	snprintf(level, sizeof(level), "raid%d", (int)raid->level);
	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "level", level, "chunk_bytes", whole(raid->chunk_bytes),
			 "raid_disks", whole(raid->disks), "data_disks", whole(sim_raid_data_disks(raid)),
			 "stripe_bytes", whole(sim_raid_data_disks(raid) * raid->chunk_bytes));
}

static json_t *device(const struct sim_device *device)
{
	uint64_t max = device->max_request_bytes;

	return json_pack("{s:s, s:s, s:o*, s:o*}", "name", "sim", "kind", device->raid.disks ? "md" : "disk",
			 "max_sectors_bytes", max ? whole(max) : NULL, "md", md(&device->raid));
}

json_t *sim_environment(const struct sim_model *model)
{
	return json_pack("{s:s, s:o, s:o*, s:{s:s}, s:o, s:O}", "host_name", "simulated", "cpu", cpu(model), "memory",
			 memory(model), "file_system", "type", "sim", "device", device(&model->device), "sim_model",
			 model->source);
}
