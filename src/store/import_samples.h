/* import_samples: figures of IOzone as samples, and the configuration that they imply. For import.c alone. */
#ifndef IOSWEEP_STORE_IMPORT_SAMPLES_H
#define IOSWEEP_STORE_IMPORT_SAMPLES_H

#include "model/config.h"
#include "model/sample.h"
#include "store/import.h"

struct import_samples {
	struct sample *v; /* owned */
	size_t n;
};

/* In the order of the parts and their figures. 0 or -ENOMEM; release in both cases. */
int import_samples_make(const struct import *import, struct import_samples *samples, struct import_counts *counts);
void import_samples_release(struct import_samples *samples);

/* Fills config, which is empty. 0, -ENOMEM, or -E2BIG: too many different sizes. */
int import_config_make(const struct import *import, const struct import_samples *samples, const char *run_dir,
		       struct config *config);

#endif
