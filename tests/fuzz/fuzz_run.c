/* A run's directory, up to what reports are made of. */
#include "fuzz/rundir.h"

#include "base/err.h"
#include "store/journal.h"
#include "store/resultset.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct journal_contents contents;
	struct err err = ERR_INIT;
	struct resultset *rs;
	char dir[64];

	fuzz_write_run(data, size, fuzz_dir(dir, sizeof(dir)));
	if (!journal_load(dir, JOURNAL_LATENCY, &contents, &err))
		journal_contents_release(&contents);
	err = (struct err)ERR_INIT;
	if (resultset_load(dir, &rs, &err)) {
		assert(err.text[0]);
		return 0;
	}
	for (size_t i = 0; i < rs->samples_n; i++)
		resultset_cell_of(rs, &rs->samples[i]);
	resultset_free(rs);
	return 0;
}
