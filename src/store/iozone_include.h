/*
 * iozone_include: which tests a command line of IOzone asks for.
 *
 * IOzone runs its tests in groups, numbered as for -i: 0 write and rewrite, 1 read and reread, and so on; a group has
 * one or two columns. Here they are numbered by their columns, so that those of -i 9 and more follow without a gap.
 */
#ifndef IOSWEEP_STORE_IOZONE_INCLUDE_H
#define IOSWEEP_STORE_IOZONE_INCLUDE_H

#include <stddef.h>

#define IOZONE_GROUPS 12

size_t iozone_group(size_t column); /* of a column, by its place in iozone_tests */

/* A bit for each group; all of them where there is no -i. */
unsigned iozone_include(const char *command);

#endif
