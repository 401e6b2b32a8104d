#include "cli/option_sweep.h"

#include "api/fault.h"
#include "base/err.h"
#include "base/units.h"
#include "cli/options.h"
#include "cli/words.h"

#include <string.h>

#define PASSES_MAX 1000
#define DEPTH_MAX 4096

static const char *mode_word(size_t i)
{
	return i < MODES_N ? mode_name((enum mode)i) : i == MODES_N ? "both" : NULL;
}

const struct word_list mode_words = { "a mode", "modes", .word = mode_word };

int option_parse_file_size(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_size_list(text, values->ram_bytes, &values->file_sizes, err);
}

int option_parse_record(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_size_list(text, values->ram_bytes, &values->records, err);
}

int option_parse_mode(struct option_values *values, const char *text, struct err *err)
{
	int mode = word_list_find(&mode_words, text, err);

	if (mode < 0)
		return -1;
	for (int i = 0; i < MODES_N; i++)
		values->modes[i] = mode == MODES_N || mode == i;
	return 0;
}

static int parse_unsigned(unsigned *number, unsigned max, const char *text, struct err *err)
{
	uint64_t value;

	if (units_parse_count(text, 1, max, &value, err))
		return -1;
	*number = (unsigned)value;
	return 0;
}

int option_parse_depth(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_count_list(text, DEPTH_MAX, &values->depth, err);
}

int option_parse_passes(struct option_values *values, const char *text, struct err *err)
{
	return parse_unsigned(&values->passes, PASSES_MAX, text, err);
}

int option_parse_min_time(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->min_time_ns, err);
}

int option_parse_max_time(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->max_time_ns, err);
}

int option_parse_seed(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_count(text, 0, UINT64_MAX, &values->seed, err);
}

int option_parse_sim_model(struct option_values *values, const char *text, struct err *err)
{
	return option_parse_path(&values->sim_model, text, err);
}

int option_parse_fault(struct option_values *values, const char *text, struct err *err)
{
	struct fault_spec spec;

	if (fault_parse(text, &spec, err))
		return -1;
	values->fault = text;
	return 0;
}
