/*
 * output_file: the file that -o of report names.
 *
 * A regular file, or one that is not there yet, is written beside its name and renamed, so that it is there whole or
 * not at all. What else stands under the name stays what it is and is written to: a pipe, a terminal, /dev/null, and
 * that to which a symbolic link leads. Renaming would put a regular file in the place of the device, for everyone.
 * Block devices and directories are refused.
 */
#ifndef IOSWEEP_CLI_OUTPUT_FILE_H
#define IOSWEEP_CLI_OUTPUT_FILE_H

#include "base/strbuf.h"

struct err;

/* 0, or -1 with err. */
int output_file_write(const char *path, const struct strbuf *text, struct err *err);

#endif
