/* Sizes, lists of sizes, durations and counts: one text, read in all four ways. */
#include "fuzz/fuzz.h"

#include "base/err.h"
#include "base/units.h"

#include <assert.h>

static void refused_with_a_reason(const struct err *err)
{
	assert(err->kind == ERR_USAGE && err->text[0]);
}

static void read_list(const char *text, uint64_t ram_bytes)
{
	struct size_list list = { 0 };
	struct err err = ERR_INIT;

	if (units_parse_size_list(text, ram_bytes, &list, &err)) {
		refused_with_a_reason(&err);
		assert(!list.n);
		return;
	}
	assert(list.n > 0 && list.v[0] > 0);
	for (size_t i = 1; i < list.n; i++)
		assert(list.v[i - 1] < list.v[i]);
	size_list_release(&list);
}

/* What is printed of a size reads as the same size, where it is exact. */
static void read_size(const char *text, uint64_t ram_bytes)
{
	char printed[UNITS_TEXT_LEN];
	uint64_t bytes, again;
	struct err err = ERR_INIT;

	if (units_parse_size(text, ram_bytes, &bytes, &err)) {
		refused_with_a_reason(&err);
		return;
	}
	units_format_size(bytes, printed);
	if (bytes && printed[0] != '~')
		assert(!units_parse_size(printed, 0, &again, &err) && again == bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct err err = ERR_INIT;
	uint64_t value;

	read_size(text, 0);
	read_size(text, UINT64_C(25277767680));
	read_list(text, 0);
	read_list(text, UINT64_C(25277767680));
	if (units_parse_duration(text, &value, &err))
		refused_with_a_reason(&err);
	else
		assert(value < UINT64_C(1) << 63);
	err = (struct err)ERR_INIT;
	if (units_parse_count(text, 3, 4096, &value, &err))
		refused_with_a_reason(&err);
	else
		assert(value >= 3 && value <= 4096);
	free(text);
	return 0;
}
