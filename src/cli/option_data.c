#include "cli/option_data.h"

#include "base/units.h"
#include "cli/options.h"

static int parse_percent(unsigned *percent, const char *text, struct err *err)
{
	uint64_t value;

	if (units_parse_count(text, 0, 100, &value, err))
		return -1;
	*percent = (unsigned)value;
	return 0;
}

int option_parse_dedupe_percent(struct option_values *values, const char *text, struct err *err)
{
	return parse_percent(&values->data.dedupe_percent, text, err);
}

int option_parse_compress_percent(struct option_values *values, const char *text, struct err *err)
{
	return parse_percent(&values->data.compress_percent, text, err);
}
