/*
 * rundir: the directory that holds a run, and its run.json.
 *
 * run.json is
 *   {"format": {"name": "iosweep-run", "version": 1, "minor": 1},
 *    "version": program version, "started": ISO 8601 UTC, "finished": the same or null,
 *    "state": "running" | "complete" | "stopped", "stopped_by": signal number or null,
 *    "command": text, "seed": number, "config": see run_config.h, "config_crc": crc32 of it, eight hexadecimal digits,
 *    "plan": ..., "environment": see envfacts.h,
 *    "timing": null until the run has finished, and of a simulated one,
 *    "reported": false until tables, cliffs and pictures of what was measured have been made,
 *    "work": name of the directory in the target that holds the files, or null, ...}
 * A change of "version" means that older programs cannot read it; of "minor", that keys were added.
 *
 * Nothing here is ever seen half written: files are written beside their final name, synced and renamed. All
 * functions that fail return -1 with an ERR_ENVIRONMENT that names the file.
 */
#ifndef IOSWEEP_STORE_RUNDIR_H
#define IOSWEEP_STORE_RUNDIR_H

#include "base/strbuf.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct config;
struct err;

#define RUNDIR_FORMAT "iosweep-run"
#define RUNDIR_VERSION 1
#define RUNDIR_MINOR 3

/* Appends "./iosweep-HOST-YYYYMMDD-HHMMSS"; in HOST, all but letters, digits, '.', '_' and '-' become '-'. */
void rundir_default_path(const char *host_name, const struct tm *when, struct strbuf *path);

/* Makes the directory, whose parent must exist. An existing one is taken when it is empty, else refused. */
int rundir_create(const char *run_dir, struct err *err);

/* What run.json says of a run that another program measured, and that is imported when it is over. */
struct rundir_import {
	const char *started; /* as text, since the zone of its clock may not be known; NULL: null */
	bool complete;
};

struct rundir_start {
	const struct config *config;
	const char *version; /* of the program */
	uint64_t started_ns; /* since the epoch */
	json_t *plan, *environment; /* borrowed; NULL: null */
	const char *work; /* the working directory in the target; NULL: null */
	const struct rundir_import *imported; /* NULL: the run is about to be measured */
};

/* Writes run.json with the state "running"; of an imported run "complete" or "stopped", since it has no end. */
int rundir_write_start(const char *run_dir, const struct rundir_start *start, struct err *err);

struct rundir_end {
	uint64_t finished_ns; /* since the epoch */
	int stopped_by; /* the signal; 0: the run is complete */
	json_t *timing; /* borrowed; NULL: null */
	const char *ended_by; /* "passes", "precision", "time budget" or "stopped"; NULL: null */
	uint64_t cells, cells_within; /* measured more than once, and of these known well enough; 0: nobody asked */
};

/* Rewrites run.json with the state "complete" or "stopped", not reported yet. */
int rundir_finish(const char *run_dir, const struct rundir_end *end, struct err *err);

/* Rewrites run.json: all that is derived from it has been made. */
int rundir_note_reported(const char *run_dir, struct err *err);

/*
 * Rewrites run.json with the state "running" again: a run that is gone on with, its files in the working directory that
 * work (NULL: null) names.
 */
int rundir_reopen(const char *run_dir, const char *work, struct err *err);

/* Removes what a process that was killed while it wrote a file of the run has left beside it. */
void rundir_remove_unfinished(const char *run_dir);

/* Reads run.json and checks its format. *newer: from a program that may have added keys. */
int rundir_read(const char *run_dir, json_t **run, bool *newer, struct err *err);

/* Whether the configuration that was read is the one with which the run began. True where an older run does not say. */
bool rundir_config_is_whole(const json_t *run);

/* Makes the subfolder and those above it inside the run, e.g. "gnuplot/device", where they do not exist. */
int rundir_make_folder(const char *run_dir, const char *folder, struct err *err);

/* Writes a file of the run, e.g. "gnuplot/device/read.dat", or replaces it. Its folder must exist. */
int rundir_write_file(const char *run_dir, const char *name, const void *data, size_t len, struct err *err);

/*
 * Makes the name of a new file or directory last: syncs the folder that holds it. Where a file system cannot do that,
 * nothing happens.
 */
void rundir_sync_name(const char *path);

/* Appends "2026-01-31T22:15:00Z". */
void rundir_format_time(uint64_t ns, struct strbuf *text);

#endif
