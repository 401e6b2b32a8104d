/*
 * directory: what a command makes, a directory: taken away, made of another one, and read as one text to compare.
 *
 * What tells when is left out, run.json and the time at which a sample began among it: trials that memory did not suffice
 * for make the estimate rougher, and all behind them begins at another time.
 */
#ifndef IOSWEEP_TESTS_OOM_DIRECTORY_H
#define IOSWEEP_TESTS_OOM_DIRECTORY_H

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

static int directory_remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void directory_remove(const char *dir)
{
	nftw(dir, directory_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void directory_copy_file(const char *from_dir, const char *to_dir, const char *name)
{
	char from[400], to[400];
	struct strbuf text;
	int fd;

	snprintf(from, sizeof(from), "%s/%s", from_dir, name);
	snprintf(to, sizeof(to), "%s/%s", to_dir, name);
	strbuf_init(&text);
	fd = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (strbuf_read_file(&text, from) || fd < 0 || write(fd, text.buf, text.len) != (ssize_t)text.len)
		abort();
	close(fd);
	strbuf_release(&text);
}

/* A run of what makes one. */
static void directory_copy_run(const char *from, const char *dir)
{
	if (mkdir(dir, 0700))
		abort();
	directory_copy_file(from, dir, "run.json");
	directory_copy_file(from, dir, "samples.jsonl");
}

/* Whether there is a journal with a sample in it. */
static bool directory_has_samples(const char *dir)
{
	char path[400];
	struct stat st;

	snprintf(path, sizeof(path), "%s/samples.jsonl", dir);
	return !stat(path, &st) && st.st_size > 0;
}

/* The line without the values, of letters and digits, behind the keys. */
static void directory_add_json(struct strbuf *files, const char *line)
{
	static const char *const keys[] = { "\"started_ns\":", "\"crc\":\"" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *at = strstr(line, keys[i]);

		if (!at)
			continue;
		at += strlen(keys[i]);
		strbuf_add(files, line, (size_t)(at - line));
		for (line = at; isalnum((unsigned char)*line); line++)
			;
	}
	strbuf_addstr(files, line);
}

/* The line without its nth field, from 0; no field before that has a comma in it. */
static void directory_add_csv(struct strbuf *files, const char *line, size_t n)
{
	const char *field = line;

	for (size_t i = 0; i < n && field; i++) {
		field = strchr(field, ',');
		field += field != NULL;
	}
	if (field) {
		strbuf_add(files, line, (size_t)(field - line));
		line = field + strcspn(field, ",");
	}
	strbuf_addstr(files, line);
}

/* The number of the column in a table with this head; 0: there is none. */
static size_t directory_started_column(const char *head)
{
	const char *at = strstr(head, ",started_ns,");
	size_t n = 0;

	for (; at && head <= at; head++)
		n += *head == ',';
	return n;
}

static bool directory_tells_when(const char *line)
{
	return !strncmp(line, "iosweep ", strlen("iosweep ")) || !strncmp(line, "Finished: ", strlen("Finished: "));
}

/* Adds a text without what tells when. */
static void directory_add_text(struct strbuf *files, char *text)
{
	size_t column = 0;
	char *line;

	for (bool head = true; (line = strsep(&text, "\n")); head = false) {
		if (head)
			column = directory_started_column(line);
		if (column)
			directory_add_csv(files, line, column);
		else if (!directory_tells_when(line))
			directory_add_json(files, line);
		strbuf_addch(files, '\n');
	}
}

static void directory_add_file(struct strbuf *files, const char *dir, const char *name)
{
	char path[600];
	struct strbuf text;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	strbuf_init(&text);
	if (strbuf_read_file(&text, path))
		abort();
	strbuf_addf(files, "== %s\n", path);
	directory_add_text(files, text.buf);
	strbuf_release(&text);
}

static void directory_add(struct strbuf *files, const char *dir);

static void directory_add_entry(struct strbuf *files, const char *dir, const struct dirent *entry)
{
	char path[600];

	if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "run.json"))
		return;
	snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
	if (entry->d_type == DT_DIR)
		directory_add(files, path);
	else
		directory_add_file(files, dir, entry->d_name);
}

/* Adds all that is in it to the text. */
static void directory_add(struct strbuf *files, const char *dir)
{
	struct dirent **entries;
	int n = scandir(dir, &entries, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		directory_add_entry(files, dir, entries[i]);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

#endif
