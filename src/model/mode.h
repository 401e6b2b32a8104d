/* mode: whether the storage or the page cache is allowed to answer. A cell belongs to one mode. */
#ifndef IOSWEEP_MODEL_MODE_H
#define IOSWEEP_MODEL_MODE_H

#include <stdbool.h>

enum mode {
	MODE_DEVICE, /* direct I/O, or where that cannot be, the cache dropped before and the flush counted */
	MODE_CACHED, /* what a program without O_DIRECT sees */
};

#define MODES_N 2

const char *mode_name(enum mode mode); /* "device", "cached" */
bool mode_from_name(const char *name, enum mode *mode);

#endif
