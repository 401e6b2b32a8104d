#include "measure/attempt_internal.h"

#include "measure/verify.h"
#include "measure/watchdog.h"
#include "stats/histogram.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The mean over all repetitions, each weighted with its time; s->total_ns has this one in it already. */
static void note_depth(const struct attempt *a, const struct crew_result *sum)
{
	struct sample *s = a->sample;
	double before = isnan(s->depth_reached) ? 0 : s->depth_reached * (double)(s->total_ns - sum->total_ns);

	if (s->total_ns)
		s->depth_reached = (before + sum->in_flight_ns / a->crew->jobs) / (double)s->total_ns;
	if (attempt_test(a)->api->flags & IO_API_SYNCHRONOUS)
		return;
	sample_add(&s->submit_calls, sum->submit_calls);
	sample_add(&s->reap_calls, sum->reap_calls);
	sample_add(&s->submit_ns, sum->submit_ns);
	s->serialised = s->depth > 1 && s->submit_ns > s->total_ns * a->crew->jobs / 2;
}

/* The repetitions follow each other without what lies between them. */
static void note_series(const struct attempt *a, const struct crew_result *sum)
{
	uint64_t start = a->sample->total_ns - sum->total_ns;

	for (unsigned i = 0; i < a->crew->jobs && a->sample->series; i++) {
		const struct job *job = crew_job(a->crew, i);

		series_merge(a->sample->series, &job->series, start + job->result.start_ns - sum->start_ns,
			     job->result.clocked_ns);
	}
}

static void note_jobs(const struct attempt *a)
{
	struct crew_sum *sums = &a->crew->sums[a->test * a->crew->jobs];
	double rate = 0;

	for (unsigned i = 0; i < a->crew->jobs; i++) {
		const struct job *job = crew_job(a->crew, i);

		sums[i].bytes += job->result.bytes;
		sums[i].clocked_ns += job->result.clocked_ns;
		if (sums[i].clocked_ns)
			rate += (double)sums[i].bytes / 1048576.0 / ((double)sums[i].clocked_ns / 1e9);
		for (int dir = 0; dir < IO_DIRS_N; dir++) {
			if (a->sample->latency[dir])
				histogram_merge(a->sample->latency[dir], &job->latency[dir]);
		}
		for (int part = 0; part < LATENCY_PARTS_N; part++) {
			if (a->sample->part[part])
				histogram_merge(a->sample->part[part], &job->part[part]);
		}
	}
	a->sample->jobs_rate_mib_s = rate;
}

/* How much of the file the sample has accessed. */
static uint64_t touched(const struct attempt *a, const struct crew_result *sum)
{
	if (attempt_flags(a) & PATTERN_FILE_SIZE_IS_NO_AXIS)
		return a->group->record_size;
	if (!sum->cut || a->number)
		return a->group->file_size;
	return a->group->files == JOB_FILES_OWN ? sum->total_bytes / a->crew->jobs : sum->total_bytes;
}

void attempt_note_result(const struct attempt *a, const struct crew_result *sum)
{
	struct sample *s = a->sample;

	if (!a->number) {
		s->first_bytes = sum->bytes;
		s->first_ns = sum->clocked_ns;
	}
	sample_add(&s->bytes, sum->bytes);
	sample_add(&s->operations, sum->operations);
	sample_add(&s->clocked_ns, sum->clocked_ns);
	sample_add(&s->total_bytes, sum->total_bytes);
	sample_add(&s->total_operations, sum->total_operations);
	sample_add(&s->total_ns, sum->total_ns);
	sample_add(&s->short_transfers, sum->short_transfers);
	if (a->setting->pace)
		sample_add(&s->throttle_ns, sum->throttle_ns);
	note_depth(a, sum);
	note_jobs(a);
	note_series(a, sum);
	s->repetitions = a->number + 1;
	s->cut = sum->cut;
	if (sum->cut && !(attempt_flags(a) & PATTERN_RANDOM))
		s->end_offset_bytes = sum->next_offset;
	s->touched_bytes = touched(a, sum);
}

void attempt_note_stuck(const struct attempt *a)
{
	uint64_t ns, offset, limit = a->setting->stuck_after_ns, *longest = &a->sample->stuck_ns;

	if (!a->setting->watchdog || !limit)
		return;
	if (watchdog_longest(a->setting->watchdog, &ns, &offset) && (*longest == SAMPLE_ABSENT || ns > *longest)) {
		*longest = ns;
		a->sample->stuck_offset_bytes = offset;
	}
	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		const struct histogram *h = a->sample->latency[dir];

		if (h && h->count && h->max_ns > limit && (*longest == SAMPLE_ABSENT || h->max_ns > *longest))
			*longest = h->max_ns;
	}
}

void attempt_note_failure(const struct attempt *a, const struct attempt_failure *failure, int error)
{
	struct sample *s = a->sample;
	char who[24] = "";

	if (failure->job != UINT_MAX && a->crew->jobs > 1)
		snprintf(who, sizeof(who), "job %u: ", failure->job + 1);
	snprintf(s->status, sizeof(s->status), "failed");
	s->error_number = (uint64_t)-error;
	s->error_offset_bytes = failure->offset;
	s->jobs_rate_mib_s = NAN; /* of earlier repetitions: a failed sample has counts, but no rate */
	snprintf(s->error, sizeof(s->error), "%s%s: %s", who, failure->step,
		 error == -VERIFY_DIFFERS ? "byte differs" : strerror(-error));
}

/* Behind the flush, and so quick on most file systems; over a network it may not be. */
void attempt_note_close(const struct attempt *a)
{
	uint64_t longest = 0;

	for (unsigned i = 0; i < a->crew->jobs; i++) {
		if (crew_job(a->crew, i)->close_ns > longest)
			longest = crew_job(a->crew, i)->close_ns;
	}
	sample_add(&a->sample->close_ns, longest);
}

void attempt_note_contents(const struct attempt *a, int ret)
{
	struct content *contents = a->group->contents;

	if (!contents || !(attempt_flags(a) & PATTERN_WRITES) || (attempt_flags(a) & PATTERN_NEW_FILE))
		return;
	for (unsigned i = 0; i < attempt_files_n(a); i++) {
		const struct job *job = crew_job(a->crew, i);

		if (ret)
			content_forget(&contents[i]);
		else
			content_write(&contents[i], job->work->pattern, &job->pattern, &job->result, job->work->depth);
	}
}
