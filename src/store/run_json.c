#include "store/rundir.h"

#include "base/err.h"
#include "base/json_memory.h"
#include "model/config.h"
#include "store/json_text.h"
#include "store/run_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define RUN_FILE "run.json"
#define NS_PER_S 1000000000U

void rundir_format_time(uint64_t ns, struct strbuf *text)
{
	time_t seconds = (time_t)(ns / NS_PER_S);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strbuf_addf(text, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
		    tm.tm_min, tm.tm_sec);
}

static int write_run(const char *run_dir, const json_t *run, struct err *err)
{
	char *text = json_memory_dump(run, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	struct strbuf sb;
	int ret;

	strbuf_init(&sb);
	if (text) {
		strbuf_addstr(&sb, text);
		strbuf_addch(&sb, '\n');
	}
	if (!text || strbuf_failed(&sb))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot write %s/" RUN_FILE, run_dir);
	else
		ret = rundir_write_file(run_dir, RUN_FILE, sb.buf, sb.len, err);
	strbuf_release(&sb);
	free(text);
	return ret;
}

static json_t *time_json(uint64_t ns)
{
	struct strbuf text;
	json_t *json;

	strbuf_init(&text);
	rundir_format_time(ns, &text);
	json = strbuf_failed(&text) ? NULL : json_string(text.buf);
	strbuf_release(&text);
	return json;
}

static json_t *started_json(const struct rundir_start *start)
{
	if (!start->imported)
		return time_json(start->started_ns);
	return start->imported->started ? json_text_lossy(start->imported->started) : json_null();
}

static const char *first_state(const struct rundir_start *start)
{
	if (!start->imported)
		return "running";
	return start->imported->complete ? "complete" : "stopped";
}

/* Of the text that has its keys in order and no spaces, which reading and writing does not change. False: no memory. */
static bool config_crc(const json_t *config, char text[9])
{
	char *dumped = json_dumps(config, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));

	if (!dumped)
		return false;
	snprintf(text, 9, "%08lx", crc32(0, (const Bytef *)dumped, (uInt)strlen(dumped)));
	free(dumped);
	return true;
}

bool rundir_config_is_whole(const json_t *run)
{
	const char *stored = json_string_value(json_object_get(run, "config_crc"));
	char now[9];

	return !stored || !config_crc(json_object_get(run, "config"), now) || !strcmp(stored, now);
}

static json_t *start_json(const struct rundir_start *start, struct err *err)
{
	json_t *config = run_config_to_json(start->config, err), *run;
	char crc[9];

	if (!config)
		return NULL;
	if (!config_crc(config, crc)) {
		json_decref(config);
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot describe the run");
		return NULL;
	}
	run = json_pack("{s:{s:s, s:i, s:i}, s:s, s:o, s:n, s:s, s:n, s:o, s:I, s:o, s:s, s:O?, s:O?, s:n, s:s?}", "format", "name",
			RUNDIR_FORMAT, "version", RUNDIR_VERSION, "minor", RUNDIR_MINOR, "version", start->version,
			"started", started_json(start), "finished", "state", first_state(start), "stopped_by",
			"command", json_text_new(start->config->command), "seed", (json_int_t)start->config->seed,
			"config", config, "config_crc", crc, "plan", start->plan, "environment", start->environment, "timing",
			"work", start->work);
	if (!run)
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot describe the run");
	return run;
}

int rundir_write_start(const char *run_dir, const struct rundir_start *start, struct err *err)
{
	json_t *run = start_json(start, err);
	int ret;

	if (!run)
		return -1;
	ret = write_run(run_dir, run, err);
	json_decref(run);
	return ret;
}

static int check_format(const json_t *run, bool *newer, const char *run_dir, struct err *err)
{
	const json_t *format = json_object_get(run, "format");
	const char *name = json_string_value(json_object_get(format, "name"));
	json_int_t version = json_integer_value(json_object_get(format, "version"));

	if (!name || strcmp(name, RUNDIR_FORMAT) || version < 1)
		return err_set(err, ERR_ENVIRONMENT, "%s/" RUN_FILE " is not the description of a run", run_dir);
	if (version > RUNDIR_VERSION)
		return err_set(err, ERR_ENVIRONMENT,
			       "%s was written by a newer iosweep (format %lld, this one reads up to %d)", run_dir,
			       (long long)version, RUNDIR_VERSION);
	*newer = json_integer_value(json_object_get(format, "minor")) > RUNDIR_MINOR;
	return 0;
}

static int load_json(const char *run_dir, json_t **run, struct err *err)
{
	struct strbuf path, text;
	json_error_t where;
	int ret;

	strbuf_init(&path);
	strbuf_init(&text);
	strbuf_addf(&path, "%s/" RUN_FILE, run_dir);
	ret = strbuf_failed(&path) ? -ENOMEM : strbuf_read_file(&text, path.buf);
	json_memory_watch();
	*run = ret ? NULL : json_loadb(text.buf, text.len, JSON_REJECT_DUPLICATES, &where);
	if (!ret && json_memory_check(run) == -ENOMEM)
		ret = -ENOMEM;
	if (ret == -ENOENT || ret == -ENOTDIR)
		err_set(err, ERR_ENVIRONMENT, "%s is not the directory of a run: it has no " RUN_FILE, run_dir);
	else if (ret)
		err_sys(err, ERR_ENVIRONMENT, ret, "cannot read %s/" RUN_FILE, run_dir);
	else if (!*run)
		err_set(err, ERR_ENVIRONMENT, "%s/" RUN_FILE ", line %d: %s", run_dir, where.line, where.text);
	strbuf_release(&text);
	strbuf_release(&path);
	return *run ? 0 : -1;
}

int rundir_read(const char *run_dir, json_t **run, bool *newer, struct err *err)
{
	if (load_json(run_dir, run, err))
		return -1;
	if (check_format(*run, newer, run_dir, err)) {
		json_decref(*run);
		*run = NULL;
		return -1;
	}
	return 0;
}

/* Takes the members' references. */
static int update(const char *run_dir, json_t *members, struct err *err)
{
	json_t *run = NULL;
	bool newer;
	int ret = rundir_read(run_dir, &run, &newer, err);

	if (!ret && (!members || json_object_update(run, members)))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot write %s/" RUN_FILE, run_dir);
	if (!ret)
		ret = write_run(run_dir, run, err);
	json_decref(run);
	json_decref(members);
	return ret;
}

/* null where nobody asked for a precision. */
static json_t *count_json(uint64_t count, const struct rundir_end *end)
{
	return end->cells ? json_integer((json_int_t)count) : json_null();
}

int rundir_finish(const char *run_dir, const struct rundir_end *end, struct err *err)
{
	json_t *signal = end->stopped_by ? json_integer(end->stopped_by) : json_null();

	return update(run_dir,
		      json_pack("{s:o, s:s, s:o, s:s?, s:o, s:o, s:O?, s:b}", "finished", time_json(end->finished_ns), "state",
				end->stopped_by ? "stopped" : "complete", "stopped_by", signal, "ended_by", end->ended_by,
				"cells_judged", count_json(end->cells, end), "cells_within_precision",
				count_json(end->cells_within, end), "timing", end->timing, "reported", 0),
		      err);
}

int rundir_note_reported(const char *run_dir, struct err *err)
{
	return update(run_dir, json_pack("{s:b}", "reported", 1), err);
}

int rundir_reopen(const char *run_dir, const char *work, struct err *err)
{
	return update(run_dir, json_pack("{s:n, s:s, s:n, s:s?}", "finished", "state", "running", "stopped_by", "work", work), err);
}
