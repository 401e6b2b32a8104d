#include "cli/option_axes.h"

#include "cli/options.h"
#include "cli/words.h"

static const char *axis_word(size_t i)
{
	return i < AXES_N ? axes[i].name : NULL;
}

const struct word_list axis_words = { "an axis", "axes", .word = axis_word };

static int parse_axis(enum axis *axis, const char *text, struct err *err)
{
	return axis_from_name(text, axis) ? 0 : word_list_refuse(&axis_words, text, err);
}

int option_parse_x(struct option_values *values, const char *text, struct err *err)
{
	return parse_axis(&values->axes.x, text, err);
}

int option_parse_y(struct option_values *values, const char *text, struct err *err)
{
	return parse_axis(&values->axes.y, text, err);
}
