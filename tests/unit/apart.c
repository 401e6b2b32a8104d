#include "unit/apart.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>

/* check_fork() keeps the process in the test's group, which ends as one when its time is over. */
static pid_t start(void (*step)(const void *context, size_t i), const void *context, size_t i)
{
	pid_t pid = check_fork();

	ck_assert_int_ge(pid, 0);
	if (!pid) {
		step(context, i);
		exit(EXIT_SUCCESS);
	}
	return pid;
}

/* A process that fails has already told the runner why, and the last to tell is heard. */
void apart(void (*step)(const void *context, size_t i), const void *context, size_t n)
{
	pid_t *pids = calloc(n, sizeof(*pids));
	bool failed = false;
	int status;

	ck_assert_ptr_nonnull(pids);
	for (size_t i = 0; i < n; i++)
		pids[i] = start(step, context, i);
	for (size_t i = 0; i < n; i++)
		failed |= waitpid(pids[i], &status, 0) != pids[i] || status;
	free(pids);
	if (failed)
		exit(EXIT_FAILURE);
}
