/* paragraph: a sentence of a report, in lines of a terminal's width. */
#ifndef IOSWEEP_REPORT_PARAGRAPH_H
#define IOSWEEP_REPORT_PARAGRAPH_H

#include "base/strbuf.h"

/* Indented by two columns, further lines by four; words that are longer than a line stand alone. */
void paragraph_add(struct strbuf *out, const char *text);

#endif
