#include "model/io_settings.h"

#include <stddef.h>

const char *const sync_mode_names[] = {
	[SYNC_NONE] = "none",
	[SYNC_OSYNC] = "osync",
	[SYNC_ODSYNC] = "odsync",
	NULL,
};

const char *const map_advice_names[] = {
	[MAP_ADVICE_PATTERN] = "pattern",
	[MAP_ADVICE_NORMAL] = "normal",
	[MAP_ADVICE_SEQUENTIAL] = "sequential",
	[MAP_ADVICE_RANDOM] = "random",
	[MAP_ADVICE_WILLNEED] = "willneed",
	NULL,
};
