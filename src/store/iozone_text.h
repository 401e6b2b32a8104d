/*
 * iozone_text: the text of a log as lines, whatever it went through.
 *
 * UTF-16, with a byte order mark or without, becomes UTF-8. What terminals and loggers add is taken away (see
 * iozone_clean). Lines end in LF, CR LF or CR; CRs before that of a CR LF, which script(1) doubles, are of its end.
 * Tabs are expanded to columns of eight, marks of quotation ("> ") at the start of a line, other control characters
 * and no-break spaces become blanks, and blanks at the end are cut off, so that places in a line are what a terminal
 * shows.
 *
 * A line is taken to be cut off where a NUL byte stands, as a crash leaves them in a file, and where the first line of
 * IOzone's head follows in it, as when logs are put one behind the other: what follows is a line of the same number.
 */
#ifndef IOSWEEP_STORE_IOZONE_TEXT_H
#define IOSWEEP_STORE_IOZONE_TEXT_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

#define IOZONE_LINE_MAX 8192 /* characters of a line that are looked at */

/* Appends the text as one that iozone_lines_next takes. 0 or -ENOMEM. */
int iozone_text_decode(const void *data, size_t len, struct strbuf *text);

struct iozone_line {
	const char *text; /* NUL-terminated; until the next line is asked for */
	size_t len;
	unsigned number; /* from 1 */
	bool ended; /* not cut off, as by the end of the text */
	bool cut; /* it was longer */
	bool tabs; /* there is one behind something else than white space */
};

struct iozone_lines {
	const char *at, *end;
	unsigned number;
	bool within; /* a line that was cut off */
	char buf[IOZONE_LINE_MAX + 1];
};

void iozone_lines_init(struct iozone_lines *lines, const char *text, size_t len); /* text must outlive lines */
bool iozone_lines_next(struct iozone_lines *lines, struct iozone_line *line); /* false: there are no more */

#endif
