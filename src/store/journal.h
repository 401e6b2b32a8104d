/*
 * journal: samples.jsonl, the samples of a run in the order in which they were taken.
 *
 * One line is one sample, the object of sample_json.h with a last member "crc": eight hexadecimal digits, zlib's
 * crc32 over all bytes of the line before `,"crc"`. A line goes to the kernel at once, in one write, and is never
 * rewritten. So a process that is killed loses no sample; a journal that was cut anywhere loads up to its last whole
 * line; and a line that was damaged is known by its checksum and left out. Empty lines mean nothing.
 */
#ifndef IOSWEEP_STORE_JOURNAL_H
#define IOSWEEP_STORE_JOURNAL_H

#include "model/sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct journal;

/*
 * Opens the run's journal for appending, and makes it where there is none. ERR_ENVIRONMENT also when another process
 * has it open: two would interleave two runs.
 */
int journal_open(const char *run_dir, struct journal **journal, struct err *err);

/*
 * The same for a run that begins, where there must be no journal: of two that found the directory empty at the same
 * time one has it, and the other touches nothing in it (ERR_ENVIRONMENT).
 */
int journal_create(const char *run_dir, struct journal **journal, struct err *err);
void journal_abandon(struct journal *journal); /* closes and removes it, as the run did not come to begin */

/*
 * The same for a run that is gone on with: what stands behind the last whole line, half a sample of a run that was
 * killed or whose disk was full, is cut off. *cut_bytes says how much that was.
 */
int journal_reopen(const char *run_dir, struct journal **journal, uint64_t *cut_bytes, struct err *err);

/*
 * Appends a sample. When that fails (ERR_ENVIRONMENT, e.g. the disk of the results is full) the journal stays
 * usable: the same sample may be appended again, and what a failed attempt left behind reads as one damaged line.
 */
int journal_append(struct journal *journal, const struct sample *sample, struct err *err);

int journal_sync(struct journal *journal, struct err *err); /* until the samples are on stable storage */
uint64_t journal_unsynced_bytes(const struct journal *journal); /* appended since, or since it was opened */
void journal_close(struct journal *journal); /* does not sync; NULL is ignored */

struct journal_contents {
	struct sample *samples; /* owned, in order of the journal */
	size_t samples_n;
	size_t damaged_lines; /* left out: the checksum or a member does not fit */
	size_t duplicate_lines; /* left out: the cell has a sample of that pass already */
	bool cut; /* the last line is not whole, as after a kill; it is not counted as damaged */
};

enum journal_flags {
	/* Keep the latency histograms, 19 KB each. Without it they are not even looked at. */
	JOURNAL_LATENCY = 1 << 0,
};

/* A journal that does not exist loads as an empty one. */
int journal_load(const char *run_dir, unsigned flags, struct journal_contents *contents, struct err *err);
void journal_contents_release(struct journal_contents *contents);

/*
 * Whoever looks at samples one by one. The sample is released afterwards; one that keeps its contents takes a copy of the
 * struct and then empties it with sample_init. A positive result ends the reading and is returned; -errno fails it.
 */
struct journal_visitor {
	int (*visit)(struct sample *sample, void *arg);
	void *arg;
	unsigned flags; /* as for journal_load */
};

/* The same without keeping the samples: every good line, duplicates too. counts receives all but the samples. */
int journal_each(const char *run_dir, const struct journal_visitor *visitor, struct journal_contents *counts,
		 struct err *err);

#endif
