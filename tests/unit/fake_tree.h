/*
 * fake_tree: a small /sys and /proc in a directory of its own, for the modules that take struct env_roots.
 *
 * Paths are relative to the tree: "sys/block/sda/size", "proc/meminfo", "etc/os-release". A step that fails fails
 * the test.
 */
#ifndef IOSWEEP_TESTS_FAKE_TREE_H
#define IOSWEEP_TESTS_FAKE_TREE_H

#include "measure/env_roots.h"

struct fake_tree {
	char root[256], sys[272], proc[272];
	struct env_roots roots;
};

void fake_tree_init(struct fake_tree *tree);
void fake_tree_release(struct fake_tree *tree); /* removes it */

/* Makes the directories on the way; an existing file is overwritten in place, so that open descriptors see it. */
void fake_tree_write(const struct fake_tree *tree, const char *text, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/* A symbolic link at path to another place of the tree. */
void fake_tree_link(const struct fake_tree *tree, const char *to, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/* A block device: its directory sys/devices/DIR with dev and size, and its link in sys/dev/block. */
void fake_tree_device(const struct fake_tree *tree, const char *dir, const char *number, const char *sectors);

#endif
