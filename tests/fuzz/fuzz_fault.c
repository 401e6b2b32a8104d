/* The description of a fault. */
#include "fuzz/fuzz.h"

#include "api/fault.h"
#include "base/err.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct fault_spec spec;
	struct err err = ERR_INIT;

	if (fault_parse(text, &spec, &err)) {
		assert(err.kind == ERR_USAGE && err.text[0]);
	} else {
		assert(spec.at && spec.count);
		assert((spec.effect == FAULT_FLIP) == (spec.event == FAULT_CORRUPT || spec.event == FAULT_MISREAD));
	}
	free(text);
	return 0;
}
