/* completion: the completion of command lines for a shell, made from the tables of commands and options. */
#ifndef IOSWEEP_CLI_COMPLETION_H
#define IOSWEEP_CLI_COMPLETION_H

struct strbuf;

/* A script for bash 4.4 or newer that needs nothing else; to be sourced, or put where bash-completion looks. */
void completion_bash(struct strbuf *sb);

#endif
