#include "cli/option_jobs.h"

#include "base/err.h"
#include "base/units.h"
#include "cli/options.h"
#include "cli/words.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const char *const shared_file_names[] = { "segments", "strided", NULL };

const struct word_list shared_file_words = { "a way to share", "ways to share", .names = shared_file_names };

int option_parse_jobs(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_count_list(text, JOBS_MAX, &values->jobs, err);
}

int option_parse_shared_file(struct option_values *values, const char *text, struct err *err)
{
	int way = word_list_find(&shared_file_words, text, err);

	if (way < 0)
		return -1;
	values->job_files = way ? JOB_FILES_STRIDED : JOB_FILES_SEGMENTS;
	return 0;
}

/* A number at *text, which moves behind it; -1: there is none. */
static long read_cpu(const char **text)
{
	char *end;
	long cpu;

	if (!isdigit((unsigned char)**text))
		return -1;
	errno = 0;
	cpu = strtol(*text, &end, 10);
	*text = end;
	return errno ? -1 : cpu;
}

static int add_cpu(struct option_values *values, long cpu, const cpu_set_t *allowed, struct err *err)
{
	int *more;

	if (cpu >= CPU_SETSIZE || !CPU_ISSET((size_t)cpu, allowed))
		return err_set(err, ERR_USAGE, "CPU %ld is not one that this process may run on; there are %d", cpu,
			       CPU_COUNT(allowed));
	more = realloc(values->cpus, (values->cpus_n + 1) * sizeof(*more));
	if (!more)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "CPUs");
	values->cpus = more;
	values->cpus[values->cpus_n++] = (int)cpu;
	return 0;
}

int option_parse_cpus(struct option_values *values, const char *text, struct err *err)
{
	const char *at = text;
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return err_sys(err, ERR_ENVIRONMENT, errno, "CPUs");
	values->cpus_n = 0;
	for (;;) {
		long first = read_cpu(&at), last = first;

		if (*at == '-') {
			at++;
			last = read_cpu(&at);
		}
		if (first < 0 || last < first || (*at && *at != ','))
			return err_set(err, ERR_USAGE, "'%s' is no list of CPUs; write 0,2 or 0-3", text);
		for (long cpu = first; cpu <= last; cpu++) {
			if (add_cpu(values, cpu, &allowed, err))
				return -1;
		}
		if (!*at)
			return 0;
		at++;
	}
}
