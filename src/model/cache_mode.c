#include "model/cache_mode.h"

#include <stddef.h>

const char *const cache_mode_names[] = {
	[CACHE_KEEP] = "keep",
	[CACHE_DROP] = "drop",
	NULL,
};
