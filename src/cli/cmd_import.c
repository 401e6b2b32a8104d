#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"
#include "store/import.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
	const char *const *files;
	size_t files_n;
	struct iozone_log *logs; /* of each file */
	struct import_part *parts;
	size_t parts_n;
	struct strbuf run_dir; /* without slashes at its end */
};

static void print_remarks(const char *file, const struct iozone_log *log)
{
	for (size_t i = 0; i < log->remarks_n; i++)
		fprintf(stderr, "%s:%u: %s\n", file, log->remarks[i].line, log->remarks[i].text);
	if (log->remarks_lost)
		fprintf(stderr, "%s: %zu more lines were not understood\n", file, log->remarks_lost);
}

static int read_all(struct job *job, struct err *err)
{
	size_t n = 0;

	job->logs = calloc(job->files_n, sizeof(*job->logs));
	for (size_t i = 0; job->logs && i < job->files_n; i++) {
		int ret = import_read(job->files[i], &job->logs[i], err);

		print_remarks(job->files[i], &job->logs[i]);
		if (ret)
			return ret;
		n += job->logs[i].runs_n;
	}
	job->parts = calloc(n + 1, sizeof(*job->parts));
	if (!job->logs || !job->parts)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "import");
	for (size_t i = 0; i < job->files_n; i++) {
		for (size_t run = 0; run < job->logs[i].runs_n; run++)
			job->parts[job->parts_n++] = (struct import_part){ job->files[i], &job->logs[i], run };
	}
	return 0;
}

static unsigned line_of(const struct import_part *part)
{
	assert(part->log);
	return part->log->runs[part->run].line;
}

/* Whether all runs can be the passes of one; they must be alike unless the user says that they are passes. */
static int check_alike(const struct job *job, bool asked_for, struct err *err)
{
	const struct import_part *first = &job->parts[0];

	for (size_t i = 1; i < job->parts_n; i++) {
		const struct import_part *part = &job->parts[i];
		const char *what;
		enum import_difference how = import_compare(first, part, &what);

		if (how == IMPORT_INCOMPATIBLE || (how == IMPORT_DIFFERENT && !asked_for))
			return err_set(err, ERR_USAGE,
				       "the runs at %s:%u and %s:%u differ in %s: --as runs imports each for itself%s",
				       first->file, line_of(first), part->file, line_of(part), what,
				       how == IMPORT_DIFFERENT ? ", --as passes takes them as one all the same" : "");
		if (how == IMPORT_DIFFERENT)
			fprintf(stderr, "%s:%u: differs from the first run in %s\n", part->file, line_of(part),
				what);
	}
	return 0;
}

static void print_result(const char *run_dir, const struct import_counts *counts)
{
	fprintf(stderr, "%s: %zu figure%s of %zu test%s, %zu pass%s, %s\n", run_dir, counts->samples,
		counts->samples == 1 ? "" : "s", counts->tests, counts->tests == 1 ? "" : "s", counts->passes,
		counts->passes == 1 ? "" : "es",
		!counts->device ? "mode cached" : !counts->cached ? "mode device" : "modes device and cached");
}

static int write_run(const char *run_dir, const struct import_part *parts, size_t n, struct err *err)
{
	const struct import import = { .parts = parts, .parts_n = n, .version = IOSWEEP_VERSION };
	struct import_counts counts;

	if (import_write(run_dir, &import, &counts, err))
		return -1;
	print_result(run_dir, &counts);
	return 0;
}

/* RUN-1, RUN-2, ... */
static int write_each(const struct job *job, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < job->parts_n; i++) {
		struct strbuf run_dir;

		strbuf_init(&run_dir);
		strbuf_addf(&run_dir, "%s-%zu", job->run_dir.buf, i + 1);
		if (strbuf_failed(&run_dir))
			ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "import");
		else
			ret = write_run(run_dir.buf, &job->parts[i], 1, err);
		strbuf_release(&run_dir);
	}
	return ret;
}

static int write_all(const struct job *job, const char *as, struct err *err)
{
	if (as && !strcmp(as, "runs"))
		return write_each(job, err);
	if (check_alike(job, as, err))
		return -1;
	return write_run(job->run_dir.buf, job->parts, job->parts_n, err);
}

static void release(struct job *job)
{
	for (size_t i = 0; job->logs && i < job->files_n; i++)
		iozone_log_release(&job->logs[i]);
	free(job->logs);
	free(job->parts);
	strbuf_release(&job->run_dir);
}

static int run_import(const struct option_values *values, struct err *err)
{
	struct job job = { .files = values->operands, .files_n = values->operands_n };
	size_t len = values->output ? strlen(values->output) : 0;
	int ret;

	if (!values->output)
		return err_set(err, ERR_USAGE,
			       "import: --output is missing: it names the run's directory, new or empty");
	while (len > 1 && values->output[len - 1] == '/')
		len--;
	strbuf_init(&job.run_dir);
	strbuf_add(&job.run_dir, values->output, len);
	ret = strbuf_failed(&job.run_dir) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "import") : read_all(&job, err);
	if (!ret)
		ret = write_all(&job, values->as, err);
	release(&job);
	return ret;
}

const struct command command_import = {
	.name = "import",
	.summary = "makes a run of what IOzone has printed",
	.operands = "FILE...",
	.operand_is = "FILE, output of IOzone",
	.operands_min = 1,
	.operands_max = 1000,
	.bit = COMMAND_IMPORT,
	.run = run_import,
};
