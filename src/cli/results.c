#include "cli/results.h"

#include "base/err.h"
#include "store/resultset.h"

#include <stdio.h>

int results_publish(const char *run_dir, unsigned flags, struct err *err)
{
	struct resultset *rs;

	if (resultset_load(run_dir, &rs, err))
		return -1;
	if (flags & RESULTS_SAY_WHERE)
		fprintf(stderr, "samples     %s/samples.jsonl\n", run_dir);
	resultset_free(rs);
	return 0;
}
