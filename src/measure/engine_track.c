#include "measure/engine_internal.h"

#include "stats/series.h"

static void set_event(struct track *track, uint64_t now_ns)
{
	uint64_t slot = (now_ns - track->start_ns) / track->series->interval_ns;
	uint64_t slot_end = track->start_ns + (slot + 1) * track->series->interval_ns;

	track->event_ns = slot_end < track->deadline_ns ? slot_end : track->deadline_ns;
}

static void take(struct track *track, uint64_t until_ns, uint64_t bytes)
{
	if (bytes > track->taken)
		series_add(track->series, track->taken_ns - track->start_ns, until_ns - track->start_ns,
			   bytes - track->taken);
	track->taken = bytes;
	track->taken_ns = until_ns;
}

void track_init(struct track *track, const struct engine_work *work, uint64_t start_ns)
{
	*track = (struct track){
		.series = work->series,
		.start_ns = start_ns,
		.taken_ns = start_ns,
		.deadline_ns = engine_deadline(work, start_ns),
	};
	track->event_ns = track->deadline_ns;
	if (track->series)
		set_event(track, start_ns);
}

void track_note(struct track *track, uint64_t before_ns, uint64_t now_ns, const struct tally *tally)
{
	if (!track->series)
		return;
	take(track, before_ns, tally->bytes - tally->last_bytes);
	take(track, now_ns, tally->bytes);
	set_event(track, now_ns);
}

void track_wait(struct track *track, uint64_t before_ns, uint64_t now_ns, const struct tally *tally)
{
	if (!track->series || now_ns < track->event_ns)
		return;
	take(track, before_ns, tally->bytes);
	track->taken_ns = now_ns;
	set_event(track, now_ns);
}

void track_end(struct track *track, uint64_t last_ns, const struct tally *tally)
{
	if (track->series)
		take(track, last_ns, tally->bytes);
}
