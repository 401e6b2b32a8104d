/*
 * by_hand: random reads in the least that can be written by hand for each API: the same calls as iosweep makes, at
 * offsets that are known beforehand, recording nothing. For the benchmarks, which compare with it. The synchronous ones
 * can also look at the clock after each operation and keep its latency, to show what that alone costs.
 */
#ifndef IOSWEEP_TESTS_BY_HAND_H
#define IOSWEEP_TESTS_BY_HAND_H

#include "base/clock.h"
#include "pattern/pattern.h"
#include "stats/histogram.h"

#include <aio.h>
#include <errno.h>
#include <libaio.h>
#include <liburing.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define BY_HAND_RECORD 4096U
#define BY_HAND_DEPTH 16U

/* All that one of them may need, made before the clock starts. */
struct by_hand {
	int fd;
	unsigned char *data; /* a record for each of BY_HAND_DEPTH */
	const unsigned char *map;
	io_context_t context;
	struct io_uring ring;
	struct iocb blocks[BY_HAND_DEPTH];
	struct aiocb posix[BY_HAND_DEPTH];
	const struct clock *clock; /* NULL: nothing is recorded */
	struct histogram *latency;
	uint64_t last_ns;
};

/* Reads at ops[0..n-1]. */
typedef void by_hand_fn(struct by_hand *h, const struct pattern_op *ops, size_t n);

static inline void by_hand_expect(int64_t result)
{
	if (result != BY_HAND_RECORD)
		abort();
}

/* Behind each operation of the synchronous ones. */
static inline void by_hand_stamp(struct by_hand *h)
{
	uint64_t now;

	if (!h->clock)
		return;
	now = clock_now_ns(h->clock);
	histogram_record(h->latency, now - h->last_ns);
	h->last_ns = now;
}

static inline void by_hand_psync(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		by_hand_expect(pread(h->fd, h->data, BY_HAND_RECORD, (off_t)ops[i].offset));
		by_hand_stamp(h);
	}
}

static inline void by_hand_sync(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		lseek(h->fd, (off_t)ops[i].offset, SEEK_SET);
		by_hand_expect(read(h->fd, h->data, BY_HAND_RECORD));
		by_hand_stamp(h);
	}
}

static inline void by_hand_pvsync(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	const struct iovec iov = { h->data, BY_HAND_RECORD };

	for (size_t i = 0; i < n; i++) {
		by_hand_expect(preadv2(h->fd, &iov, 1, (off_t)ops[i].offset, 0));
		by_hand_stamp(h);
	}
}

static inline void by_hand_mmap(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		memcpy(h->data, h->map + ops[i].offset, BY_HAND_RECORD);
		__asm__ volatile("" ::"r"(h->data) : "memory");
		by_hand_stamp(h);
	}
}

static inline void by_hand_libaio(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	struct iocb *list[BY_HAND_DEPTH];
	struct io_event events[BY_HAND_DEPTH];
	size_t issued = 0, done = 0;
	int ready = 0;

	for (; issued < n && issued < BY_HAND_DEPTH; issued++) {
		io_prep_pread(&h->blocks[issued], h->fd, h->data + issued * BY_HAND_RECORD, BY_HAND_RECORD,
			      (long long)ops[issued].offset);
		list[ready++] = &h->blocks[issued];
	}
	while (done < n) {
		int got;

		if (ready && io_submit(h->context, ready, list) != ready)
			abort();
		got = io_getevents(h->context, 1, BY_HAND_DEPTH, events, NULL);
		ready = 0;
		for (int i = 0; i < got; i++, done++) {
			by_hand_expect((int64_t)events[i].res);
			if (issued == n)
				continue;
			events[i].obj->u.c.offset = (long long)ops[issued++].offset;
			list[ready++] = events[i].obj;
		}
	}
}

static inline void by_hand_uring_read(struct by_hand *h, const struct pattern_op *op, uint64_t slot)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&h->ring);

	if (!sqe)
		abort();
	io_uring_prep_read_fixed(sqe, 0, h->data + slot * BY_HAND_RECORD, BY_HAND_RECORD, op->offset, 0);
	sqe->flags = IOSQE_FIXED_FILE;
	sqe->user_data = slot;
}

static inline void by_hand_uring(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	size_t issued = 0, done = 0;
	bool ready = n;

	for (; issued < n && issued < BY_HAND_DEPTH; issued++)
		by_hand_uring_read(h, &ops[issued], issued);
	while (done < n) {
		struct io_uring_cqe *cqe;
		unsigned head, got = 0;

		if (ready && io_uring_submit(&h->ring) <= 0)
			abort();
		ready = false;
		if (!io_uring_cq_ready(&h->ring) && io_uring_wait_cqe(&h->ring, &cqe))
			abort();
		io_uring_for_each_cqe (&h->ring, head, cqe) {
			by_hand_expect(cqe->res);
			got++;
			if (issued == n)
				continue;
			by_hand_uring_read(h, &ops[issued++], cqe->user_data);
			ready = true;
		}
		io_uring_cq_advance(&h->ring, got);
		done += got;
	}
}

static inline void by_hand_posix_read(struct by_hand *h, const struct pattern_op *op, size_t slot)
{
	h->posix[slot] = (struct aiocb){
		.aio_fildes = h->fd,
		.aio_buf = h->data + slot * BY_HAND_RECORD,
		.aio_nbytes = BY_HAND_RECORD,
		.aio_offset = (off_t)op->offset,
		.aio_sigevent = { .sigev_notify = SIGEV_NONE },
	};
	if (aio_read(&h->posix[slot]))
		abort();
}

static inline void by_hand_posixaio(struct by_hand *h, const struct pattern_op *ops, size_t n)
{
	const struct aiocb *busy[BY_HAND_DEPTH] = { NULL };
	size_t issued = 0, done = 0;

	for (; issued < n && issued < BY_HAND_DEPTH; issued++) {
		by_hand_posix_read(h, &ops[issued], issued);
		busy[issued] = &h->posix[issued];
	}
	while (done < n) {
		if (aio_suspend(busy, BY_HAND_DEPTH, NULL))
			abort();
		for (size_t slot = 0; slot < BY_HAND_DEPTH; slot++) {
			if (!busy[slot] || aio_error(busy[slot]) == EINPROGRESS)
				continue;
			by_hand_expect(aio_return(&h->posix[slot]));
			done++;
			busy[slot] = NULL;
			if (issued == n)
				continue;
			by_hand_posix_read(h, &ops[issued++], slot);
			busy[slot] = &h->posix[slot];
		}
	}
}

/* What the kernel must know of beforehand. The ring is set up as iosweep's is. 0, or -1 where it cannot be had. */
static inline int by_hand_open(struct by_hand *h, int fd, size_t file_size, unsigned char *data)
{
	struct io_uring_params params = {
		.flags = IORING_SETUP_SUBMIT_ALL | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN
	};
	const struct iovec memory = { data, (size_t)BY_HAND_DEPTH * BY_HAND_RECORD };
	void *map = mmap(NULL, file_size, PROT_READ, MAP_SHARED, fd, 0);

	*h = (struct by_hand){ .fd = fd, .data = data, .map = map };
	if (map == MAP_FAILED || madvise(map, file_size, MADV_RANDOM) || io_setup(BY_HAND_DEPTH, &h->context) ||
	    io_uring_queue_init_params(BY_HAND_DEPTH, &h->ring, &params))
		return -1;
	return io_uring_register_files(&h->ring, &fd, 1) || io_uring_register_buffers(&h->ring, &memory, 1) ? -1 : 0;
}

#endif
