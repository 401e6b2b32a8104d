#include "cli/option_compare.h"

#include "base/err.h"
#include "base/units_scan.h"
#include "cli/options.h"
#include "cli/words.h"
#include "report/comparison_format.h"

#include <string.h>

#define PERCENT_MOST 10000
#define PARTS 1000U /* of a percent that count */

static const char *format_word(size_t i)
{
	return i < comparison_formats_n ? comparison_formats[i]->name : NULL;
}

const struct word_list compare_format_words = { "a format", "formats", .word = format_word };

int option_parse_compare_format(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&compare_format_words, text, err);

	if (i < 0)
		return -1;
	values->compare_format = comparison_formats[i];
	return 0;
}

int option_parse_fail_on(struct option_values *values, const char *text, struct err *err)
{
	struct decimal percent;
	const char *rest = decimal_scan(text, &percent);
	uint64_t parts;

	if (rest && *rest == '%')
		rest++;
	if (!rest || *rest || decimal_scale(&percent, PARTS, (uint64_t)PERCENT_MOST * PARTS, &parts) == SCALED_TOO_LARGE)
		return err_set(err, ERR_USAGE, "'%.80s' is not a percentage from 0 to %d such as 10%%", text,
			       PERCENT_MOST);
	values->fail_on = (double)parts / PARTS / 100;
	return 0;
}
