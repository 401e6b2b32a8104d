/*
 * config: what a run was asked to do. Filled once from the command line (or from run.json), then const.
 *
 * Everything here is resolved: "auto" and "2xram" have become sizes, so that a run is described by its config
 * alone. All pointers are owned; config_release frees them.
 */
#ifndef IOSWEEP_MODEL_CONFIG_H
#define IOSWEEP_MODEL_CONFIG_H

#include "base/units.h"
#include "model/cache_mode.h"
#include "model/data_shape.h"
#include "model/io_settings.h"
#include "model/mode.h"
#include "model/pace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEST_NAME_LEN 40
#define NAME_LEN 16

/*
 * A pattern through an API. "stdio:write" names both; "write" alone takes the first API of the run. A run that mixes
 * reads and writes in several proportions has "mixed-70", "mixed-30".
 */
struct test {
	char name[TEST_NAME_LEN];
	char api[NAME_LEN];
	char pattern[NAME_LEN];
	unsigned read_percent; /* of the pattern mixed; others have 0 here */
};

/* Which files the jobs of a cell work on. The file size is that of each file. */
enum job_files {
	JOB_FILES_OWN, /* each its own */
	JOB_FILES_SEGMENTS, /* one file, each a part without gaps */
	JOB_FILES_STRIDED, /* one file, each every n-th record */
};

struct config {
	char *target; /* the directory as the user wrote it, or the file */
	bool target_is_file; /* or a block device; it is there already */
	bool overwrite; /* that file may be */
	char *output; /* the run directory */
	char *command; /* the command line, for the record */
	char *sim_model; /* path of the sim API's model; NULL: its built-in one */
	char *raid; /* the geometry of an array that the system does not see, see model/raid_geometry.h; NULL: not told */
	char *fault; /* what goes wrong on purpose, see api/fault.h; NULL: nothing */
	struct size_list file_sizes, records; /* bytes, ascending */
	struct test *tests; /* in the order of the tables */
	size_t tests_n;
	bool modes[MODES_N]; /* which of them run */
	struct io_settings io;
	bool include_flush, include_close; /* throughput counts them; a flush without direct I/O in device mode always */
	bool fallocate; /* new files get their blocks before the clock starts */
	enum cache_mode cache; /* of cached mode */
	uint64_t memory_limit_bytes; /* of the control group that the run makes for itself; 0: it makes none */
	bool verify; /* what was written is read back, and what was read once more, outside the clock */
	bool truncate_before_write; /* new files are written, and cut to nothing, before the test writes them */
	struct size_list depth; /* I/Os in flight, ascending; synchronous APIs have 1 all the same */
	struct size_list jobs; /* how many work side by side, ascending, >= 1 */
	struct pace pace; /* of each job */
	struct data_shape data; /* of what is written */
	uint64_t stride; /* records, of the pattern stride; >= 1 */
	bool mixed_in_order; /* the pattern mixed goes from the start to the end */
	enum job_files job_files;
	bool processes; /* jobs are processes, else threads */
	bool stonewall; /* the rate of jobs is that until the first was done */
	int *cpus; /* that jobs are bound to in turn */
	size_t cpus_n; /* 0: to none */
	char *preset; /* what the user named; NULL: none */
	unsigned passes; /* >= 1 */
	double precision; /* as a share, to which later passes narrow the medians; 0: they measure all cells */
	uint64_t time_budget_ns; /* 0: none */
	uint64_t settle_ns; /* a pause before each sample */
	bool precondition; /* the largest file is written once before the first pass */
	bool confirm; /* cliffs that the sweep found are looked for again, as long as that takes half of its time at most, */
	bool confirm_all; /* or as long as it takes */
	bool refine; /* records has sizes between those that were asked for, and confirmed cliffs are halved */
	uint64_t min_time_ns, max_time_ns; /* of a sample; max 0: no limit */
	bool max_time_cuts_cached; /* the user asked for it, so cached samples are cut as well */
	uint64_t seed;
	uint64_t stuck_after_ns; /* an I/O that takes longer is told; 0: none is */
	bool quiet;
	bool no_pictures; /* are drawn at the end of the run */
};

void config_init(struct config *config);
void config_release(struct config *config);

/* Sets the lists of depths and jobs that are empty to the single value 1. 0 or -ENOMEM. */
int config_complete(struct config *config);

/* Sets one of these lists to a single value. 0 or -ENOMEM. */
int config_set_only(struct size_list *list, uint64_t value);

/* The last, and so the largest, of the depths and of the numbers of jobs; 1 where the list is empty. */
unsigned config_most_depth(const struct config *config);
unsigned config_most_jobs(const struct config *config);

/* How many files of the file size so many jobs work on, and the most that the run works on at one time. */
unsigned config_files_of(const struct config *config, unsigned jobs);
unsigned config_files(const struct config *config);

/* Whether the grid has a cell of this file and record size: each of the jobs needs at least one record. */
bool config_has_cell(const struct config *config, uint64_t file_size, uint64_t record_size, unsigned jobs);

/* Whether it has one for any number of jobs. */
bool config_has_pair(const struct config *config, uint64_t file_size, uint64_t record_size);

/* Sets *field, an owned string of a config, to a copy of value (NULL allowed). Returns 0 or -ENOMEM. */
int config_set_string(char **field, const char *value);

#endif
