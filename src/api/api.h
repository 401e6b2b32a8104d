/*
 * api: the contract of everything that can issue I/O.
 *
 * An API is one const row and one file. It knows nothing of patterns, files' names, clocks or results: it is given
 * an open file and moves bytes. Functions return 0 or a count, or -errno; they print nothing, exit never and keep
 * no static state. A session holds what lives as long as the run (most APIs need none), a handle belongs to one job
 * on one file.
 *
 * Synchronous APIs (IO_API_SYNCHRONOUS) complete inside submit: every accepted request has its result set when
 * submit returns, and there is no reap. (A reap call that hands back what the caller has in its hand costs the
 * measured path an indirect call for nothing.) Asynchronous ones set result when reap returns the request.
 *
 * result is the number of bytes moved or -errno. It may be short; going on after short transfers, EINTR and EAGAIN
 * is the engine's business, not the API's.
 *
 * A handle is used by the thread that opened it and by no other, from open to close: the kernel's rings ask for that.
 * An asynchronous submit hands the requests to the kernel before it returns, so that the time inside it says what
 * handing over costs.
 */
#ifndef IOSWEEP_API_API_H
#define IOSWEEP_API_API_H

#include "base/strbuf.h"
#include "model/direction.h"
#include "model/io_settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct io_request {
	void *buf;
	uint64_t offset;
	uint32_t len; /* bytes, 1 to 2^30 */
	enum io_dir dir;
	int64_t result;
};

enum io_api_flags {
	IO_API_SYNCHRONOUS = 1 << 0,
	IO_API_NO_DIRECT = 1 << 1, /* O_DIRECT is not possible or means nothing (mmap, stdio) */
	IO_API_CACHED_ONLY = 1 << 2, /* no device mode at all: left out of the plan with the reason */
	IO_API_VIRTUAL = 1 << 3, /* no file system: no file is made, offsets and sizes are only numbers */
	IO_API_SYNC_BY_CALL = 1 << 4, /* keeps settings.sync_mode itself: the file is opened without O_SYNC or O_DSYNC */
};

/* What an API is told once a run. */
struct io_session_config {
	const char *sim_model; /* a path, or NULL for the built-in model */
	uint64_t seed;
};

/* What it is told for each file that it opens. */
struct io_open {
	int fd; /* open for what is to be done; -1 for virtual APIs. Belongs to the handle once open has succeeded */
	uint64_t file_id; /* virtual APIs: which file */
	uint64_t file_size; /* bytes that the pattern may reach */
	uint32_t record_size; /* the largest request */
	uint64_t seed; /* virtual APIs: of what is left to chance, which follows from it and the other members alone */
	unsigned depth; /* the most requests in flight */
	bool writable, direct;
	bool random, backward; /* the order of what is to come, for those that can tell the kernel */
	void *memory; /* what the buffers of all requests lie in; NULL: not known. Mapped until the handle is closed */
	size_t memory_size;
	struct io_settings settings;
};

/*
 * The files and the time of a virtual API. All take the session. now_ns is its clock, which only its own I/O (and
 * wait, and what drop_cache has to write back) moves; create gives -EEXIST for a file that exists, drop_cache and
 * remove -ENOENT for one that does not.
 *
 * now_ns is NULL for an API that has neither files nor time of its own: real time counts, every request succeeds
 * whole, and the other functions do nothing.
 */
struct io_virtual {
	uint64_t (*now_ns)(void *session);
	void (*wait_ns)(void *session, uint64_t ns);
	int (*create)(void *session, uint64_t file_id);
	int (*drop_cache)(void *session, uint64_t file_id);
	int (*remove)(void *session, uint64_t file_id);
};

struct io_api {
	const char *name, *summary;
	unsigned flags;

	/* NULL: always usable. Else: true, or false with the reason in one clause ("built without liburing"). */
	bool (*usable)(struct strbuf *reason);

	/* NULL: needs no session, and handles get NULL. Failures are the user's to read. */
	int (*session_open)(const struct io_session_config *config, void **session, struct err *err);
	void (*session_close)(void *session);

	int (*open)(void *session, const struct io_open *o, void **handle);
	/*
	 * Accepts up to n requests (at most depth together with those in flight) in order; returns how many (> 0), or
	 * -errno with none accepted. The others come again, first and in the same order, or never. A request's own
	 * error is its result; -EAGAIN asks to reap something first.
	 */
	int (*submit)(void *handle, struct io_request *const *requests, unsigned n);
	/* Waits for min and takes at most max finished requests; returns how many, or -errno (-EINTR: a signal came). */
	int (*reap)(void *handle, struct io_request **done, unsigned min, unsigned max);
	/*
	 * Takes at most max finished requests, and waits for the first one no longer than about ns. Returns how many,
	 * or -errno; 0, also before the time is over, when none had finished. For work that has something else to do at
	 * a known time; set exactly where reap is.
	 */
	int (*reap_within)(void *handle, struct io_request **done, unsigned max, uint64_t ns);
	/*
	 * What submit has taken has left the process when it returns. Called within the clock, once, behind the last
	 * operation. NULL: nothing is ever held back.
	 */
	int (*settle)(void *handle);
	/* What was written is on stable storage when it returns. */
	int (*flush)(void *handle);
	/*
	 * Frees the handle and closes the file, also when it returns an error. Requests that are still in flight are
	 * cancelled or waited for: their memory must stay until it returns, they themselves are not touched again.
	 */
	int (*close)(void *handle);

	const struct io_virtual *virt; /* set exactly when IO_API_VIRTUAL is */
};

extern const struct io_api *const io_apis[];
extern const size_t io_apis_n;

const struct io_api *io_api_find(const char *name); /* NULL: no such API */
bool io_api_usable(const struct io_api *api, struct strbuf *reason);

#endif
