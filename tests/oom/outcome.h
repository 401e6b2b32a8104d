/*
 * outcome: one run of a command line in this process, while allocations fail or not, and what came of it: how it ended,
 * what it printed, and what it left in its directory.
 */
#ifndef IOSWEEP_TESTS_OOM_OUTCOME_H
#define IOSWEEP_TESTS_OOM_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"
#include "oom/allocator.h"
#include "oom/directory.h"

#define NO_MEMORY "Cannot allocate memory"
#define RAM_BYTES UINT64_C(25277767680)

/* Whether the text says so, in the words of the C library or of libpng. */
static bool tells_no_memory(const char *text)
{
	return strstr(text, NO_MEMORY) || strstr(text, "insufficient memory") || strcasestr(text, "out of memory");
}

struct work {
	const char *dir, *from; /* NULL: none */
	bool is_run; /* dir, when it is there */
	int words;
	const char **argv; /* the program's name in front */
	int out, said; /* what the command prints: in memory */
	int *resumed; /* how often */
};

/* Which allocation, and whether all behind it fail too. */
struct failing {
	long at; /* negative: none does */
	bool stays;
};

/* How it ended, and what came of it. */
struct outcome {
	int status; /* as command->run returns it */
	struct err err;
	struct strbuf out, said, files;
};

static void outcome_init(struct outcome *o)
{
	o->err = (struct err)ERR_INIT;
	strbuf_init(&o->out);
	strbuf_init(&o->said);
	strbuf_init(&o->files);
}

static void outcome_release(struct outcome *o)
{
	strbuf_release(&o->out);
	strbuf_release(&o->said);
	strbuf_release(&o->files);
}

/* What was written to the file in memory since the last time. */
static void take(int fd, struct strbuf *text)
{
	char chunk[4096];
	ssize_t got;

	lseek(fd, 0, SEEK_SET);
	while ((got = read(fd, chunk, sizeof(chunk))) > 0)
		strbuf_add(text, chunk, (size_t)got);
	lseek(fd, 0, SEEK_SET);
	if (ftruncate(fd, 0))
		abort();
}

static void take_out(const struct work *w, struct strbuf *text)
{
	struct strbuf whole;

	strbuf_init(&whole);
	take(w->out, &whole);
	directory_add_text(text, whole.buf);
	strbuf_release(&whole);
}

/* What main does between the first word and the last message. */
static int run_words(int words, const char *const *argv, struct err *err)
{
	struct option_values values;
	const struct command *command;
	int ret;

	if (option_values_init(&values, RAM_BYTES, err))
		return -1;
	ret = options_scan(&values, words, argv, err);
	command = ret ? NULL : command_choose(&values, err);
	if (!command || options_apply(&values, command, err) || command_check_operands(command, &values, err))
		ret = -1;
	else
		ret = command->run(&values, err);
	option_values_release(&values);
	return ret;
}

/* Standard output and error are the files in memory meanwhile. Returns whether an allocation has failed. */
static bool run_into(const struct work *w, const char *const *argv, struct failing failing, struct outcome *o)
{
	int out = dup(STDOUT_FILENO), said = dup(STDERR_FILENO), words = 0;
	bool failed;

	while (argv[words])
		words++;
	fflush(stdout);
	dup2(w->out, STDOUT_FILENO);
	dup2(w->said, STDERR_FILENO);
	oom_begin(failing.at, failing.stays);
	o->status = run_words(words, argv, &o->err);
	failed = oom_end();
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	close(out);
	close(said);
	take_out(w, &o->out);
	take(w->said, &o->said);
	if (w->dir)
		directory_add(&o->files, w->dir);
	return failed;
}

#endif
