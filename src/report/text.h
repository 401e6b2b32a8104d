/* text: what all reports do with text and figures on the way out. All append. */
#ifndef IOSWEEP_REPORT_TEXT_H
#define IOSWEEP_REPORT_TEXT_H

#include "base/strbuf.h"

typedef void text_add_fn(struct strbuf *out, const char *text);

/* One line for a terminal: control characters and what is not UTF-8 become "?". */
void text_add_plain(struct strbuf *out, const char *text);

/* The same for Markdown: characters that mean something there are escaped. */
void text_add_markdown(struct strbuf *out, const char *text);

/* A field of RFC 4180: quoted where it has to be. */
void text_add_csv(struct strbuf *out, const char *text);

/* The fewest of 15 to 17 digits that read back to the same number; nothing when it is not finite. */
void text_add_real(struct strbuf *out, double value);

#endif
