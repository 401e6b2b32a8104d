#include "measure/cgroup_path.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/sysfile.h"

static bool has_word(const char *list, size_t len, const char *word)
{
	size_t word_len = strlen(word);

	for (const char *at = list; at < list + len; at += strcspn(at, ", \n") + 1) {
		size_t n = strcspn(at, ", :\n");

		if (n == word_len && !strncmp(at, word, n))
			return true;
	}
	return false;
}

/* Whether the root of version 2 at this place has the memory controller. */
static bool version_2_has_memory(const char *root)
{
	char controllers[256];

	return !sysfile_string(controllers, sizeof(controllers), "%s/cgroup.controllers", root) &&
	       has_word(controllers, strlen(controllers), "memory");
}

/* The root of the hierarchy of a line "ID:CONTROLLERS:PATH" of /proc/self/cgroup; false: it has no memory. */
static bool root_of(const struct env_roots *roots, const char *controllers, size_t len, char *root, size_t size)
{
	if (len && has_word(controllers, len, "memory")) {
		snprintf(root, size, "%s/fs/cgroup/%.*s", roots->sys, (int)len, controllers);
		return true;
	}
	if (len)
		return false;
	snprintf(root, size, "%s/fs/cgroup", roots->sys);
	if (version_2_has_memory(root))
		return true;
	snprintf(root, size, "%s/fs/cgroup/unified", roots->sys);
	return version_2_has_memory(root);
}

static int find(const struct env_roots *roots, const char *text, char *path, size_t size, size_t *root_len)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const char *controllers = strchr(line, ':'), *group;
		char root[512];

		group = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!group || !root_of(roots, controllers + 1, (size_t)(group - controllers - 1), root, sizeof(root)))
			continue;
		group++;
		*root_len = strlen(root);
		if (snprintf(path, size, "%s%.*s", root, (int)strcspn(group, "\n"), group) >= (int)size)
			return -ENAMETOOLONG;
		if (path[strlen(path) - 1] == '/')
			path[strlen(path) - 1] = '\0';
		if (access(path, F_OK))
			path[*root_len] = '\0';
		return access(path, F_OK) ? -errno : 0;
	}
	return -ENOENT;
}

int cgroup_memory_path(const struct env_roots *roots, char *path, size_t size, size_t *root_len)
{
	struct strbuf text;
	char file[512];
	int ret;

	strbuf_init(&text);
	snprintf(file, sizeof(file), "%s/self/cgroup", roots->proc);
	ret = strbuf_read_file(&text, file);
	if (!ret)
		ret = find(roots, text.buf, path, size, root_len);
	strbuf_release(&text);
	return ret;
}
