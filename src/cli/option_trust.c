#include "cli/option_trust.h"

#include "base/err.h"
#include "base/units.h"
#include "base/units_scan.h"
#include "cli/options.h"
#include "cli/words.h"
#include "stats/judge.h"

#include <string.h>

#define PERCENT_MOST 100
#define PARTS 1000U /* of a percent that count */
#define REFINING_PASSES 7

static const char *const preset_names[] = { "auto", "quick", "overnight", NULL };

const struct word_list preset_words = { "a preset", "presets", .names = preset_names };

static const struct preset_setting automatic[] = { { NULL, NULL } };

/* Three of each axis: in about a minute, with the pictures, a slow disk too has had a pass over them. */
static const struct preset_setting quick[] = {
	{ "file-size", "1m,8m,64m" },
	{ "record", "4k,64k,1m" },
	{ "time-budget", "55s" },
	{ NULL, NULL },
};

static const struct preset_setting overnight[] = {
	{ "file-size", "64k:2xram" },
	{ "time-budget", "8h" },
	{ "precision", "5%" },
	{ "refine", "" },
	{ NULL, NULL },
};

const struct preset_setting *preset_settings(const char *name)
{
	if (!strcmp(name, "quick"))
		return quick;
	return strcmp(name, "overnight") ? automatic : overnight;
}

int option_parse_preset(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&preset_words, text, err);

	if (i < 0)
		return -1;
	values->preset = preset_names[i];
	return 0;
}

int option_parse_precision(struct option_values *values, const char *text, struct err *err)
{
	struct decimal percent;
	const char *rest = decimal_scan(text, &percent);
	uint64_t parts = 0;

	if (rest && *rest == '%')
		rest++;
	if (!rest || *rest || decimal_scale(&percent, PARTS, (uint64_t)PERCENT_MOST * PARTS, &parts) == SCALED_TOO_LARGE ||
	    !parts)
		return err_set(err, ERR_USAGE, "'%.80s' is not a percentage above 0 and up to %d such as 5%%", text,
			       PERCENT_MOST);
	values->precision = (double)parts / PARTS / 100;
	return 0;
}

int option_parse_time_budget(struct option_values *values, const char *text, struct err *err)
{
	if (units_parse_duration(text, &values->time_budget_ns, err))
		return -1;
	if (!values->time_budget_ns)
		return err_set(err, ERR_USAGE, "'%.80s' is no time to measure in; leave the option out for no limit", text);
	return 0;
}

int option_parse_settle(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->settle_ns, err);
}

int option_finish_trust(struct option_values *values, struct err *err)
{
	if (option_given(values, "precision") && option_given(values, "passes") && values->passes < 3)
		return err_set(err, ERR_USAGE, "--precision: needs --passes of 3 or more, since two tell how far the medians "
					       "are known");
	if (values->time_budget_ns && !(values->precision > 0))
		values->precision = JUDGE_PRECISION;
	if (values->precision > 0 && !option_given(values, "passes"))
		values->passes = REFINING_PASSES;
	return 0;
}
