#include "report/cause_facts.h"

#include "model/envfacts.h"
#include "model/raid_geometry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Multiples that have boundaries of their own where the first one has: the more, the cheaper a name would be. */
#define CHUNKS 2
#define STRIPES 4

/* Facts that the environment has at one place each. */
static const struct source {
	const char *path, *name;
	enum cause_kind kind;
	bool of_device; /* "md0's largest request" */
} sources[] = {
	{ "device.optimal_io_bytes", "optimal I/O", CAUSE_OPTIMAL_IO, true },
	{ "device.max_sectors_bytes", "largest request", CAUSE_MAX_REQUEST, true },
	{ "device.read_ahead_bytes", "read-ahead", CAUSE_READ_AHEAD, true },
	{ "file_system.block_bytes", "the file system's block", CAUSE_FS_BLOCK, false },
	{ "memory.page_bytes", "the page", CAUSE_PAGE, false },
	{ "cgroup.memory_limit_bytes", "the control group's memory limit", CAUSE_MEMORY_LIMIT, false },
	{ "memory.total_bytes", "the memory", CAUSE_RAM, false },
	{ "memory.dirty.limit_bytes", "the dirty limit", CAUSE_DIRTY_LIMIT, false },
	{ "memory.dirty.background_limit_bytes", "the background dirty limit", CAUSE_DIRTY_BACKGROUND, false },
};

/* owner may be NULL: what stands as it is. Returns 0 or -ENOMEM. */
static int add(struct cause_facts *facts, struct cause_fact fact, const char *owner)
{
	char *name;

	if (!(fact.size > 0))
		return 0;
	if (asprintf(&name, "%s%s%s", owner ? owner : "", owner ? "'s " : "", fact.name) < 0)
		return -ENOMEM;
	fact.name = facts->names[facts->n] = name;
	facts->v[facts->n++] = fact;
	return 0;
}

static const char *device_name(const json_t *env)
{
	const char *name = envfacts_string(env, "device.name");

	return name ? name : "the device";
}

/* The stripe only where it is told apart from the chunk. */
static int add_array(struct cause_facts *facts, const char *owner, uint64_t chunk, uint64_t data)
{
	struct cause_fact of_chunk = { CAUSE_CHUNK, "chunk", (double)chunk, CHUNKS, false };
	struct cause_fact of_stripe = { CAUSE_STRIPE, "stripe", (double)chunk * (double)data, STRIPES, false };
	int ret = add(facts, of_chunk, owner);

	return ret || data < 2 ? ret : add(facts, of_stripe, owner);
}

static int add_mkfs_stripe(struct cause_facts *facts, const json_t *env)
{
	uint64_t unit = 0, width = 0;
	int ret;

	envfacts_u64(env, "file_system.stripe_unit_bytes", &unit);
	envfacts_u64(env, "file_system.stripe_width_bytes", &width);
	ret = add(facts, (struct cause_fact){ CAUSE_CHUNK, "stripe unit", (double)unit, CHUNKS, true }, "the file system");
	if (ret || width == unit)
		return ret;
	return add(facts, (struct cause_fact){ CAUSE_STRIPE, "stripe width", (double)width, STRIPES, true },
		   "the file system");
}

static int add_geometry(struct cause_facts *facts, const json_t *env, const struct raid_geometry *raid)
{
	struct envfacts_stripe stripe;

	if (raid)
		return add_array(facts, "the array", raid->chunk_bytes, raid->data_disks);
	if (envfacts_stripe(env, &stripe))
		return add_array(facts, stripe.device ? stripe.device : "the array", stripe.chunk_bytes,
				 stripe.data_disks);
	return add_mkfs_stripe(facts, env);
}

static int add_sources(struct cause_facts *facts, const json_t *env)
{
	int ret = 0;

	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources) && !ret; i++) {
		const struct source *s = &sources[i];
		uint64_t bytes;
		bool limited;

		/* The page cache ends once. */
		if (s->kind == CAUSE_RAM && envfacts_memory_end(env, &bytes, &limited) && limited)
			continue;
		if (envfacts_u64(env, s->path, &bytes))
			ret = add(facts, (struct cause_fact){ s->kind, s->name, (double)bytes, 1, false },
				  s->of_device ? device_name(env) : NULL);
	}
	return ret;
}

static int add_cache(struct cause_facts *facts, const json_t *env, unsigned level, enum cause_kind kind, const char *name)
{
	uint64_t bytes;

	if (!envfacts_cpu_cache(env, level, &bytes))
		return 0;
	return add(facts, (struct cause_fact){ kind, name, (double)bytes, 1, false }, NULL);
}

int cause_facts_collect(const json_t *env, const struct raid_geometry *raid, uint64_t stride,
			struct cause_facts *facts)
{
	int ret;

	*facts = (struct cause_facts){ .n = 0 };
	ret = add_geometry(facts, env, raid);
	if (!ret)
		ret = add_sources(facts, env);
	if (!ret)
		ret = add(facts, (struct cause_fact){ CAUSE_STRIDE, "the stride", (double)stride, 1, false }, NULL);
	if (!ret)
		ret = add_cache(facts, env, 3, CAUSE_L3, "the L3 cache");
	return ret ? ret : add_cache(facts, env, 2, CAUSE_L2, "the L2 cache");
}

void cause_facts_release(struct cause_facts *facts)
{
	for (size_t i = 0; i < facts->n; i++)
		free(facts->names[i]);
	*facts = (struct cause_facts){ .n = 0 };
}
