/* leftovers: the working directories of runs that were killed, in the target of a later one. */
#ifndef IOSWEEP_CLI_LEFTOVERS_H
#define IOSWEEP_CLI_LEFTOVERS_H

#include "base/strbuf.h"

/* Appends the mark of the run in this directory, which exists: text that no other run has. */
void leftovers_mark(const char *run_dir, struct strbuf *mark);

/* Removes those with that mark. Adds a line to remarks for each that cannot be removed. */
void leftovers_remove(const char *target, const char *mark, struct strbuf *remarks);

/* Adds a line to remarks for each that there is. */
void leftovers_remark(const char *target, struct strbuf *remarks);

#endif
