#include "cli/option_pictures.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "base/units.h"
#include "cli/options.h"
#include "cli/words.h"

#include <errno.h>
#include <string.h>

#define WIDTH_LEAST_PX 320
#define HEIGHT_LEAST_PX 200
#define SIDE_MOST_PX 10000

/* In the order of the bits of enum picture_kinds. */
static const char *const kinds[] = { "surface", "heat", "slices", "overview", NULL };

/* In the order of enum picture_scale and enum picture_format. */
static const char *const scales[] = { "auto", "linear", "log", NULL };
static const char *const formats[] = { "png", "svg", "pdf", "ps", NULL };

const struct word_list picture_kind_words = { "a kind of picture", "kinds", .names = kinds };
const struct word_list picture_scale_words = { "a scale", "scales", .names = scales };
const struct word_list picture_format_words = { "a format of pictures", "formats", .names = formats };

/* Takes the text up to a separator, and returns what is behind it; NULL: there is none. */
static const char *take_until(const char *text, char separator, struct strbuf *part)
{
	const char *end = strchrnul(text, separator);

	strbuf_reset(part);
	strbuf_add(part, text, (size_t)(end - text));
	return *end ? end + 1 : NULL;
}

int option_parse_kind(struct option_values *values, const char *text, struct err *err)
{
	struct strbuf word;
	int i = 0;

	strbuf_init(&word);
	values->pictures.kinds = 0;
	while (text && i >= 0) {
		text = take_until(text, ',', &word);
		i = strbuf_failed(&word) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "reading it")
					 : word_list_find(&picture_kind_words, word.buf, err);
		if (i >= 0)
			values->pictures.kinds |= 1U << i;
	}
	strbuf_release(&word);
	return i < 0 ? -1 : 0;
}

int option_parse_scale(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&picture_scale_words, text, err);

	if (i < 0)
		return -1;
	values->pictures.scale = (enum picture_scale)i;
	return 0;
}

/* Two whole numbers with a separator between. */
static int parse_pair(const char *text, char separator, uint64_t pair[2], const uint64_t most[2], struct err *err)
{
	struct strbuf first;
	const char *second;
	int ret;

	strbuf_init(&first);
	second = take_until(text, separator, &first);
	if (strbuf_failed(&first))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "reading it");
	else if (second)
		ret = units_parse_count(first.buf, 0, most[0], &pair[0], err);
	else
		ret = err_set(err, ERR_USAGE, "'%s' is no pair of numbers", text);
	strbuf_release(&first);
	return ret ? ret : units_parse_count(second, 0, most[1], &pair[1], err);
}

int option_parse_view(struct option_values *values, const char *text, struct err *err)
{
	uint64_t angles[2];

	if (parse_pair(text, ',', angles, (const uint64_t[]){ 90, 360 }, err))
		return -1;
	values->pictures.rot_x_deg = (double)angles[0];
	values->pictures.rot_z_deg = (double)angles[1];
	return 0;
}

int option_parse_size(struct option_values *values, const char *text, struct err *err)
{
	uint64_t px[2];

	if (parse_pair(text, 'x', px, (const uint64_t[]){ SIDE_MOST_PX, SIDE_MOST_PX }, err))
		return -1;
	if (px[0] < WIDTH_LEAST_PX || px[1] < HEIGHT_LEAST_PX)
		return err_set(err, ERR_USAGE, "'%s' is too small: nothing could be read", text);
	values->pictures.width_px = (unsigned)px[0];
	values->pictures.height_px = (unsigned)px[1];
	return 0;
}

int option_parse_picture_format(struct option_values *values, const char *text, struct err *err)
{
	int i = word_list_find(&picture_format_words, text, err);

	if (i < 0)
		return -1;
	values->pictures.format = (enum picture_format)i;
	return 0;
}
