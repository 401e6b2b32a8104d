#include "measure/engine.h"

#include "measure/engine_internal.h"

#include <errno.h>
#include <sys/param.h>

struct buffer_size engine_buffer_size(uint64_t record_size, unsigned depth)
{
	size_t input = roundup((size_t)record_size, BUFFER_BLOCK) * depth;

	return (struct buffer_size){ .data = input + MIN(BUFFER_TURN * depth, BUFFER_TURNS_MOST), .input = input };
}

struct buffer_size engine_slot_size(uint64_t record_size, unsigned depth)
{
	size_t input = roundup((size_t)record_size, BUFFER_BLOCK);

	return (struct buffer_size){ .data = input + buffer_phases(record_size, depth), .input = input };
}

void engine_name_memory(const struct pattern *pattern, const struct buffer *buffer, struct io_open *o)
{
	bool reads = pattern->flags & PATTERN_READS, writes = pattern->flags & PATTERN_WRITES;
	struct buffer_size slot = engine_slot_size(o->record_size, o->depth);
	unsigned char *end = reads ? buffer->input + slot.input * o->depth : buffer->data + slot.data * o->depth;

	o->memory = writes ? buffer->data : buffer->input;
	o->memory_size = (size_t)(end - (unsigned char *)o->memory);
}

int engine_nothing_moved(enum io_dir dir)
{
	return dir == IO_READ ? -ENODATA : -EIO;
}

int engine_settle(const struct engine_work *work, uint64_t last_ns, struct engine_result *result)
{
	int ret;

	if (!work->api->settle)
		return 0;
	if (work->watch)
		watch_begin(work->watch, last_ns, UINT64_MAX);
	ret = work->api->settle(work->handle);
	if (work->watch)
		watch_end(work->watch);
	result->clocked_ns += clock_now_ns(work->clock) - last_ns;
	return ret;
}

void engine_note_wall(const struct engine_work *work, struct tally *tally, uint64_t stamp_ns,
		      struct engine_result *result)
{
	bool late = stamp_ns > atomic_load_explicit(&work->wall->at_ns, memory_order_acquire);

	tally->wall_noted = true;
	result->wall_bytes = tally->bytes - (late ? tally->last_bytes : 0);
	result->wall_operations = tally->operations - (late ? tally->last_operations : 0);
}

void engine_reach_wall(const struct engine_work *work, struct tally *tally, uint64_t stamp_ns,
		       struct engine_result *result)
{
	uint64_t none = 0;

	if (tally->wall_noted)
		return;
	result->wall_bytes = tally->bytes;
	result->wall_operations = tally->operations;
	if (work->wall && !atomic_compare_exchange_strong(&work->wall->at_ns, &none, stamp_ns))
		engine_note_wall(work, tally, stamp_ns, result);
}

/* Why the work is not whole, and where the next sample goes on. */
static void note_rest(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	const struct pattern_op *next = supply_peek(supply);

	if (!next)
		return;
	result->stopped = *work->stop;
	result->cut = !result->stopped;
	result->next_offset = next->offset;
}

int engine_run(const struct engine_work *work, struct engine_result *result)
{
	const struct pattern_config *config = &work->state->config;
	bool synchronous = work->api->flags & IO_API_SYNCHRONOUS;
	struct supply supply = { .work = work };
	int ret;

	*result = (struct engine_result){ .error_offset = UINT64_MAX };
	/* Offsets lie below the one half, and what all gaps add up to below the other. */
	result->stamp = buffer_reserve(work->buffer, 2 * (config->file_size + config->record_size));
	result->phases = buffer_phases(config->record_size, synchronous ? 1 : work->depth);
	if (synchronous)
		buffer_arrange(work->buffer, config->record_size + result->phases, 1);
	supply_peek(&supply); /* so that the first ones are not made within the clock */
	if (!synchronous)
		ret = engine_run_asynchronous(work, &supply, result);
	else if (work->pace)
		ret = engine_run_paced(work, &supply, result);
	else
		ret = engine_run_synchronous(work, &supply, result);
	result->end_ns = result->start_ns + result->clocked_ns;
	if (!ret)
		note_rest(work, &supply, result);
	return ret;
}
