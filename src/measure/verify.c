#include "measure/verify.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#define AGAIN_LIMIT 10000 /* "try again" in a row before it is an error */

/* A file opened for one pass over it. */
struct pass {
	const struct verify *verify;
	const struct io_api *api;
	void *handle;
	const struct content *content; /* of what was read; NULL for what was written */
};

static int open_pass(struct pass *p, void *session)
{
	const struct verify *v = p->verify;
	struct io_open o = {
		.file_id = v->file,
		.file_size = v->config->file_size,
		.record_size = v->config->record_size,
		.depth = 1,
		.direct = v->direct,
		.random = v->pattern->flags & PATTERN_RANDOM,
		.backward = v->pattern->flags & PATTERN_BACKWARD,
		.memory = v->buffer->input,
		.memory_size = v->config->record_size,
		.settings = *v->settings,
	};
	int ret = target_file_open(v->target, v->file, v->direct ? TARGET_DIRECT : 0, &o.fd);

	if (ret)
		return ret;
	ret = p->api->open(session, &o, &p->handle);
	if (ret && o.fd >= 0)
		close(o.fd);
	return ret;
}

static int reap_one(const struct pass *p)
{
	struct io_request *done;
	int got;

	do
		got = p->api->reap(p->handle, &done, 1, 1);
	while (!*p->verify->stop && (got == -EINTR || got == -EAGAIN));
	return got;
}

/* Issues it and waits for it. Its result, or -errno. */
static int64_t issue(const struct pass *p, struct io_request *r)
{
	struct io_request *const one[] = { r };
	int ret = p->api->submit(p->handle, one, 1);

	if (ret > 0 && !(p->api->flags & IO_API_SYNCHRONOUS))
		ret = reap_one(p);
	return ret < 0 ? ret : r->result;
}

/* All of it, in as many pieces as it takes. 0 or -errno, with *offset where. */
static int read_whole(const struct pass *p, const struct pattern_op *op, uint64_t *offset)
{
	struct io_request r = {
		.buf = p->verify->buffer->input, .offset = op->offset, .len = op->len, .dir = IO_READ };

	for (unsigned again = 0; r.len;) {
		int64_t moved = issue(p, &r);

		*offset = r.offset;
		if ((moved == -EINTR || moved == -EAGAIN) && !*p->verify->stop && ++again < AGAIN_LIMIT) {
			sched_yield();
			continue;
		}
		if (moved <= 0)
			return moved ? (int)moved : -ENODATA;
		r.buf = (char *)r.buf + moved;
		r.offset += (uint64_t)moved;
		r.len -= (uint32_t)moved;
		again = 0;
	}
	return 0;
}

/* How many bytes are alike. */
static size_t common(const unsigned char *a, const unsigned char *b, size_t n)
{
	size_t i = 0;

	if (!memcmp(a, b, n))
		return n;
	while (a[i] == b[i])
		i++;
	return i;
}

/* A piece of a record that was written. */
struct piece {
	uint64_t stamp; /* of the record's first block */
	uint32_t record_len;
	uint32_t from; /* in the record */
	size_t phase; /* the record's place in the memory that it was written from */
	size_t len;
};

/* Makes the piece again and says how many bytes of it are as they should be. */
static size_t compare(struct buffer *buffer, const struct piece *piece, const unsigned char *found)
{
	unsigned char *record = buffer->data + piece->phase;
	size_t start = piece->from / BUFFER_BLOCK * BUFFER_BLOCK, end = piece->from + piece->len;

	end = (end + BUFFER_BLOCK - 1) / BUFFER_BLOCK * BUFFER_BLOCK;
	end = end < piece->record_len ? end : piece->record_len;
	buffer_arrange(buffer, piece->phase + piece->record_len, 1);
	buffer_stamp(buffer, record + start, end - start, piece->stamp + start * BUFFER_STEP);
	return common(record + piece->from, found, piece->len);
}

/* The stamp that a block of the record has, if that is one that was written to it, else that of the last operation. */
static uint64_t stamp_found(const struct verify *v, const unsigned char *block, uint64_t offset, uint64_t last)
{
	uint32_t record = v->config->record_size;
	uint64_t stamp, number;

	memcpy(&stamp, block, sizeof(stamp));
	if (v->buffer->copies && stamp == v->buffer->copy_stamp)
		return 0; /* as good as any that makes a copy */
	number = buffer_stamp_number(v->result->stamp, stamp);
	if (number < offset || (number - offset) % record || (number - offset) / record >= v->result->operations)
		return last;
	return stamp;
}

/* A record that several requests at a time have rewritten, block by block. */
static size_t compare_overwritten(const struct verify *v, const struct pattern_op *op, uint64_t last)
{
	for (uint32_t at = 0; at < op->len; at += BUFFER_BLOCK) {
		const unsigned char *found = v->buffer->input + at;
		uint32_t left = op->len - at;
		struct piece block = { .stamp = last, .record_len = op->len, .from = at, .len = left };
		size_t same;

		block.phase = op->offset & v->result->phases;
		block.len = left < BUFFER_BLOCK ? left : BUFFER_BLOCK;
		/* What has no room for a stamp can be told from nothing. */
		if (block.len < sizeof(uint64_t))
			break;
		block.stamp = stamp_found(v, found, op->offset + at, last + at * BUFFER_STEP) - at * BUFFER_STEP;
		same = compare(v->buffer, &block, found);
		if (same < block.len)
			return at + same;
	}
	return op->len;
}

static size_t compare_written(const struct verify *v, const struct pattern_op *op)
{
	uint64_t gap = engine_stamp_gap(v->pattern, v->config->record_size);
	struct piece whole = { .record_len = op->len, .len = op->len, .phase = op->offset & v->result->phases };

	/* Without a gap each place has been written once. */
	whole.stamp = engine_stamp(v->result->stamp + (v->result->operations - 1) * gap, op->offset);
	if (gap && v->depth > 1)
		return compare_overwritten(v, op, whole.stamp);
	return compare(v->buffer, &whole, v->buffer->input);
}

/* The piece of a layer's record that the place belongs to, up to `end` at most. */
static struct piece piece_of(const struct verify *v, const struct content_layer *layer, uint64_t offset, uint64_t end)
{
	uint64_t record = offset - offset % layer->record_size, left = v->config->file_size - record;
	struct piece piece = { .stamp = engine_stamp(layer->stamp, record), .from = (uint32_t)(offset - record) };

	piece.phase = record & layer->phases;
	piece.record_len = left < layer->record_size ? (uint32_t)left : layer->record_size;
	if (end > record + piece.record_len)
		end = record + piece.record_len;
	piece.len = (size_t)(end - offset);
	return piece;
}

static size_t compare_read(const struct verify *v, const struct content *content, const struct pattern_op *op)
{
	for (uint64_t offset = op->offset, op_end = op->offset + op->len; offset < op_end;) {
		uint64_t end;
		const struct content_layer *layer = content_at(content, offset, &end);
		struct piece piece;
		size_t same;

		end = end < op_end ? end : op_end;
		if (layer) {
			piece = piece_of(v, layer, offset, end);
			same = compare(v->buffer, &piece, v->buffer->input + (offset - op->offset));
			if (same < piece.len)
				return (size_t)(offset - op->offset) + same;
			end = offset + piece.len;
		}
		offset = end;
	}
	return op->len;
}

static int check(const struct pass *p, const struct pattern_op *op, uint64_t *offset)
{
	struct watch_io *watch = p->verify->watch;
	size_t same;
	int ret;

	if (watch)
		watch_begin(watch, clock_now_ns(p->verify->clock), op->offset);
	ret = read_whole(p, op, offset);
	if (watch)
		watch_end(watch);
	if (ret)
		return ret;
	same = p->content ? compare_read(p->verify, p->content, op) : compare_written(p->verify, op);
	*offset = op->offset + same;
	return same < op->len ? -VERIFY_DIFFERS : 0;
}

/* The operations of the repetition, as many as were done. */
static int replay(const struct pass *p, uint64_t *offset)
{
	const struct verify *v = p->verify;
	enum io_dir dir = p->content ? IO_READ : IO_WRITE;
	struct pattern_state state;
	struct pattern_op op;
	int ret = 0;

	pattern_start(v->pattern, v->config, &state);
	for (uint64_t i = 0; !ret && i < v->result->operations && v->pattern->next(&state, &op, 1); i++) {
		if (*v->stop)
			return -EINTR;
		if (op.dir == dir)
			ret = check(p, &op, offset);
		if (engine_stamp_gap(v->pattern, v->config->record_size))
			break; /* all are the same place */
	}
	return ret;
}

static int run_pass(struct pass *p, void *session, uint64_t *offset)
{
	int ret, closed;

	*offset = UINT64_MAX;
	ret = open_pass(p, session);
	if (ret)
		return ret;
	ret = replay(p, offset);
	closed = p->api->close(p->handle);
	return ret ? ret : closed;
}

int verify_written(const struct verify *v, uint64_t *offset)
{
	struct pass p = { .verify = v, .api = io_api_find(strcmp(v->api->name, "psync") ? "psync" : "sync") };

	return run_pass(&p, NULL, offset);
}

int verify_read(const struct verify *v, const struct content *content, uint64_t *offset)
{
	struct pass p = { .verify = v, .api = v->api, .content = content };

	return run_pass(&p, v->session, offset);
}
