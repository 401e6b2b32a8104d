/* The sizes that explain something: lines in slices, marks at the sides of surfaces. */
#include "report/pictures_internal.h"

#include "base/err.h"
#include "base/units.h"
#include "model/envfacts.h"
#include "model/raid_geometry.h"

#include <string.h>

#define STRIPE "stripe" /* what an array does at its size it does at the multiples */

static void add_ref(struct picture_page *page, enum axis axis, uint64_t size, const char *what)
{
	char text[UNITS_TEXT_LEN];

	if (page->refs_n == PICTURE_REFS_MAX || (axis != page->rs->x && axis != page->rs->y))
		return;
	strbuf_addf(&page->labels[page->refs_n], "%s %s", what, units_format_size(size, text));
	page->refs[page->refs_n] = (struct picture_ref){
		.axis = axis == page->rs->x ? PICTURE_X : PICTURE_Y,
		.size_bytes = size,
		.label = page->labels[page->refs_n].buf,
		.repeats = !strcmp(what, STRIPE),
	};
	page->refs_n++;
}

/* What a file may fit into. */
static void add_memory_refs(struct picture_page *page, const json_t *env)
{
	size_t before;
	uint64_t size;
	bool limited;

	if (envfacts_cpu_cache(env, 2, &size))
		add_ref(page, AXIS_FILE_SIZE, size, "L2");
	if (envfacts_cpu_cache(env, 3, &size))
		add_ref(page, AXIS_FILE_SIZE, size, "L3");
	if (envfacts_memory_end(env, &size, &limited))
		add_ref(page, AXIS_FILE_SIZE, size, limited ? "memory limit" : "RAM");
	before = page->refs_n;
	if (envfacts_u64(env, "memory.dirty.limit_bytes", &size))
		add_ref(page, AXIS_FILE_SIZE, size, "dirty limit");
	page->write_refs_n = page->refs_n - before;
}

void picture_page_add_refs(struct picture_page *page)
{
	const json_t *env = page->rs->environment;
	struct raid_geometry array;

	if (page->mode == MODE_DEVICE && raid_geometry_find(page->rs->config.raid, env, &array)) {
		add_ref(page, AXIS_RECORD, array.chunk_bytes, "chunk");
		if (array.data_disks > 1)
			add_ref(page, AXIS_RECORD, array.chunk_bytes * array.data_disks, STRIPE);
	}
	if (page->mode == MODE_CACHED)
		add_memory_refs(page, env);
}
