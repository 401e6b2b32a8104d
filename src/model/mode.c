#include "model/mode.h"

#include <string.h>

static const char *const names[MODES_N] = { [MODE_DEVICE] = "device", [MODE_CACHED] = "cached" };

const char *mode_name(enum mode mode)
{
	return names[mode];
}

bool mode_from_name(const char *name, enum mode *mode)
{
	for (int i = 0; i < MODES_N; i++) {
		if (!strcmp(name, names[i])) {
			*mode = (enum mode)i;
			return true;
		}
	}
	return false;
}
