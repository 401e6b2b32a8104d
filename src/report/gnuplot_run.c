#include "report/gnuplot_run.h"

#include "base/err.h"
#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SAID_MAX 4096 /* of what gnuplot says; the rest is read and forgotten */
#define REAP_STEP_NS 2000000

/* Variables that change what gnuplot does; the locale is set. */
static const char *const unwanted[] = { "GNUTERM=", "GNUPLOT_", "GDFONTPATH=", "LC_", "LANG=", "LANGUAGE=" };

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool is_unwanted(const char *variable)
{
	for (size_t i = 0; i < sizeof(unwanted) / sizeof(unwanted[0]); i++)
		if (!strncmp(variable, unwanted[i], strlen(unwanted[i])))
			return true;
	return false;
}

char **gnuplot_environment(void)
{
	size_t n = 0, kept = 0;
	char **made;

	while (environ[n])
		n++;
	made = calloc(n + 2, sizeof(*made));
	if (!made)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!is_unwanted(environ[i]))
			made[kept++] = environ[i];
	/* posix_spawn does not write to it */
	made[kept] = (char *)(uintptr_t)"LC_ALL=C.UTF-8";
	return made;
}

/* Returns 0 or a positive errno, as posix_spawn does. */
static int spawn_in(const char *folder, int stderr_fd, char *const argv[], char *const envp[], pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none;
	int ret = posix_spawn_file_actions_init(&actions);

	if (ret)
		return ret;
	ret = posix_spawnattr_init(&attr);
	if (ret) {
		posix_spawn_file_actions_destroy(&actions);
		return ret;
	}
	sigemptyset(&none);
	if ((ret = posix_spawnattr_setsigmask(&attr, &none)) ||
	    (ret = posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK)) ||
	    (ret = posix_spawn_file_actions_addchdir_np(&actions, folder)) ||
	    (ret = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) ||
	    (ret = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)) ||
	    (ret = posix_spawn_file_actions_adddup2(&actions, stderr_fd, 2)))
		goto out;
	ret = posix_spawnp(pid, argv[0], &actions, &attr, argv, envp);
out:
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return ret;
}

/* Reads until the end or the deadline; true at the end. */
static bool listen_until(int fd, int64_t deadline_ms, struct strbuf *said)
{
	char chunk[1024];

	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t left = deadline_ms - now_ms();
		ssize_t got;

		if (left <= 0)
			return false;
		if (poll(&p, 1, (int)left) < 1)
			continue;
		got = read(fd, chunk, sizeof(chunk));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return true;
		if (said->len < SAID_MAX)
			strbuf_add(said, chunk, (size_t)got);
	}
}

/* Waits for pid; kills it at the deadline. Returns whether it ended by itself. */
static bool reap_until(pid_t pid, int64_t deadline_ms, int *status)
{
	const struct timespec step = { 0, REAP_STEP_NS };
	bool killed = false;
	pid_t got;

	for (;;) {
		got = waitpid(pid, status, killed ? 0 : WNOHANG);
		if (got == pid || (got < 0 && errno != EINTR))
			return !killed;
		if (!killed && now_ms() >= deadline_ms)
			killed = !kill(pid, SIGKILL);
		else
			nanosleep(&step, NULL);
	}
}

/* The line that tells what went wrong: gnuplot puts file and line before it, else the first that is not empty. */
static void add_reason(struct strbuf *sb, const char *said)
{
	const char *start = said, *end = strstr(said, "\" line ");

	if (end)
		for (start = end; start > said && start[-1] != '\n'; start--)
			;
	start += strspn(start, " \t\r\n");
	strbuf_add(sb, start, strcspn(start, "\r\n"));
}

static int report_status(int status, const char *said, struct err *err)
{
	bool killed = WIFSIGNALED(status);
	struct strbuf reason;

	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	strbuf_init(&reason);
	add_reason(&reason, said);
	err_set(err, ERR_CELLS, "gnuplot: %s %d%s%s", killed ? "ended by signal" : "exit status",
		killed ? WTERMSIG(status) : WEXITSTATUS(status), reason.len ? ": " : "", reason.buf);
	strbuf_release(&reason);
	return -1;
}

static int report_spawn(const struct gnuplot_run *run, int errnum, struct err *err)
{
	struct stat st;

	/* a missing folder gives the same errno */
	if (errnum != ENOENT || stat(run->folder, &st))
		return err_sys(err, ERR_CELLS, errnum, "%s in %s", run->program ? run->program : "gnuplot",
			       run->folder);
	if (run->program)
		return err_set(err, ERR_CELLS, "%s: not found", run->program);
	return err_set(err, ERR_CELLS, "gnuplot: not found; install gnuplot (Debian: gnuplot-nox)");
}

/* POSIX lets posix_spawn() succeed, and the child end so, where there was nothing to execute; it does under valgrind. */
static bool never_started(int status, const char *said)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == 127 && !*said;
}

/* What it says and how it ends. */
static int attend(const struct gnuplot_run *run, pid_t pid, int said_fd, struct err *err)
{
	int64_t deadline_ms = now_ms() + (int64_t)run->timeout_s * 1000;
	struct strbuf said;
	int status = 0, ret;

	strbuf_init(&said);
	listen_until(said_fd, deadline_ms, &said);
	if (!reap_until(pid, deadline_ms, &status))
		ret = err_set(err, ERR_CELLS, "gnuplot: stopped after %u s", run->timeout_s);
	else if (never_started(status, said.buf))
		ret = report_spawn(run, ENOENT, err);
	else
		ret = report_status(status, said.buf, err);
	if (!ret && run->said)
		strbuf_add(run->said, said.buf, said.len);
	strbuf_release(&said);
	return ret;
}

/* posix_spawn's arguments are not const, though it only reads them. */
static char *argument(const char *text)
{
	return (char *)(uintptr_t)text;
}

int gnuplot_run(const struct gnuplot_run *run, struct err *err)
{
	/* -d: without the user's ~/.gnuplot */
	char *argv[] = { argument(run->program ? run->program : "gnuplot"), argument("-d"), argument("-e"),
			 argument(run->before), argument(run->script), NULL };
	int said_fds[2], ret;
	pid_t pid;

	if (pipe2(said_fds, O_CLOEXEC))
		return err_sys(err, ERR_CELLS, errno, "pipe");
	ret = spawn_in(run->folder, said_fds[1], argv, run->environment, &pid);
	close(said_fds[1]);
	ret = ret ? report_spawn(run, ret, err) : attend(run, pid, said_fds[0], err);
	close(said_fds[0]);
	return ret;
}
