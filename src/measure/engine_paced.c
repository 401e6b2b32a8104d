/* The loop for APIs that complete in submit, of work that has a pace. */
#include "measure/engine_internal.h"

#include "stats/histogram.h"

/* The moments of one operation of work that has a pace. */
struct moments {
	uint64_t scheduled, begun, done;
};

static void record(const struct engine_work *work, enum io_dir dir, const struct moments *m)
{
	histogram_record(work->latency[dir], m->done - m->begun);
	if (work->part[LATENCY_INTENDED])
		histogram_record(work->part[LATENCY_INTENDED], m->done - m->scheduled);
}

/* The loop of work that has a pace. */
struct paced {
	const struct engine_work *work;
	struct engine_result *result;
	struct pacer pacer;
	struct tally tally;
	struct track track;
	uint64_t last, rested; /* the latest stamp; when the pause behind the last operation is over */
};

/* Waits until the next operation is due; false: it must not begin any more. */
static bool wait_for_turn(struct paced *p, uint64_t due)
{
	const struct engine_work *work = p->work;
	uint64_t before = p->last;

	p->last = pacer_wait(work, due < p->track.deadline_ns ? due : p->track.deadline_ns, before, p->result);
	track_wait(&p->track, before, p->last, &p->tally);
	return p->last >= due && !(p->tally.operations && (p->last >= p->track.deadline_ns || *work->stop));
}

static inline void count(struct tally *tally, uint32_t len)
{
	tally->bytes += len;
	tally->operations++;
	tally->last_bytes = len;
}

static void note_operation(struct paced *p, const struct pattern_op *op, const struct moments *m)
{
	record(p->work, op->dir, m);
	count(&p->tally, op->len);
	pacer_give(&p->pacer, op->len);
	p->last = m->done;
	p->rested = m->done + p->work->pace->think_ns;
	engine_look_at_wall(p->work, &p->tally, m->done, p->result);
	if (m->done >= p->track.event_ns)
		track_note(&p->track, m->begun, m->done, &p->tally);
}

/* Issues it and brings it to its end. 0 or -errno. */
static int run_operation(const struct engine_work *work, const struct pattern_op *op, struct stamps *stamps,
			 struct engine_result *result)
{
	struct io_request request = {
		.buf = op->dir == IO_WRITE ? buffer_place(work->buffer->data, result->phases, op->offset) : work->buffer->input,
		.offset = op->offset,
		.len = op->len,
		.dir = op->dir,
	};
	struct io_request *const one[] = { &request };
	int accepted;

	if (op->dir == IO_WRITE)
		buffer_stamp(work->buffer, request.buf, op->len, stamps_next(stamps, op->offset));
	accepted = work->api->submit(work->handle, one, 1);
	return request.result == op->len ? 0 : engine_finish_operation(work, &request, accepted, result);
}

int engine_run_paced(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	uint64_t start = clock_now_ns(work->clock);
	struct paced p = { .work = work, .result = result, .last = start, .rested = start,
			   .tally = { .last_operations = 1 } };
	struct watch_io unwatched = { 0 }, *watch = work->watch ? work->watch : &unwatched;
	struct stamps stamps = stamps_of(work, result);
	const struct pattern_op *op;
	int ret = 0, finished;

	result->start_ns = start;
	p.pacer = (struct pacer){ .pace = work->pace, .start_ns = start };
	track_init(&p.track, work, start);
	do {
		struct moments m = { .scheduled = pacer_scheduled_ns(&p.pacer) };

		op = supply_peek(supply);
		if (!wait_for_turn(&p, m.scheduled > p.rested ? m.scheduled : p.rested) || !op)
			break;
		m.begun = p.last;
		watch_begin(watch, m.begun, op->offset);
		ret = run_operation(work, op, &stamps, result);
		watch_end(watch);
		if (ret)
			break;
		m.done = clock_now_ns(work->clock);
		note_operation(&p, op, &m);
		supply->at++;
	} while (p.last < p.track.deadline_ns && !*work->stop);
	track_end(&p.track, p.last, &p.tally);
	finished = engine_finish(work, &p.tally, p.last, result);
	return ret ? ret : finished;
}
