#include "unit/fake_tree.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM 1024

void fake_tree_init(struct fake_tree *tree)
{
	const char *dir = getenv("TMPDIR");

	snprintf(tree->root, sizeof(tree->root), "%s/fake-tree-XXXXXX", dir ? dir : "/tmp");
	ck_assert_msg(mkdtemp(tree->root) != NULL, "%s: %s", tree->root, strerror(errno));
	snprintf(tree->sys, sizeof(tree->sys), "%s/sys", tree->root);
	snprintf(tree->proc, sizeof(tree->proc), "%s/proc", tree->root);
	tree->roots = (struct env_roots){ tree->sys, tree->proc, tree->root };
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void fake_tree_release(struct fake_tree *tree)
{
	ck_assert_int_eq(nftw(tree->root, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void make_directories(char *path)
{
	for (char *c = path + 1; (c = strchr(c, '/')); c++) {
		*c = '\0';
		ck_assert_msg(!mkdir(path, 0755) || errno == EEXIST, "%s: %s", path, strerror(errno));
		*c = '/';
	}
}

__attribute__((format(printf, 3, 0)))
static void place(const struct fake_tree *tree, char full[PATH_ROOM], const char *path, va_list ap)
{
	int len = snprintf(full, PATH_ROOM, "%s/", tree->root);

	len += vsnprintf(full + len, PATH_ROOM - (size_t)len, path, ap);
	ck_assert_int_lt(len, PATH_ROOM);
	make_directories(full);
}

void fake_tree_write(const struct fake_tree *tree, const char *text, const char *path, ...)
{
	char full[PATH_ROOM];
	va_list ap;
	int fd;

	va_start(ap, path);
	place(tree, full, path, ap);
	va_end(ap);
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ck_assert_msg(fd >= 0, "%s: %s", full, strerror(errno));
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

void fake_tree_link(const struct fake_tree *tree, const char *to, const char *path, ...)
{
	char full[PATH_ROOM], target[PATH_ROOM];
	va_list ap;

	va_start(ap, path);
	place(tree, full, path, ap);
	va_end(ap);
	snprintf(target, sizeof(target), "%s/%s", tree->root, to);
	ck_assert_msg(!symlink(target, full), "%s: %s", full, strerror(errno));
}

void fake_tree_device(const struct fake_tree *tree, const char *dir, const char *number, const char *sectors)
{
	char to[PATH_ROOM];

	snprintf(to, sizeof(to), "sys/devices/%s", dir);
	fake_tree_write(tree, number, "%s/dev", to);
	fake_tree_write(tree, sectors, "%s/size", to);
	fake_tree_link(tree, to, "sys/dev/block/%s", number);
}
