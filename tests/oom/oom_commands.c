/*
 * oom_commands [-r] [-d DIR] [-f FROM] WORD...: a command line of iosweep, again and again in this process, each time with
 * another allocation that fails, alone or with all that come behind it. Whatever fails, the command must end as it does
 * undisturbed, with the same results; or say that there was no memory. It may neither crash nor keep memory, nor leave a
 * file open.
 *
 * DIR is what the command makes: it is removed before each time, and where FROM is given begins as a copy of that.
 * With -r it is a run's: where a failure ends it and samples are there, resume must lead to the same files, but for cells
 * that have themselves failed for want of memory.
 * FULL=1 lets each allocation fail; otherwise ATTEMPTS (200) of them, spread evenly, do.
 */
#include "oom/allocator.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if OOM_POSSIBLE

#include "oom/directory.h"
#include "oom/outcome.h"

/* For a handler to reach: where it says what. */
static int crash_fd = -1;
static char crash_text[80];
static size_t crash_len;

static void make_dir(const struct work *w)
{
	if (!w->dir)
		return;
	directory_remove(w->dir);
	if (w->from)
		directory_copy_run(w->from, w->dir);
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

static bool attempt(const struct work *w, struct failing failing, struct outcome *o)
{
	make_dir(w);
	crash_len = (size_t)snprintf(crash_text, sizeof(crash_text), "allocation %ld%s: crashed\n", failing.at,
				     failing.stays ? " and all behind it" : "");
	return run_into(w, w->argv, failing, o);
}

/* The first line in which two texts differ, as it is now. */
static void print_difference_of(const struct strbuf *whole, const struct strbuf *now)
{
	size_t i = 0, start;

	if (!strcmp(whole->buf, now->buf))
		return;
	while (i < now->len && i < whole->len && now->buf[i] == whole->buf[i])
		i++;
	for (start = i; start && now->buf[start - 1] != '\n'; start--)
		;
	printf("  %.*s\n", (int)strcspn(now->buf + start, "\n"), now->buf + start);
}

static void print_difference(const struct outcome *whole, const struct outcome *now)
{
	print_difference_of(&whole->out, &now->out);
	print_difference_of(&whole->files, &now->files);
}

static const char *resume(const struct work *w, const struct outcome *whole)
{
	const char *const argv[] = { "iosweep", "resume", "-q", w->dir, NULL };
	const char *what = NULL;
	struct outcome o;

	outcome_init(&o);
	++*w->resumed;
	run_into(w, argv, (struct failing){ .at = -1 }, &o);
	if (o.status < 0)
		what = "leaves what cannot be resumed";
	else if (strcmp(o.files.buf, whole->files.buf) != 0 && !strstr(o.files.buf, NO_MEMORY))
		what = "leads to other files when it is resumed";
	if (what)
		printf("%s\n", o.err.text);
	if (what && o.status >= 0)
		print_difference(whole, &o);
	outcome_release(&o);
	return what;
}

static const char *wrong(const struct outcome *o, const struct outcome *whole, bool failed)
{
	if (o->status < 0 && !failed)
		return "fails without a reason";
	if (o->status < 0 && !tells_no_memory(o->err.text))
		return "does not say that there was no memory";
	if (o->status == whole->status && strcmp(o->out.buf, whole->out.buf) != 0)
		return "prints something else";
	if (o->status == whole->status && strcmp(o->files.buf, whole->files.buf) != 0)
		return "leaves other files";
	if (o->status > 0 && o->status != whole->status && !strstr(o->said.buf, NO_MEMORY) && !strstr(o->files.buf, NO_MEMORY))
		return "ends with a status that nothing explains";
	return NULL;
}

static const char *examine(const struct work *w, const struct outcome *whole, struct failing failing)
{
	struct outcome o;
	const char *what;
	bool failed;

	outcome_init(&o);
	failed = attempt(w, failing, &o);
	what = wrong(&o, whole, failed);
	if (what) {
		printf("status %d: %s\n%s", o.status, o.err.text, o.said.buf);
		print_difference(whole, &o);
	} else if (w->is_run && o.status < 0 && directory_has_samples(w->dir)) {
		what = resume(w, whole);
	}
	outcome_release(&o);
	return what;
}

static bool try(const struct work *w, const struct outcome *whole, struct failing failing)
{
	const char *behind = failing.stays ? " and all behind it" : "";
	long live = oom_live;
	int open_before = descriptors();
	const char *what = examine(w, whole, failing);

	if (what)
		printf("allocation %ld%s: %s\n", failing.at, behind, what);
	if (oom_live != live)
		printf("allocation %ld%s: %ld blocks are left\n", failing.at, behind, oom_live - live);
	if (descriptors() != open_before)
		printf("allocation %ld%s: a file stays open\n", failing.at, behind);
	return !what && oom_live == live && descriptors() == open_before;
}

/* Twice, since what the C library keeps from its first time is no leak. */
static long run_undisturbed(const struct work *w, struct outcome *whole)
{
	const struct failing none = { .at = -1 };
	long n;

	attempt(w, none, whole);
	outcome_release(whole);
	outcome_init(whole);
	attempt(w, none, whole);
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
		bad += !try(w, &whole, (struct failing){ at, false });
		bad += !try(w, &whole, (struct failing){ at, true });
	}
	outcome_release(&whole);
	for (int i = 1; i < w->words; i++)
		printf("%s ", w->argv[i]);
	printf(": %ld allocations, each %ld. failed", n, step);
	if (w->is_run)
		printf(", %d runs were resumed", *w->resumed);
	puts(bad ? ": BAD" : "");
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
	int resumed = 0, option, ret;
	struct work work = { .resumed = &resumed };

	while ((option = getopt(argc, argv, "+rd:f:")) != -1) {
		if (option == 'd')
			work.dir = optarg;
		else if (option == 'f')
			work.from = optarg;
		else if (option == 'r')
			work.is_run = true;
		else
			return 2;
	}
	if (work.is_run && !work.dir)
		return 2;
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
