#include "cli/option_output.h"

#include "base/err.h"
#include "cli/options.h"
#include "cli/words.h"
#include "model/metric.h"
#include "model/raid_geometry.h"
#include "report/report.h"

#include <string.h>

static const char *metric_word(size_t i)
{
	return i < metrics_n ? metrics[i]->name : NULL;
}

static const char *format_word(size_t i)
{
	return i < reporters_n ? reporters[i]->name : NULL;
}

static const char *const cliffs_formats[] = { "text", "json", NULL };
static const char *const as_names[] = { "passes", "runs", NULL };
static const char *const shells[] = { "bash", NULL };

const struct word_list metric_words = { "a metric", "metrics", .word = metric_word };
const struct word_list format_words = { "a format", "formats", .word = format_word };
const struct word_list cliffs_format_words = { "a format", "formats", .names = cliffs_formats };
const struct word_list as_words = { "a word that is known here", "such words", .names = as_names };
const struct word_list shell_words = { "a shell that is known", "such shells", .names = shells };

int option_parse_output(struct option_values *values, const char *text, struct err *err)
{
	return option_parse_path(&values->output, text, err);
}

int option_parse_metric(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&metric_words, text, err);

	if (i < 0)
		return -1;
	values->metric = metrics[i];
	return 0;
}

int option_parse_format(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&format_words, text, err);

	if (i < 0)
		return -1;
	values->format = reporters[i];
	return 0;
}

int option_parse_cliffs_format(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&cliffs_format_words, text, err);

	if (i < 0)
		return -1;
	values->json = !strcmp(text, "json");
	return 0;
}

int option_parse_raid(struct option_values *values, const char *text, struct err *err)
{
	struct raid_geometry geometry;

	if (raid_geometry_parse(text, &geometry, err))
		return -1;
	values->raid = text;
	return 0;
}

int option_parse_as(struct option_values *values, const char *text, struct err *err)
{
	if (word_list_find(&as_words, text, err) < 0)
		return -1;
	values->as = text;
	return 0;
}

int option_parse_shell(struct option_values *values, const char *text, struct err *err)
{
	(void)values;
	return word_list_find(&shell_words, text, err) < 0 ? -1 : 0;
}
