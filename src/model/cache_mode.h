/* cache_mode: what cached mode does to the page cache before a test. */
#ifndef IOSWEEP_MODEL_CACHE_MODE_H
#define IOSWEEP_MODEL_CACHE_MODE_H

enum cache_mode {
	CACHE_KEEP, /* tests find what those before them have left there */
	CACHE_DROP, /* each repetition of a test starts with none of its file there; reread with all that fits */
};

extern const char *const cache_mode_names[]; /* by value; NULL at the end. Published. */

#endif
