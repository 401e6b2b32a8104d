/*
 * words: sets of names that an option or a place on the command line takes, and what to say when a word is not
 * among them.
 */
#ifndef IOSWEEP_CLI_WORDS_H
#define IOSWEEP_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct strbuf;

struct word_list {
	const char *singular, *plural; /* "a test", "tests" */
	const char *const *names; /* NULL behind the last one */
	const char *(*word)(size_t i); /* where there are no names: the same as a function */
};

const char *word_list_word(const struct word_list *list, size_t i); /* NULL behind the last one */

/* The place of text, or -1 with err as word_list_refuse. */
int word_list_find(const struct word_list *list, const char *text, struct err *err);

/* Adds all words with separator between. */
void word_list_join(const struct word_list *list, const char *separator, struct strbuf *sb);

/* The word that text was probably meant to be: few letters added, lost, changed, swapped. NULL: none is close. */
const char *word_list_nearest(const struct word_list *list, const char *text);

/* Fills err: "'raed' is not a test; did you mean read? tests are: write, ...". Returns -1. */
int word_list_refuse(const struct word_list *list, const char *text, struct err *err);

#endif
