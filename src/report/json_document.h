/* json_document: a whole JSON document as the text of a report. */
#ifndef IOSWEEP_REPORT_JSON_DOCUMENT_H
#define IOSWEEP_REPORT_JSON_DOCUMENT_H

#include "base/strbuf.h"

#include <jansson.h>

/*
 * Adds the document, in the form that jansson's flags say, and a newline. Takes the reference to it; NULL is what want of
 * memory has made of it, and nor is it whole where memory has run out since json_document_begin(). 0 or -ENOMEM.
 */
void json_document_begin(void);
int json_document_add(json_t *json, size_t flags, struct strbuf *out);

#endif
