/*
 * io_settings: what a user may choose about how I/O is issued, beside the API. Plain values; each API takes those
 * that concern it. All zero is the default of each.
 */
#ifndef IOSWEEP_MODEL_IO_SETTINGS_H
#define IOSWEEP_MODEL_IO_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum sync_mode {
	SYNC_NONE,
	SYNC_OSYNC, /* O_SYNC: each write returns when data and metadata are stable */
	SYNC_ODSYNC, /* O_DSYNC: when the data, and the metadata needed to read them, are */
};

enum map_advice {
	MAP_ADVICE_PATTERN, /* MADV_RANDOM for random patterns, MADV_SEQUENTIAL for others that go forward, else normal */
	MAP_ADVICE_NORMAL,
	MAP_ADVICE_SEQUENTIAL,
	MAP_ADVICE_RANDOM,
	MAP_ADVICE_WILLNEED,
};

/* Their names, by value; NULL at the end. Published. */
extern const char *const sync_mode_names[], *const map_advice_names[];

struct io_settings {
	enum sync_mode sync_mode;
	unsigned iovecs; /* pvsync: pieces of a record; 0 is 1 */
	bool dontcache; /* pvsync: RWF_DONTCACHE (Linux 6.14) */
	uint64_t stdio_buffer_bytes; /* stdio: for setvbuf; 0 is the C library's own */
	enum map_advice map_advice; /* mmap */
	bool map_async_flush; /* mmap: MS_ASYNC instead of MS_SYNC; on Linux such a flush does nothing, see msync(2) */
	bool uring_sqpoll; /* io_uring: a kernel thread polls for submissions */
};

#endif
