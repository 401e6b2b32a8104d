#include "measure/crew.h"

#include "measure/watchdog.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Before the team, so that processes see them too. */
static int add_watches(const struct group_setting *setting, const struct group *group, struct crew *crew)
{
	if (!setting->watchdog)
		return 0;
	crew->watch_depth = group->depth;
	crew->watches = watch_new(crew->jobs, crew->watch_depth);
	if (!crew->watches)
		return -ENOMEM;
	crew->watchdog = setting->watchdog;
	watchdog_set(crew->watchdog, crew->watches, crew->jobs);
	return 0;
}

int crew_new(const struct group_setting *setting, const struct group *group, struct crew *crew)
{
	struct team_config config = {
		.workers = group->jobs,
		.processes = setting->processes,
		.slot_size = sizeof(struct job),
		.cpus = setting->cpus,
		.cpus_n = setting->cpus_n,
		.stop = setting->stop,
		.stopped_limit_ns = setting->stuck_after_ns,
	};
	int ret;

	*crew = (struct crew){ .jobs = group->jobs };
	crew->work = team_alloc(sizeof(*crew->work));
	crew->sums = calloc(group->tests_n * group->jobs, sizeof(*crew->sums));
	ret = crew->work && crew->sums ? add_watches(setting, group, crew) : -ENOMEM;
	if (!ret)
		ret = team_new(&config, &crew->team);
	if (ret) {
		crew_release(crew);
		return ret;
	}
	for (unsigned i = 0; i < crew->jobs; i++) {
		crew_job(crew, i)->work = crew->work;
		crew_job(crew, i)->buffer = &setting->buffers[i];
		crew_job(crew, i)->watch = crew->watches ? &crew->watches[i] : NULL;
	}
	return 0;
}

void crew_release(struct crew *crew)
{
	team_end(crew->team);
	watchdog_set(crew->watchdog, NULL, 0);
	watch_free(crew->watches, crew->jobs, crew->watch_depth);
	team_free(crew->work, sizeof(*crew->work));
	free(crew->sums);
	*crew = (struct crew){ 0 };
}

int crew_step(struct crew *crew, void (*step)(void *job), unsigned *failed)
{
	int ret = team_step(crew->team, step, failed);

	for (unsigned i = 0; !ret && i < crew->jobs; i++) {
		ret = crew_job(crew, i)->ret;
		*failed = i;
	}
	return ret;
}

/* Of n things in order, the first of them that is part i of `parts`, whose sizes differ by one at most. */
static uint64_t part_start(uint64_t n, unsigned parts, unsigned i)
{
	uint64_t small = n / parts, rest = n % parts;

	return i * small + (i < rest ? i : rest);
}

void crew_share(const struct crew *crew, const struct group *group, const struct pattern_config *whole)
{
	uint64_t records = (whole->file_size + whole->record_size - 1) / whole->record_size;
	uint64_t before = whole->mixed_before;

	for (unsigned i = 0; i < crew->jobs; i++) {
		struct pattern_config *part = &crew_job(crew, i)->pattern;

		*part = *whole;
		part->seed += i; /* spread by the permutation */
		part->mixed_before = before;
		if (group->files == JOB_FILES_SEGMENTS) {
			part->first_record = part_start(records, crew->jobs, i);
			part->record_step = 1;
			part->records = part_start(records, crew->jobs, i + 1) - part->first_record;
		} else if (group->files == JOB_FILES_STRIDED) {
			part->first_record = i;
			part->record_step = crew->jobs;
			part->records = (records - i + crew->jobs - 1) / crew->jobs;
		}
		before += part->records ? part->records : records;
	}
}

void crew_result(const struct crew *crew, struct crew_result *sum)
{
	uint64_t first = UINT64_MAX, last = 0, wall = atomic_load(&crew->work->wall.at_ns);

	*sum = (struct crew_result){ .idle_job = UINT_MAX, .stopped_job = UINT_MAX };
	for (unsigned i = 0; i < crew->jobs; i++) {
		const struct engine_result *r = &crew_job(crew, i)->result;

		first = r->start_ns < first ? r->start_ns : first;
		last = r->end_ns > last ? r->end_ns : last;
		sum->bytes += r->wall_bytes;
		sum->operations += r->wall_operations;
		sum->total_bytes += r->bytes;
		sum->total_operations += r->operations;
		sum->short_transfers += r->short_transfers;
		sum->submit_calls += r->submit_calls;
		sum->reap_calls += r->reap_calls;
		sum->submit_ns += r->submit_ns;
		sum->throttle_ns += r->throttle_ns;
		sum->in_flight_ns += r->in_flight_ns;
		sum->cut = sum->cut || r->cut;
		if (r->stopped)
			sum->stopped_job = i;
		if (!r->bytes)
			sum->idle_job = i;
	}
	if (crew_job(crew, 0)->result.cut)
		sum->next_offset = crew_job(crew, 0)->result.next_offset;
	sum->start_ns = first;
	sum->total_ns = last - first;
	sum->clocked_ns = wall ? wall - first : sum->total_ns;
}
