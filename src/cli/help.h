/*
 * help: the usage lines and the pages of --help, made from the tables of commands and options, at most 79
 * columns wide.
 */
#ifndef IOSWEEP_CLI_HELP_H
#define IOSWEEP_CLI_HELP_H

struct command;
struct strbuf;

/* The usage lines of all commands, and where to read more. */
void help_usage(struct strbuf *sb);

/* The page of one command; of iosweep as a whole, with the options of its default command, when that is NULL. */
void help_page(struct strbuf *sb, const struct command *command);

#endif
