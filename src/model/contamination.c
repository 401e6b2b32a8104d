#include "model/contamination.h"

#include "stats/histogram.h"

#include <stdio.h>
#include <string.h>

#define KIB 1024.0
#define MIB (1024.0 * 1024)

/* A machine is never quite silent: this much of others' disturbs nothing. */
#define READ_TOLERATED (256 * KIB)
#define READ_TOLERATED_PER_S (128 * KIB)
#define WRITE_TOLERATED MIB
#define WRITE_TOLERATED_PER_S (256 * KIB)

/* What a file system may write for what it is given. */
#define METADATA_SHARE 0.05
#define METADATA_OF_FLUSH (64 * KIB)
#define METADATA_OF_SYNC_WRITE (32 * KIB)

static double number(uint64_t value)
{
	return value == SAMPLE_ABSENT ? 0 : (double)value;
}

static double seconds(const struct sample *s)
{
	return (number(s->total_ns) + number(s->flush_ns)) / 1e9;
}

static uint64_t beyond(uint64_t device, double own)
{
	return (double)device > own ? (uint64_t)((double)device - own) : 0;
}

/* Of all operations; 1 where it is not known. */
static double writing_share(const struct sample *s)
{
	double reads = s->latency[IO_READ] ? (double)s->latency[IO_READ]->count : 0;
	double writes = s->latency[IO_WRITE] ? (double)s->latency[IO_WRITE]->count : 0;

	return reads + writes > 0 ? writes / (reads + writes) : 1;
}

static double own_writes(const struct contamination_terms *terms, const struct sample *s)
{
	double asked = number(s->total_bytes) * writing_share(s), charged = number(s->own_write_bytes), most;

	most = (asked > charged ? asked : charged) * terms->write_factor;
	if (terms->sync_each && s->record_size_bytes)
		most += asked / (double)s->record_size_bytes * METADATA_OF_SYNC_WRITE;
	if (s->flush_ns != SAMPLE_ABSENT)
		most += number(s->repetitions) * (double)s->jobs * METADATA_OF_FLUSH;
	return most * (1 + METADATA_SHARE) + number(terms->side_write_bytes);
}

static bool judge_reads(const struct contamination_terms *terms, struct sample *s)
{
	uint64_t device = terms->on_partition ? s->disks_read_bytes : s->device_read_bytes;

	if (device == SAMPLE_ABSENT || s->own_read_bytes == SAMPLE_ABSENT)
		return false;
	s->others_read_bytes = beyond(device, number(s->own_read_bytes));
	return number(s->others_read_bytes) > READ_TOLERATED + READ_TOLERATED_PER_S * seconds(s) +
						      METADATA_SHARE * number(s->own_read_bytes);
}

static bool judge_writes(const struct contamination_terms *terms, struct sample *s)
{
	uint64_t device = terms->on_partition ? s->disks_write_bytes : s->device_write_bytes;

	if (device == SAMPLE_ABSENT)
		return false;
	s->others_write_bytes = beyond(device, own_writes(terms, s));
	return number(s->others_write_bytes) > WRITE_TOLERATED + WRITE_TOLERATED_PER_S * seconds(s);
}

static bool array_works(const struct sample *s)
{
	return *s->md_sync_action && strcmp(s->md_sync_action, "idle") && strcmp(s->md_sync_action, "frozen");
}

static bool array_has_lost(const struct contamination_terms *terms, const struct sample *s)
{
	return s->md_degraded != SAMPLE_ABSENT && terms->md_degraded != SAMPLE_ABSENT && s->md_degraded > terms->md_degraded;
}

static void name_cause(struct sample *s, const char *array, bool reads, bool writes)
{
	if (array)
		snprintf(s->contaminated_by, sizeof(s->contaminated_by), "%s", array);
	else if (reads || writes)
		snprintf(s->contaminated_by, sizeof(s->contaminated_by), "%s%s%s", reads ? "reads" : "",
			 reads && writes ? ", " : "", writes ? "writes" : "");
}

void contamination_judge(const struct contamination_terms *terms, struct sample *s)
{
	const char *array = array_has_lost(terms, s) ? "degraded" : NULL;
	bool reads, writes;

	if (!sample_ok(s))
		return;
	if (array_works(s))
		array = s->md_sync_action;
	reads = judge_reads(terms, s);
	writes = judge_writes(terms, s);
	if (s->others_read_bytes == SAMPLE_ABSENT && s->others_write_bytes == SAMPLE_ABSENT && !*s->md_sync_action &&
	    s->md_degraded == SAMPLE_ABSENT)
		return;
	s->contaminated = reads || writes || array;
	name_cause(s, array, reads, writes);
}

bool contamination_marks(const struct sample *const *samples, size_t n)
{
	size_t contaminated = 0;

	for (size_t i = 0; i < n; i++)
		contaminated += samples[i]->contaminated == 1;
	return contaminated && 2 * contaminated >= n;
}
