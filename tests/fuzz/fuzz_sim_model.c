/* The description of a device that sim imitates. */
#include "fuzz/fuzz.h"

#include "api/sim_model.h"
#include "base/err.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sim_model model;
	struct err err = ERR_INIT;
	char path[64];

	fuzz_dir(path, sizeof(path));
	fuzz_write(path, data, size);
	if (sim_model_load(path, &model, &err)) {
		assert(err.kind == ERR_USAGE && err.text[0]);
		return 0;
	}
	assert(model.caches_n <= SIM_CACHES_MAX);
	sim_model_fault(&model, 1);
	sim_model_fault(&model, UINT64_MAX);
	sim_model_release(&model);
	return 0;
}
