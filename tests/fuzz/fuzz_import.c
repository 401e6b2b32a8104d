/* The reader of IOzone's output. */
#include "fuzz/fuzz.h"

#include "store/iozone_log.h"

#include <assert.h>

static void check(const struct iozone_log *log)
{
	size_t of_runs = 0;

	for (size_t i = 0; i < log->runs_n; i++) {
		assert(log->runs[i].values_n > 0);
		of_runs += log->runs[i].values_n;
	}
	assert(of_runs == log->values_n);
	for (size_t i = 0; i < log->values_n; i++) {
		const struct iozone_value *value = &log->values[i];

		assert(value->test && value->value > 0 && value->run < log->runs_n && value->line > 0);
		assert(value->record_kib > 0 && (value->record_kib <= value->file_kib || value->source == IOZONE_CHILDREN));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct iozone_log log;

	if (!iozone_log_read(data, size, &log))
		check(&log);
	iozone_log_release(&log);
	return 0;
}
