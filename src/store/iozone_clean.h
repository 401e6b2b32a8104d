/*
 * iozone_clean: takes away what other programs have put into a log.
 *
 * Both work in place and return the new length.
 */
#ifndef IOSWEEP_STORE_IOZONE_CLEAN_H
#define IOSWEEP_STORE_IOZONE_CLEAN_H

#include <stddef.h>

/* The escape sequences of a terminal (ECMA-48): colours, titles. */
size_t iozone_clean_escapes(char *text, size_t len);

/*
 * What a logger put before each line: a number, a time, a name. It is what stands before a line of IOzone's head or
 * of its table; it is taken away where every line of the text starts in the same form, digits and letters aside, and
 * else stays.
 */
size_t iozone_clean_prefix(char *text, size_t len);

#endif
