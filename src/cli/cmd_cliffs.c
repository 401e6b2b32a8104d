#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/results.h"

#include <stdio.h>

static int run_cliffs(const struct option_values *values, struct err *err)
{
	struct results results;
	struct strbuf text;
	int ret = results_load(values->operands[0], &values->axes, &results, err);

	strbuf_init(&text);
	if (!ret && values->raid)
		ret = cliffs_explain(results.rs, values->raid, &results.cliffs, err);
	if (!ret)
		ret = values->json ? cliffs_json(&results.cliffs, &text, err) : cliffs_text(&results.cliffs, &text, err);
	if (!ret)
		fputs(text.buf, stdout);
	strbuf_release(&text);
	results_release(&results);
	return ret;
}

const struct command command_cliffs = {
	.name = "cliffs",
	.summary = "says where throughput falls or rises at a size",
	.operands = "RUN",
	.operand_is = "RUN, the directory of a run",
	.operands_min = 1,
	.operands_max = 1,
	.bit = COMMAND_CLIFFS,
	.run = run_cliffs,
};
