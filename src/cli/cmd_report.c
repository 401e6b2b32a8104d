#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "report/report.h"

#include <stdio.h>

/* Some formats have no other axes than the two of sizes. */
static int set_axes(const struct option_values *values, struct resultset *rs, struct err *err)
{
	static const struct axis_pair sizes = { AXIS_FILE_SIZE, AXIS_RECORD };

	if (!values->format->sizes_only)
		return resultset_set_axes(rs, &values->axes, err);
	return resultset_set_axes(rs, &sizes, err);
}

/* An option that would change nothing, or under whose figures the names of others would stand. */
static int check(const struct option_values *values, struct err *err)
{
	const struct reporter *format = values->format;
	const char *axis = values->axes.x != AXES_N ? "x" : "y";

	if (option_given(values, "metric") && !format->one_figure)
		return err_set(err, ERR_USAGE, "--metric: the format %s has the same figures for all metrics; leave it out",
			       format->name);
	if (values->axes.x == AXES_N && values->axes.y == AXES_N)
		return 0;
	if (format->sizes_only)
		return err_set(err, ERR_USAGE, "--%s: the format %s has file sizes down and record sizes across; leave it out",
			       axis, format->name);
	if (format->no_axes)
		return err_set(err, ERR_USAGE, "--%s: the format %s has no axes; leave it out", axis, format->name);
	return 0;
}

static int run_report(const struct option_values *values, struct err *err)
{
	struct resultset *rs;
	struct strbuf text;
	int ret;

	if (check(values, err) || resultset_load(values->operands[0], &rs, err))
		return -1;
	strbuf_init(&text);
	ret = set_axes(values, rs, err);
	if (!ret)
		ret = resultset_set_metric(rs, values->metric, err);
	if (!ret)
		ret = report_write(values->format, rs, &text, err);
	if (!ret && values->output)
		ret = output_file_write(values->output, &text, err);
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
