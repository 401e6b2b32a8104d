/*
 * whole_program IOSWEEP DIR: the program as a user meets it. How soon it answers, how much memory a run takes, how
 * much of its wall time is spent on the work itself, and how long the pictures take.
 */
#include "bench/bench.h"

#include "base/clock.h"

#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STARTS 21
#define VERSION_BAR_MS 10
#define LARGEST_RECORD (16U << 20)
#define MEMORY_BAR_MIB 16
#define WALL_BAR 1.2
#define PLOT_BAR_S 6

static pid_t start(char *const argv[])
{
	posix_spawn_file_actions_t actions;
	pid_t pid;

	if (posix_spawn_file_actions_init(&actions) ||
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) ||
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ||
		posix_spawn(&pid, argv[0], &actions, NULL, argv, environ))
		abort();
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

/* Wall time in ns, or UINT64_MAX where the command did not succeed. */
static uint64_t run(char *const argv[])
{
	uint64_t began = clock_monotonic_ns();
	pid_t pid = start(argv);
	int status;

	if (waitpid(pid, &status, 0) != pid || status)
		return UINT64_MAX;
	return clock_monotonic_ns() - began;
}

static void bench_version(char *iosweep)
{
	char *argv[] = { iosweep, (char[]){ "--version" }, NULL };
	double ms[STARTS];

	for (size_t i = 0; i < STARTS; i++)
		ms[i] = (double)run(argv) / 1e6;
	bench_at_most("iosweep --version, start to end", VERSION_BAR_MS, bench_median(ms, STARTS), "ms");
}

/* Memory of its own, in KiB; 0 where the process has just gone. */
static unsigned long anonymous_kib(pid_t pid)
{
	unsigned long kib = 0;
	char path[64], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "RssAnon:", 8))
			kib = strtoul(line + 8, NULL, 10);
	}
	if (file)
		fclose(file);
	return kib;
}

static unsigned long peak_kib(pid_t pid)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	unsigned long peak = 0, now;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		now = anonymous_kib(pid);
		peak = now > peak ? now : peak;
		nanosleep(&pause, NULL);
	}
	return WIFEXITED(status) && !WEXITSTATUS(status) ? peak : 0;
}

static double part(const json_t *timing, const char *name)
{
	return (double)json_integer_value(json_object_get(timing, name));
}

static void bench_wall(const char *run_dir)
{
	static const char *const work[] = { "measuring_ns", "file_set_up_ns", "flushing_ns", "quiet_waits_ns" };
	char path[4200];
	json_t *json, *timing;
	double sum = 0;

	snprintf(path, sizeof(path), "%s/run.json", run_dir);
	json = json_load_file(path, 0, NULL);
	timing = json_object_get(json, "timing");
	for (size_t i = 0; i < sizeof(work) / sizeof(*work); i++)
		sum += part(timing, work[i]);
	if (sum > 0)
		bench_at_most("sweep 64K:64M, wall time over clocked, set-up, flush and quiet", WALL_BAR,
			part(timing, "wall_ns") / sum, "");
	else
		bench_skip("sweep 64K:64M, wall time", "run.json has no timing");
	json_decref(json);
}

static int bench_sweep(char *iosweep, char *dir, char *run_dir)
{
	char *argv[] = { iosweep, (char[]){ "run" }, (char[]){ "--file-size=64k:64m" },
		(char[]){ "--record=4k,64k,1m,16m" }, (char[]){ "--passes=1" }, (char[]){ "-o" }, run_dir, dir,
		NULL };
	unsigned long peak = peak_kib(start(argv));

	if (!peak) {
		fprintf(stderr, "the sweep of %s failed\n", dir);
		return 1;
	}
	bench_at_most("memory of a run beside its I/O buffer, 16 MiB to write and 16 to read", MEMORY_BAR_MIB,
		(double)peak / 1024 - 2 * (double)(LARGEST_RECORD >> 20), "MiB");
	bench_wall(run_dir);
	return 0;
}

static void bench_plot(char *iosweep, char *run_dir)
{
	char *argv[] = { iosweep, (char[]){ "plot" }, run_dir, NULL };
	uint64_t ns = run(argv);

	if (ns == UINT64_MAX)
		bench_skip("pictures of six tests and their overview", "iosweep plot does not work here");
	else
		bench_at_most("pictures of six tests and their overview", PLOT_BAR_S, (double)ns / 1e9, "s");
}

/* Six tests in one mode over the automatic grid, modelled, so that making the run takes no time. */
static void bench_pictures(char *iosweep, const char *dir)
{
	char run_dir[4000];
	char *argv[] = { iosweep, (char[]){ "run" }, (char[]){ "--api=sim" }, (char[]){ "--mode=cached" },
		(char[]){ "--tests=write,rewrite,read,reread,randread,randwrite" },
		(char[]){ "--file-size=64k:512m" }, (char[]){ "--passes=1" }, (char[]){ "--max-time=50ms" },
		(char[]){ "-o" }, run_dir, NULL };

	snprintf(run_dir, sizeof(run_dir), "%s/pictures", dir);
	if (run(argv) == UINT64_MAX)
		bench_skip("pictures of six tests and their overview", "the run over sim failed");
	else
		bench_plot(iosweep, run_dir);
}

int main(int argc, char **argv)
{
	char run_dir[4000];

	if (argc != 3) {
		fprintf(stderr, "usage: whole_program IOSWEEP DIR\n");
		return 2;
	}
	snprintf(run_dir, sizeof(run_dir), "%s/run", argv[2]);
	bench_version(argv[1]);
	bench_pictures(argv[1], argv[2]);
	return bench_sweep(argv[1], argv[2], run_dir);
}
