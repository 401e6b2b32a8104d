#include "report/csv_value.h"

#include "report/text.h"

#include <errno.h>

int csv_add_value(json_t *value, struct strbuf *out)
{
	if (!value)
		return -ENOMEM;
	if (json_is_string(value))
		text_add_csv(out, json_string_value(value));
	else if (json_is_integer(value))
		strbuf_addf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		text_add_real(out, json_real_value(value));
	else if (json_is_boolean(value))
		strbuf_addch(out, json_is_true(value) ? '1' : '0');
	json_decref(value);
	return 0;
}
