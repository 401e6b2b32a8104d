/*
 * sim_session: the state of a modelled machine, shared by sim.c (files, clock, faults), sim_queue.c (the same machine
 * with several operations in flight) and sim_cost.c (what an operation costs). Private to these.
 */
#ifndef IOSWEEP_API_SIM_SESSION_H
#define IOSWEEP_API_SIM_SESSION_H

#include "api/api.h"
#include "api/sim_model.h"
#include "api/sim_residency.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

struct sim_file {
	struct sim_file *next;
	uint64_t id, size_bytes;
	uint64_t dirty_bytes; /* at most size_bytes */
	struct sim_residency touched; /* since the cache was dropped */
	unsigned handles;
	bool removed; /* lives until its last handle is closed */
};

/* One thread uses it at a time. */
struct sim_session {
	struct sim_model model;
	uint64_t seed;
	struct sim_file *files;
	uint64_t now_ns, operations;
	uint64_t used_bytes, dirty_bytes; /* sums over the files */
};

struct sim_handle {
	struct sim_session *session;
	struct sim_file *file;
	uint64_t file_size; /* that the pattern may reach */
	uint64_t last_offset, last_end; /* of the last operation */
	struct rng rng; /* of this opening: what happened before it has no say, so that a run can be gone on with */
	double factor; /* this opening's noise: on all its times */
	bool writable, direct;
};

/* As struct io_api has them. */
int sim_session_open(const struct io_session_config *config, void **session, struct err *err);
void sim_session_close(void *session);
int sim_open(void *session, const struct io_open *o, void **handle);
int sim_flush(void *handle);
int sim_close(void *handle);

extern const struct io_virtual sim_virtual;

/* Sets the result of a request, and returns how long it takes, with noise; the clock does not move. At least 1. */
uint64_t sim_serve(struct sim_handle *h, struct io_request *r);

/*
 * What moving the bytes costs, without noise; also updates what is resident and dirty, and may draw from the
 * generator. len >= 1, the file is at least as large as where a write ends, and `touched` has room for it.
 *
 * A direct operation costs what the device takes. A cached one costs what the cache takes that serves it, and the
 * device's time on top for what the cache does not have:
 *	- The working set is the file, or the record where one range is accessed again and again. The smallest cache
 *	  that holds it serves. That is least-recently-used caching of repeated scans: all hits or all misses.
 *	- Where accesses are not in order, a cache of a share s of the file has what is wanted with probability s.
 *	- The last cache is the page cache. It never has what was not touched since the file was made or its cache
 *	  dropped, or what was written directly. Files do not push each other out.
 *	- A miss in order comes at the speed of a stream (read-ahead); any other is a request of its own.
 *	- Writes stay dirty in the page cache until a flush, or until more than dirty_limit is dirty; what is over it
 *	  is then written as a stream (writeback merges) while the writer waits.
 */
double sim_operation_ns(struct sim_handle *h, enum io_dir dir, uint64_t offset, uint64_t len);

/* Makes bytes of the file's dirty ones clean; returns what that takes. */
double sim_write_back_ns(struct sim_session *s, struct sim_file *file, uint64_t bytes);

#endif
