/*
 * oom_commands [-d DIR] [-f FROM] WORD...: a command line of iosweep, again and again in this process, each time with
 * another allocation that fails, alone or with all that come behind it. Whatever fails, the command must end as it does
 * undisturbed, with the same results; or say that there was no memory. It may neither crash nor keep memory, nor leave a
 * file open.
 *
 * DIR is what the command makes: it is removed before each time, and where FROM is given begins as a copy of that.
 * FULL=1 lets each allocation fail; otherwise ATTEMPTS (200) of them, spread evenly, do.
 */
#include "oom/allocator.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"

#if OOM_POSSIBLE

/* For a handler to reach: where it says what. */
static int crash_fd = -1;
static char crash_text[80];
static size_t crash_len;

#define NO_MEMORY "Cannot allocate memory"
#define PNG_NO_MEMORY "insufficient memory" /* in libpng's words */
#define RAM_BYTES UINT64_C(25277767680)

struct work {
	const char *dir, *from; /* NULL: none */
	int words;
	const char **argv; /* the program's name in front */
	int out, said; /* what the command prints: in memory */
};

/* How it ended, and what came of it. */
struct outcome {
	int status; /* as command->run returns it */
	struct err err;
	struct strbuf out, said, files;
};

static void outcome_init(struct outcome *o)
{
	o->err = (struct err)ERR_INIT;
	strbuf_init(&o->out);
	strbuf_init(&o->said);
	strbuf_init(&o->files);
}

static void outcome_release(struct outcome *o)
{
	strbuf_release(&o->out);
	strbuf_release(&o->said);
	strbuf_release(&o->files);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void copy_file(const char *from_dir, const char *to_dir, const char *name)
{
	char from[400], to[400];
	struct strbuf text;
	int fd;

	snprintf(from, sizeof(from), "%s/%s", from_dir, name);
	snprintf(to, sizeof(to), "%s/%s", to_dir, name);
	strbuf_init(&text);
	fd = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (strbuf_read_file(&text, from) || fd < 0 || write(fd, text.buf, text.len) != (ssize_t)text.len)
		abort();
	close(fd);
	strbuf_release(&text);
}

static void make_dir(const struct work *w)
{
	if (!w->dir)
		return;
	nftw(w->dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	if (!w->from)
		return;
	if (mkdir(w->dir, 0700))
		abort();
	copy_file(w->from, w->dir, "run.json");
	copy_file(w->from, w->dir, "samples.jsonl");
}

static void add_file(struct strbuf *files, const char *dir, const char *name)
{
	char path[600];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	strbuf_addf(files, "== %s\n", path);
	if (strbuf_read_file(files, path))
		abort();
}

static void add_files(struct strbuf *files, const char *dir);

/* Not run.json, which tells when and where. */
static void add_entry(struct strbuf *files, const char *dir, const struct dirent *entry)
{
	char path[600];

	if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "run.json"))
		return;
	snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
	if (entry->d_type == DT_DIR)
		add_files(files, path);
	else
		add_file(files, dir, entry->d_name);
}

static void add_files(struct strbuf *files, const char *dir)
{
	struct dirent **entries;
	int n = scandir(dir, &entries, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		add_entry(files, dir, entries[i]);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* What was written to the file in memory since the last time. */
static void take(int fd, struct strbuf *text)
{
	char chunk[4096];
	ssize_t got;

	lseek(fd, 0, SEEK_SET);
	while ((got = read(fd, chunk, sizeof(chunk))) > 0)
		strbuf_add(text, chunk, (size_t)got);
	lseek(fd, 0, SEEK_SET);
	if (ftruncate(fd, 0))
		abort();
}

/* What main does between the first word and the last message. */
static int run_line(const struct work *w, struct err *err)
{
	struct option_values values;
	const struct command *command;
	int ret;

	if (option_values_init(&values, RAM_BYTES, err))
		return -1;
	ret = options_scan(&values, w->words, w->argv, err);
	command = ret ? NULL : command_choose(&values, err);
	if (!command || options_apply(&values, command, err) || command_check_operands(command, &values, err))
		ret = -1;
	else
		ret = command->run(&values, err);
	option_values_release(&values);
	return ret;
}

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	if (!dir)
		return -1;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* Standard output and error are the files in memory meanwhile. Returns whether an allocation has failed. */
static bool attempt(const struct work *w, long at, bool stays, struct outcome *o)
{
	int out = dup(STDOUT_FILENO), said = dup(STDERR_FILENO);
	bool failed;

	make_dir(w);
	crash_len = (size_t)snprintf(crash_text, sizeof(crash_text), "allocation %ld%s: crashed\n", at,
				     stays ? " and all behind it" : "");
	fflush(stdout);
	dup2(w->out, STDOUT_FILENO);
	dup2(w->said, STDERR_FILENO);
	oom_begin(at, stays);
	o->status = run_line(w, &o->err);
	failed = oom_end();
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	close(out);
	close(said);
	take(w->out, &o->out);
	take(w->said, &o->said);
	if (w->dir)
		add_files(&o->files, w->dir);
	return failed;
}

static const char *wrong(const struct outcome *o, const struct outcome *whole, bool failed)
{
	if (o->status < 0 && !failed)
		return "fails without a reason";
	if (o->status < 0 && !strstr(o->err.text, NO_MEMORY) && !strstr(o->err.text, PNG_NO_MEMORY))
		return "does not say that there was no memory";
	if (o->status == whole->status && strcmp(o->out.buf, whole->out.buf) != 0)
		return "prints something else";
	if (o->status == whole->status && strcmp(o->files.buf, whole->files.buf) != 0)
		return "leaves other files";
	if (o->status > 0 && o->status != whole->status && !strstr(o->said.buf, NO_MEMORY) && !strstr(o->files.buf, NO_MEMORY))
		return "ends with a status that nothing explains";
	return NULL;
}

static bool try(const struct work *w, const struct outcome *whole, long at, bool stays)
{
	long live = oom_live;
	int open_before = descriptors();
	struct outcome o;
	const char *what;
	bool failed;

	outcome_init(&o);
	failed = attempt(w, at, stays, &o);
	what = wrong(&o, whole, failed);
	if (what)
		printf("allocation %ld%s: %s: status %d: %s\n%s", at, stays ? " and all behind it" : "", what, o.status,
		       o.err.text, o.said.buf);
	outcome_release(&o);
	if (oom_live != live)
		printf("allocation %ld%s: %ld blocks are left\n", at, stays ? " and all behind it" : "", oom_live - live);
	if (descriptors() != open_before)
		printf("allocation %ld%s: a file stays open\n", at, stays ? " and all behind it" : "");
	return !what && oom_live == live && descriptors() == open_before;
}

/* Twice, since what the C library keeps from its first time is no leak. */
static long run_undisturbed(const struct work *w, struct outcome *whole)
{
	long n;

	attempt(w, -1, false, whole);
	outcome_release(whole);
	outcome_init(whole);
	attempt(w, -1, false, whole);
	n = oom_seen;
	if (whole->status < 0)
		printf("%s\n", whole->err.text);
	return whole->status < 0 ? -1 : n;
}

static int fail_each(const struct work *w)
{
	const char *full = getenv("FULL"), *attempts = getenv("ATTEMPTS");
	long wanted = attempts ? atol(attempts) : 200, n, step;
	struct outcome whole;
	int bad = 0;

	outcome_init(&whole);
	n = run_undisturbed(w, &whole);
	step = full || wanted < 1 || n <= wanted ? 1 : n / wanted;
	for (long at = 0; at < n; at += step) {
		bad += !try(w, &whole, at, false);
		bad += !try(w, &whole, at, true);
	}
	outcome_release(&whole);
	for (int i = 1; i < w->words; i++)
		printf("%s ", w->argv[i]);
	printf(": %ld allocations, each %ld. failed%s\n", n, step, bad ? ": BAD" : "");
	return bad || n < 3;
}

/* Standard output may be the command's just now. */
static void crashed(int signum)
{
	(void)signum;
	_exit(write(crash_fd, crash_text, crash_len) == (ssize_t)crash_len ? 1 : 2);
}

static void catch_crashes(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };

	crash_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		signal(signals[i], crashed);
}

int main(int argc, char **argv)
{
	struct work work = { 0 };
	int option, ret;

	while ((option = getopt(argc, argv, "+d:f:")) != -1) {
		if (option == 'd')
			work.dir = optarg;
		else if (option == 'f')
			work.from = optarg;
		else
			return 2;
	}
	work.out = memfd_create("out", MFD_CLOEXEC);
	work.said = memfd_create("said", MFD_CLOEXEC);
	work.words = argc - optind + 1;
	work.argv = calloc((size_t)work.words + 1, sizeof(*work.argv));
	if (!work.argv || work.out < 0 || work.said < 0)
		return 2;
	work.argv[0] = "iosweep";
	for (int i = 1; i < work.words; i++)
		work.argv[i] = argv[optind + i - 1];
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	catch_crashes();
	ret = fail_each(&work);
	free(work.argv);
	return ret;
}

#else

int main(void)
{
	puts("the allocator belongs to a sanitizer, or to another C library than glibc");
	return 77;
}

#endif
