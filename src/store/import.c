#include "store/import.h"

#include "base/err.h"
#include "store/import_samples.h"
#include "store/journal.h"
#include "store/rundir.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (64U * 1024 * 1024)

static const struct iozone_facts *facts_of(const struct import_part *part)
{
	return &part->log->runs[part->run].facts;
}

/* Not more than there may be, so that a device without end is refused. */
static int read_file(const char *path, struct strbuf *text, struct err *err)
{
	FILE *file = fopen(path, "re");
	char buf[8192];
	size_t got;
	int ret = 0;

	if (!file)
		return err_sys(err, ERR_ENVIRONMENT, errno, "cannot read %s", path);
	while (text->len <= FILE_MAX && (got = fread(buf, 1, sizeof(buf), file)))
		strbuf_add(text, buf, got);
	if (ferror(file))
		ret = err_sys(err, ERR_ENVIRONMENT, errno, "cannot read %s", path);
	else if (text->len > FILE_MAX)
		ret = err_set(err, ERR_ENVIRONMENT, "%s is larger than 64 MiB: no output of IOzone is", path);
	else if (strbuf_failed(text))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot read %s", path);
	fclose(file);
	return ret;
}

int import_read(const char *path, struct iozone_log *log, struct err *err)
{
	struct strbuf text;
	int ret;

	*log = (struct iozone_log){ .values = NULL };
	strbuf_init(&text);
	ret = read_file(path, &text, err);
	if (!ret && iozone_log_read(text.buf, text.len, log))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot read %s", path);
	strbuf_release(&text);
	if (!ret && !log->values_n)
		ret = err_set(err, ERR_ENVIRONMENT, "%s: there are no figures of IOzone's in it", path);
	return ret;
}

static bool text_differs(const char *a, const char *b)
{
	return (a || b) && (!a || !b || strcmp(a, b) != 0);
}

enum import_difference import_compare(const struct import_part *pa, const struct import_part *pb, const char **what)
{
	const struct iozone_facts *a = facts_of(pa), *b = facts_of(pb);
	const struct {
		bool differs;
		enum import_difference how;
		const char *what;
	} checks[] = {
		{ strcmp(a->api, b->api) != 0, IMPORT_INCOMPATIBLE, "the API" },
		{ text_differs(a->machine, b->machine), IMPORT_DIFFERENT, "the machine" },
		{ text_differs(a->version, b->version), IMPORT_DIFFERENT, "the version of IOzone" },
		{ text_differs(a->build, b->build), IMPORT_DIFFERENT, "the build of IOzone" },
		{ a->head_seen != b->head_seen, IMPORT_DIFFERENT, "whether there is a head" },
		{ a->sync_mode != b->sync_mode, IMPORT_DIFFERENT, "synchronous writing (-o)" },
		{ a->include_flush != b->include_flush, IMPORT_DIFFERENT, "counting the flush (-e)" },
		{ a->include_close != b->include_close, IMPORT_DIFFERENT, "counting the close (-c)" },
		{ a->purge != b->purge, IMPORT_DIFFERENT, "purging the cache (-p)" },
		{ a->processes != b->processes, IMPORT_DIFFERENT, "processes or threads (-T)" },
		{ a->no_stonewall != b->no_stonewall, IMPORT_DIFFERENT, "the end of the rate (-x)" },
	};

	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++) {
		if (!checks[i].differs)
			continue;
		*what = checks[i].what;
		return checks[i].how;
	}
	return IMPORT_ALIKE;
}

static int append_all(const char *run_dir, const struct import_samples *samples, struct err *err)
{
	struct journal *journal;
	int ret = journal_open(run_dir, &journal, err);

	if (ret)
		return -1;
	for (size_t i = 0; !ret && i < samples->n; i++)
		ret = journal_append(journal, &samples->v[i], err);
	if (!ret)
		ret = journal_sync(journal, err);
	journal_close(journal);
	return ret;
}

static bool all_complete(const struct import *import)
{
	bool complete = true;

	for (size_t i = 0; i < import->parts_n; i++)
		complete &= import->parts[i].log->runs[import->parts[i].run].complete;
	return complete;
}

/* Whether text has the form, where "9" stands for a digit, "_" for one or a blank, "a" for a letter. */
static bool has_form(const char *text, const char *form)
{
	for (; *form; text++, form++) {
		bool digit = isdigit((unsigned char)*text), fits = *text == *form;

		if (*form == 'a')
			fits = isalpha((unsigned char)*text);
		else if (*form == '9' || *form == '_')
			fits = digit || (*form == '_' && *text == ' ');
		if (!fits)
			return false;
	}
	return !*text;
}

/* ctime's "Sun Nov 21 03:38:06 2010" as "2010-11-21T03:38:06"; what has another form stays. */
static void add_time(const char *began, struct strbuf *text)
{
	static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	unsigned month = 0;

	for (unsigned i = 0; has_form(began, "aaa aaa _9 99:99:99 9999") && i < 12; i++)
		month = !strncmp(began + 4, months[i], 3) ? i + 1 : month;
	if (month)
		strbuf_addf(text, "%.4s-%02u-%c%cT%.8s", began + 20, month, began[8] == ' ' ? '0' : began[8], began[9],
			    began + 11);
	else
		strbuf_addstr(text, began);
}

static int write_start(const char *run_dir, const struct import *import, const struct config *config,
		       struct err *err)
{
	const struct iozone_facts *facts = facts_of(&import->parts[0]);
	json_t *environment = import_environment(import);
	struct strbuf version, began;
	struct rundir_import imported = { .complete = all_complete(import) };
	struct rundir_start start = { .config = config, .environment = environment, .imported = &imported };
	int ret;

	strbuf_init(&version);
	strbuf_init(&began);
	strbuf_addf(&version, "%s (import of IOzone%s%s)", import->version, facts->version ? " " : "",
		    facts->version ? facts->version : "");
	if (facts->began)
		add_time(facts->began, &began);
	start.version = version.buf;
	imported.started = facts->began ? began.buf : NULL;
	if (!environment || strbuf_failed(&version) || strbuf_failed(&began))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot describe the run");
	else
		ret = rundir_write_start(run_dir, &start, err);
	strbuf_release(&version);
	strbuf_release(&began);
	json_decref(environment);
	return ret;
}

int import_write(const char *run_dir, const struct import *import, struct import_counts *counts, struct err *err)
{
	struct import_samples samples;
	struct config config;
	int ret;

	config_init(&config);
	*counts = (struct import_counts){ .samples = 0 };
	ret = import_samples_make(import, &samples, counts);
	if (!ret)
		ret = import_config_make(import, &samples, run_dir, &config);
	if (ret == -E2BIG)
		ret = err_set(err, ERR_ENVIRONMENT, "more than %d different file sizes, record sizes, depths or numbers of processes",
			      SIZE_LIST_MAX);
	else if (ret)
		ret = err_sys(err, ERR_ENVIRONMENT, ret, "cannot import");
	if (!ret)
		ret = rundir_create(run_dir, err) || write_start(run_dir, import, &config, err) ||
		      append_all(run_dir, &samples, err) ? -1 : 0;
	import_samples_release(&samples);
	config_release(&config);
	return ret;
}
