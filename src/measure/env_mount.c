#include "measure/env_mount.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int mount_table_read(struct mount_table *table, const char *mountinfo)
{
	int ret = mount_table_libmount(table, mountinfo);

	return ret == -ENOSYS ? mount_table_proc(table, mountinfo) : ret;
}

void mount_table_release(struct mount_table *table)
{
	for (size_t i = 0; i < table->n; i++) {
		free(table->v[i].type);
		free(table->v[i].mount_point);
		free(table->v[i].source);
		free(table->v[i].mount_options);
		free(table->v[i].super_options);
	}
	free(table->v);
	*table = (struct mount_table){ 0 };
}

struct mount_entry *mount_table_add(struct mount_table *table)
{
	struct mount_entry *grown = reallocarray(table->v, table->n + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	table->v = grown;
	grown[table->n] = (struct mount_entry){ 0 };
	return &grown[table->n++];
}

static bool leads_to(const char *mount_point, const char *path)
{
	size_t len = strlen(mount_point);

	if (!strcmp(mount_point, "/"))
		return true;
	return !strncmp(mount_point, path, len) && (!path[len] || path[len] == '/');
}

const struct mount_entry *mount_table_find(const struct mount_table *table, uint64_t id, const char *path)
{
	const struct mount_entry *best = NULL;
	size_t best_len = 0;

	for (size_t i = 0; i < table->n; i++) {
		const struct mount_entry *entry = &table->v[i];

		if (entry->id == id)
			return entry;
		if (entry->mount_point && leads_to(entry->mount_point, path) &&
			strlen(entry->mount_point) >= best_len) {
			best = entry;
			best_len = strlen(entry->mount_point);
		}
	}
	return best;
}
