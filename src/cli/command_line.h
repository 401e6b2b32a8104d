/* command_line: the program's own command line as a user would type it again. */
#ifndef IOSWEEP_CLI_COMMAND_LINE_H
#define IOSWEEP_CLI_COMMAND_LINE_H

#include <stddef.h>

struct strbuf;

/* Appends this process's words (/proc/self/cmdline) with blanks between, the program by its last name component. */
void command_line_add(struct strbuf *out);

#endif
