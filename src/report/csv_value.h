/* csv_value: a JSON value as a field of CSV: null is an empty field, a flag 1 or 0. */
#ifndef IOSWEEP_REPORT_CSV_VALUE_H
#define IOSWEEP_REPORT_CSV_VALUE_H

#include "base/strbuf.h"

#include <jansson.h>

/* Takes the reference; NULL stands for memory that ran out. 0 or -ENOMEM. */
int csv_add_value(json_t *value, struct strbuf *out);

#endif
