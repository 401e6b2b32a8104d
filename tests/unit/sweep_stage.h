/*
 * sweep_stage: a whole sweep over a modelled device, or over real files, with its journal in a directory of its own. For
 * tests of the sweep.
 */
#ifndef IOSWEEP_TESTS_SWEEP_STAGE_H
#define IOSWEEP_TESTS_SWEEP_STAGE_H

#include "store/journal.h"
#include "sweep/sweep.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

#define SWEEP_STAGE_JOBS 4 /* at most */

struct sweep_stage {
	struct config config;
	struct plan plan;
	struct target *target;
	struct clock clock;
	struct buffer buffers[SWEEP_STAGE_JOBS];
	struct timing timing;
	struct group_setting setting;
	struct journal *journal;
	struct sweep sweep;
	struct sweep_result result;
	struct journal_contents contents;
	_Atomic sig_atomic_t stop;
	unsigned told, stop_after; /* samples */
	uint32_t direct_align; /* 1 */
	char dir[512], model[600];
};

/* Six patterns in both modes, files of 64 KiB to 4 MiB, records of 4 to 128 KiB, two passes. Change it, then run it. */
struct sweep_stage *sweep_stage_new(void);
void sweep_stage_free(struct sweep_stage *s);

void sweep_stage_model(struct sweep_stage *s, const char *json);
/* Tests by their patterns, through the model; or, "psync:write", through an API of real files. */
void sweep_stage_tests(struct sweep_stage *s, const char *const *names, size_t n);
void sweep_stage_sizes(struct size_list *list, const uint64_t *sizes, size_t n);

#define SWEEP_STAGE_SIZES(list, ...)                                                      \
	do {                                                                              \
		static const uint64_t sizes_[] = { __VA_ARGS__ };                         \
		sweep_stage_sizes(list, sizes_, sizeof(sizes_) / sizeof(*sizes_));        \
	} while (0)

/* From the plan to the sweep that could run; the sweep; the samples that it has left. And all three. */
void sweep_stage_open(struct sweep_stage *s);
void sweep_stage_sweep(struct sweep_stage *s);
void sweep_stage_load(struct sweep_stage *s);
void sweep_stage_run(struct sweep_stage *s);

#endif
