#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "report/report.h"
#include "store/rundir.h"

#include <stdio.h>
#include <string.h>

/* Beside the file first and then renamed, so that a report is there whole or not at all. */
static int write_to(const char *path, const struct strbuf *text, struct err *err)
{
	const char *slash = strrchr(path, '/');
	struct strbuf dir;
	int ret;

	strbuf_init(&dir);
	if (slash)
		strbuf_add(&dir, path, (size_t)(slash - path) + 1);
	else
		strbuf_addstr(&dir, ".");
	ret = rundir_write_file(dir.buf, slash ? slash + 1 : path, text->buf, text->len, err);
	strbuf_release(&dir);
	return ret;
}

/* Some formats have no other axes than the two of sizes. */
static int set_axes(const struct option_values *values, struct resultset *rs, struct err *err)
{
	static const struct axis_pair sizes = { AXIS_FILE_SIZE, AXIS_RECORD };

	if (!values->format->sizes_only)
		return resultset_set_axes(rs, &values->axes, err);
	if (values->axes.x != AXES_N || values->axes.y != AXES_N)
		return err_set(err, ERR_USAGE, "--%s: the format %s has file sizes down and record sizes across; leave it out",
			       values->axes.x != AXES_N ? "x" : "y", values->format->name);
	return resultset_set_axes(rs, &sizes, err);
}

static int run_report(const struct option_values *values, struct err *err)
{
	struct resultset *rs;
	struct strbuf text;
	int ret;

	if (resultset_load(values->operands[0], &rs, err))
		return -1;
	strbuf_init(&text);
	ret = set_axes(values, rs, err);
	if (!ret)
		ret = resultset_set_metric(rs, values->metric, err);
	if (!ret)
		ret = report_write(values->format, rs, &text, err);
	if (!ret && values->output)
		ret = write_to(values->output, &text, err);
	else if (!ret)
		fwrite(text.buf, 1, text.len, stdout);
	strbuf_release(&text);
	resultset_free(rs);
	return ret;
}

const struct command command_report = {
	.name = "report",
	.summary = "prints a run in another format",
	.operands = "RUN",
	.operand_is = "RUN, the directory of a run",
	.operands_min = 1,
	.operands_max = 1,
	.bit = COMMAND_REPORT,
	.run = run_report,
};
