#include "measure/memory_group.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "measure/cgroup_path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME_PREFIX "iosweep-"
#define LEAVE_TRIES 100 /* 10 ms apart */

struct memory_group {
	char came_from[PATH_MAX]; /* the directory of the group that the process was in */
	char path[PATH_MAX]; /* of the own group */
};

static int write_file(const char *dir, const char *name, const char *text)
{
	char path[PATH_MAX + 64];
	size_t len = strlen(text);
	int fd, ret = 0;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, len) != (ssize_t)len)
		ret = errno ? -errno : -EIO;
	close(fd);
	return ret;
}

static bool exists(const char *dir, const char *name)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

static int move_to(const char *dir)
{
	char pid[32];

	snprintf(pid, sizeof(pid), "%ld", (long)getpid());
	return write_file(dir, "cgroup.procs", pid);
}

/* Groups of runs that are no more; one that is in use cannot be removed. */
static void remove_leftovers(const char *parent)
{
	DIR *dir = opendir(parent);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		long pid = strncmp(entry->d_name, NAME_PREFIX, strlen(NAME_PREFIX)) ?
				   0 : strtol(entry->d_name + strlen(NAME_PREFIX), NULL, 10);

		if (pid > 0 && kill((pid_t)pid, 0) && errno == ESRCH)
			unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

/* Sets the limit, and keeps the group from filling swap instead. */
static int set_limit(const char *path, uint64_t limit_bytes)
{
	char text[32];
	int ret;

	snprintf(text, sizeof(text), "%llu", (unsigned long long)limit_bytes);
	ret = write_file(path, exists(path, "memory.max") ? "memory.max" : "memory.limit_in_bytes", text);
	if (!ret && exists(path, "memory.swap.max"))
		ret = write_file(path, "memory.swap.max", "0");
	else if (!ret && exists(path, "memory.memsw.limit_in_bytes"))
		ret = write_file(path, "memory.memsw.limit_in_bytes", text);
	return ret;
}

/* A group below this directory, with the limit and with the process in it. 0 or -errno, nothing left behind. */
static int make_below(struct memory_group *g, const char *parent, uint64_t limit_bytes)
{
	int ret;

	remove_leftovers(parent);
	/* Version 2 hands the memory controller down only where told to; version 1 has no such file. */
	if (exists(parent, "cgroup.subtree_control"))
		write_file(parent, "cgroup.subtree_control", "+memory");
	if ((size_t)snprintf(g->path, sizeof(g->path), "%s/" NAME_PREFIX "%ld", parent, (long)getpid()) >= sizeof(g->path))
		return -ENAMETOOLONG;
	if (mkdir(g->path, 0755))
		return -errno;
	ret = set_limit(g->path, limit_bytes);
	if (!ret)
		ret = move_to(g->path);
	if (ret)
		rmdir(g->path);
	return ret;
}

/* From the process's own group towards the root until one takes it; the last failure when none does. */
static int make_somewhere(struct memory_group *g, size_t root_len, uint64_t limit_bytes)
{
	char parent[PATH_MAX];
	int ret = -ENOENT;

	snprintf(parent, sizeof(parent), "%s", g->came_from);
	for (;;) {
		char *slash;

		ret = make_below(g, parent, limit_bytes);
		slash = strrchr(parent, '/');
		if (!ret || strlen(parent) <= root_len || !slash)
			return ret;
		*slash = '\0';
	}
}

int memory_group_enter(const struct env_roots *roots, uint64_t limit_bytes, struct memory_group **group, struct err *err)
{
	struct memory_group *g = calloc(1, sizeof(*g));
	size_t root_len = 0;
	int ret = g ? cgroup_memory_path(roots, g->came_from, sizeof(g->came_from), &root_len) : -ENOMEM;

	if (ret == -ENOENT) {
		err_set(err, ERR_ENVIRONMENT, "--memory-limit: this system shows no control groups of memory");
	} else if (ret) {
		err_sys(err, ERR_ENVIRONMENT, ret, "--memory-limit");
	} else {
		ret = make_somewhere(g, root_len, limit_bytes);
		if (ret)
			err_sys(err, ERR_ENVIRONMENT, ret, "--memory-limit: cannot make a control group below %s (root may, "
							   "and 'systemd-run --scope -p MemoryMax=SIZE iosweep ...' does it "
							   "from outside)", g->came_from);
	}
	if (ret) {
		free(g);
		return -1;
	}
	*group = g;
	return 0;
}

int memory_group_leave(struct memory_group *group)
{
	int ret;

	if (!group)
		return 0;
	ret = move_to(group->came_from);
	/* The kernel takes a moment to see that a process has left, or has ended. */
	for (int i = 0; !ret; i++) {
		const struct timespec pause = { .tv_nsec = 10000000 };

		if (!rmdir(group->path) || errno == ENOENT)
			break;
		if (errno != EBUSY || i == LEAVE_TRIES)
			ret = -errno;
		else
			nanosleep(&pause, NULL);
	}
	free(group);
	return ret;
}
