#include "cli/option_safety.h"

#include "base/units.h"
#include "cli/options.h"

int option_parse_stuck_after(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->stuck_after_ns, err);
}
