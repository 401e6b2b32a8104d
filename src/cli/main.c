/* main: reads the command line, runs a command, and is the one place that says why it failed and exits. */
#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/*
 * A measured file must not become standard output because that was closed: the three descriptors are taken, in
 * the direction in which using them still fails.
 */
static void take_standard_files(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(ERR_ENVIRONMENT);
	}
}

/* The last line of defence for the terminal: what the user typed comes back in messages. */
static void complain(struct err *err)
{
	for (char *c = err->text; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == '\177')
			*c = '?';
	}
	fprintf(stderr, "iosweep: %s\n", err->text);
}

static int print(const struct strbuf *sb, FILE *to, struct err *err)
{
	if (strbuf_failed(sb))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "iosweep");
	fputs(sb->buf, to);
	return 0;
}

static int run_completion(const struct option_values *values, struct err *err)
{
	struct strbuf sb;
	int ret;

	(void)values; /* there is but one shell */
	strbuf_init(&sb);
	completion_bash(&sb);
	ret = print(&sb, stdout, err);
	strbuf_release(&sb);
	return ret;
}

/* No word of its own, so that no directory's name is taken for it. */
static const struct command command_completion = {
	.name = "--completion",
	.summary = "prints the completion of command lines for a shell",
	.operands = "SHELL",
	.operand_is = "",
	.bit = COMMAND_COMPLETION,
	.run = run_completion,
};

static int run_help(const struct option_values *values, struct err *err)
{
	struct strbuf sb;
	int ret;

	strbuf_init(&sb);
	help_page(&sb, values->literal_from ? command_find(values->operands[0]) : NULL);
	ret = print(&sb, stdout, err);
	strbuf_release(&sb);
	return ret;
}

static int run_command(struct option_values *values, struct err *err)
{
	const struct command *command = &command_completion;

	if (!option_given(values, "completion"))
		command = command_choose(values, err);
	if (!command || options_apply(values, command, err) || command_check_operands(command, values, err))
		return -1;
	return command->run(values, err);
}

static uint64_t ram_bytes(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);

	return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : 0;
}

static int run_line(int argc, const char *const *argv, struct err *err)
{
	struct option_values values;
	int ret;

	if (option_values_init(&values, ram_bytes(), err))
		return -1;
	ret = options_scan(&values, argc, argv, err);
	if (!ret && option_given(&values, "version"))
		puts("iosweep " IOSWEEP_VERSION);
	else if (!ret && option_given(&values, "help"))
		ret = run_help(&values, err);
	else if (!ret)
		ret = run_command(&values, err);
	option_values_release(&values);
	return ret;
}

/* A pipe that nobody reads any more. */
static bool reader_is_gone(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && p.revents & POLLERR;
}

/* The status, or another one where results did not reach standard output. */
static int finish_output(int status)
{
	bool failed = ferror(stdout);
	struct err err = ERR_INIT;

	errno = 0;
	if (!fflush(stdout) && !failed)
		return status;
	if (reader_is_gone(STDOUT_FILENO))
		return 128 + SIGPIPE; /* as if the signal had come, and as silent */
	if (errno)
		err_sys(&err, ERR_CELLS, errno, "standard output");
	else
		err_set(&err, ERR_CELLS, "standard output: not all of it could be written");
	complain(&err);
	return status ? status : ERR_CELLS;
}

static int usage(void)
{
	struct strbuf sb;

	strbuf_init(&sb);
	help_usage(&sb);
	fputs(sb.buf, stderr);
	strbuf_release(&sb);
	return ERR_USAGE;
}

int main(int argc, char **argv)
{
	struct err err = ERR_INIT;
	int status;

	take_standard_files();
	signal(SIGPIPE, SIG_IGN); /* a reader that leaves must not end a sweep half way */
	if (argc < 2)
		return usage();
	status = run_line(argc, (const char *const *)argv, &err);
	if (status < 0) {
		complain(&err);
		status = err.kind;
	}
	return finish_output(status);
}
