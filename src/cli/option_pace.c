#include "cli/option_pace.h"

#include "base/err.h"
#include "base/units.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

/* The length of text without that ending, in small or capital letters; 0: it does not end so, or is nothing else. */
static size_t without(const char *text, const char *ending)
{
	size_t len = strlen(text), end = strlen(ending);

	return len > end && !strcasecmp(text + len - end, ending) ? len - end : 0;
}

static int parse_iops(struct option_values *values, const char *number, struct err *err)
{
	struct err why = ERR_INIT;

	if (units_parse_count(number, 1, RATE_MAX_IOPS, &values->pace.operations_per_s, &why))
		return err_set(err, ERR_USAGE, "%s, with iops behind it, and no size either", why.text);
	values->pace.bytes_per_s = 0;
	return 0;
}

int option_parse_rate(struct option_values *values, const char *text, struct err *err)
{
	char number[64];
	size_t iops = without(text, "iops"), per_s = without(text, "/s"), len = iops ? iops : per_s ? per_s : strlen(text);
	struct err why = ERR_INIT;

	if (len >= sizeof(number))
		return err_set(err, ERR_USAGE, "'%.20s...' is too long for a rate; write 10m or 500iops", text);
	snprintf(number, sizeof(number), "%.*s", (int)len, text);
	if (iops)
		return parse_iops(values, number, err);
	if (units_parse_size(number, 0, &values->pace.bytes_per_s, &why))
		return err_set(err, ERR_USAGE, "%s; a rate is a size for each second, or operations such as 500iops",
			       why.text);
	values->pace.operations_per_s = 0;
	return 0;
}

int option_parse_think_time(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->pace.think_ns, err);
}

int option_check_pace(const struct option_values *values, struct err *err)
{
	if (pace_has_schedule(&values->pace) && values->pace.think_ns)
		return err_set(err, ERR_USAGE, "--think-time: cannot be used with --rate, whose schedule does not wait for "
					       "pauses; give one of them");
	return 0;
}
