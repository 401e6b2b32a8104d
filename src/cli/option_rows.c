#include "cli/options.h"

#include "api/api.h"
#include "api/fault.h"
#include "base/err.h"
#include "cli/command.h"
#include "cli/option_data.h"
#include "cli/option_io.h"
#include "cli/option_jobs.h"
#include "cli/option_pace.h"
#include "cli/option_tests.h"
#include "cli/words.h"
#include "model/metric.h"
#include "model/raid_geometry.h"
#include "report/report.h"

#include <string.h>

#define PASSES_MAX 1000
#define DEPTH_MAX 4096

static const char *mode_word(size_t i)
{
	return i < MODES_N ? mode_name((enum mode)i) : i == MODES_N ? "both" : NULL;
}

static const char *shell_word(size_t i)
{
	return i ? NULL : "bash";
}

static const struct word_list mode_words = { "a mode", "modes", mode_word };
static const struct word_list shell_words = { "a shell that is known", "such shells", shell_word };

static const char *format_word(size_t i)
{
	return i < reporters_n ? reporters[i]->name : NULL;
}

static const char *cliffs_format_word(size_t i)
{
	static const char *const words[] = { "text", "json" };

	return i < sizeof(words) / sizeof(*words) ? words[i] : NULL;
}

static const char *as_word(size_t i)
{
	static const char *const words[] = { "passes", "runs" };

	return i < sizeof(words) / sizeof(*words) ? words[i] : NULL;
}

static const struct word_list as_words = { "a word that is known here", "such words", as_word };
static const char *metric_word(size_t i)
{
	return i < metrics_n ? metrics[i]->name : NULL;
}

static const struct word_list metric_words = { "a metric", "metrics", metric_word };
static const struct word_list format_words = { "a format", "formats", format_word };
static const struct word_list cliffs_format_words = { "a format", "formats", cliffs_format_word };

static int parse_file_size(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_size_list(text, values->ram_bytes, &values->file_sizes, err);
}

static int parse_record(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_size_list(text, values->ram_bytes, &values->records, err);
}

static int parse_mode(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&mode_words, text))
		return word_list_refuse(&mode_words, text, err);
	for (size_t i = 0; i < MODES_N; i++)
		values->modes[i] = !strcmp(text, "both") || !strcmp(text, mode_word(i));
	return 0;
}

static int parse_depth(struct option_values *values, const char *text, struct err *err)
{
	uint64_t depth;

	if (units_parse_count(text, 1, DEPTH_MAX, &depth, err))
		return -1;
	values->depth = (unsigned)depth;
	return 0;
}

static int parse_uring_sqpoll(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->uring_sqpoll = true;
	return 0;
}

static int parse_passes(struct option_values *values, const char *text, struct err *err)
{
	uint64_t passes;

	if (units_parse_count(text, 1, PASSES_MAX, &passes, err))
		return -1;
	values->passes = (unsigned)passes;
	return 0;
}

static int parse_min_time(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->min_time_ns, err);
}

static int parse_max_time(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_duration(text, &values->max_time_ns, err);
}

static int parse_seed(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_count(text, 0, UINT64_MAX, &values->seed, err);
}

static int parse_path(const char **path, const char *text, struct err *err)
{
	if (!*text)
		return err_set(err, ERR_USAGE, "an empty name is no path");
	*path = text;
	return 0;
}

static int parse_output(struct option_values *values, const char *text, struct err *err)
{
	return parse_path(&values->output, text, err);
}

static int parse_sim_model(struct option_values *values, const char *text, struct err *err)
{
	return parse_path(&values->sim_model, text, err);
}

static int parse_fault(struct option_values *values, const char *text, struct err *err)
{
	struct fault_spec spec;

	if (fault_parse(text, &spec, err))
		return -1;
	values->fault = text;
	return 0;
}

static int parse_raid(struct option_values *values, const char *text, struct err *err)
{
	struct raid_geometry geometry;

	if (raid_geometry_parse(text, &geometry, err))
		return -1;
	values->raid = text;
	return 0;
}

static int parse_metric(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&metric_words, text))
		return word_list_refuse(&metric_words, text, err);
	values->metric = metric_find(text);
	return 0;
}

static int parse_format(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&format_words, text))
		return word_list_refuse(&format_words, text, err);
	values->format = reporter_find(text);
	return 0;
}

static int parse_cliffs_format(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&cliffs_format_words, text))
		return word_list_refuse(&cliffs_format_words, text, err);
	values->json = !strcmp(text, "json");
	return 0;
}

static int parse_as(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&as_words, text))
		return word_list_refuse(&as_words, text, err);
	values->as = text;
	return 0;
}

static int parse_shell(struct option_values *values, const char *text, struct err *err)
{
	if (!word_list_has(&shell_words, text))
		return word_list_refuse(&shell_words, text, err);
	values->shell = text;
	return 0;
}

static int parse_quiet(struct option_values *values, const char *text, struct err *err)
{
	(void)text;
	(void)err;
	values->quiet = true;
	return 0;
}

/* --help and --version are acted on before any option is read. */
static int parse_nothing(struct option_values *values, const char *text, struct err *err)
{
	(void)values;
	(void)text;
	(void)err;
	return 0;
}

const struct option options[] = {
	{
		.name = "file-size",
		.kind = OPTION_TEXT,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "file sizes",
		.accepted = "sizes and ranges such as 64k,1.5m or 64k:4g (doubling), 1m:8m:+1m (steps), 2xram",
		.default_text = "64k:4g, within half of the free space",
		.parse = parse_file_size,
	},
	{
		.name = "record",
		.kind = OPTION_TEXT,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "record sizes, each used on files not smaller than it",
		.accepted = "sizes and ranges such as 4k,10k or 4k:16m or 64k:1m:+64k",
		.initial = "4k:16m",
		.parse = parse_record,
	},
	{
		.name = "tests",
		.kind = OPTION_WORDS,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "tests, which go through the APIs of the run, or through another where written API:TEST",
		.default_text = "those that 'iosweep list' marks with a star",
		.words = &pattern_words,
		.parse = option_parse_tests,
	},
	{
		.name = "stride",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "records from one to the next in the test stride",
		.accepted = "a whole number from 1",
		.initial = "17",
		.parse = option_parse_stride,
	},
	{
		.name = "read-percent",
		.kind = OPTION_TEXT,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "share of reads in the test mixed; one test for each",
		.accepted = "whole numbers from 0 to 100 such as 70,30",
		.initial = "50",
		.parse = option_parse_read_percent,
	},
	{
		.name = "mixed-order",
		.kind = OPTION_WORD,
		.argument = "ORDER",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "the test mixed goes through the file at random, or sequential from its start",
		.initial = "random",
		.words = &mixed_order_words,
		.parse = option_parse_mixed_order,
	},
	{
		.name = "api",
		.kind = OPTION_WORDS,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "how I/O is issued; each test goes through each API",
		.initial = "psync",
		.words = &api_words,
		.parse = option_parse_apis,
	},
	{
		.name = "mode",
		.kind = OPTION_WORD,
		.argument = "MODE",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "I/O past the page cache, through it, or in both ways",
		.initial = "both",
		.words = &mode_words,
		.parse = parse_mode,
	},
	{
		.name = "depth",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "I/Os in flight, through APIs that can have more than one",
		.accepted = "1 to 4096",
		.initial = "1",
		.parse = parse_depth,
	},
	{
		.name = "jobs",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "workers that do a test side by side, each on a file of the file size",
		.accepted = "1 to 1024",
		.initial = "1",
		.parse = option_parse_jobs,
	},
	{
		.name = "processes",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "jobs are processes instead of threads",
		.parse = option_parse_processes,
	},
	{
		.name = "shared-file",
		.kind = OPTION_WORD,
		.argument = "HOW",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "jobs share one file: each a segment of it, or strided, each every N-th record",
		.words = &shared_file_words,
		.parse = option_parse_shared_file,
	},
	{
		.name = "no-stonewall",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "the rate of several jobs is that of all their work, not only until the first is done",
		.parse = option_parse_no_stonewall,
	},
	{
		.name = "cpus",
		.kind = OPTION_TEXT,
		.argument = "LIST",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "CPUs that the jobs are bound to, in turn",
		.accepted = "numbers and ranges such as 0,2-5",
		.parse = option_parse_cpus,
	},
	{
		.name = "uring-sqpoll",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "lets a thread of the kernel poll for the requests of io_uring",
		.parse = parse_uring_sqpoll,
	},
	{
		.name = "sim-model",
		.kind = OPTION_FILE,
		.argument = "FILE",
		.commands = COMMAND_RUN,
		.group = "What is measured",
		.help = "the device that the API sim imitates",
		.default_text = "the one that is built in",
		.parse = parse_sim_model,
	},
	{
		.name = "sync-mode",
		.kind = OPTION_WORD,
		.argument = "WORD",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "makes each write stable before it returns",
		.initial = "none",
		.words = &sync_mode_words,
		.parse = option_parse_sync_mode,
	},
	{
		.name = "iovecs",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "pieces that pvsync cuts each record into",
		.accepted = "1 to 1024",
		.initial = "1",
		.parse = option_parse_iovecs,
	},
	{
		.name = "dontcache",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "pvsync takes what it has read or written out of the page cache",
		.parse = option_parse_dontcache,
	},
	{
		.name = "stdio-buffer",
		.kind = OPTION_TEXT,
		.argument = "SIZE",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "buffer of a stdio stream",
		.accepted = "a size up to 1G",
		.default_text = "the C library's own",
		.parse = option_parse_stdio_buffer,
	},
	{
		.name = "map-advice",
		.kind = OPTION_WORD,
		.argument = "WORD",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "what mmap tells the kernel of the order that comes",
		.initial = "pattern",
		.words = &map_advice_words,
		.parse = option_parse_map_advice,
	},
	{
		.name = "map-async-flush",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "flushes of mmap wait for nothing",
		.parse = option_parse_map_async_flush,
	},
	{
		.name = "fallocate",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "gives new files their blocks before they are written",
		.parse = option_parse_fallocate,
	},
	{
		.name = "truncate-before-write",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "has new files written and cut to nothing before",
		.parse = option_parse_truncate,
	},
	{
		.name = "verify",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "reads what was written back and compares every byte, outside the clock",
		.parse = option_parse_verify,
	},
	{
		.name = "include-flush",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "throughput counts the flush that follows a writing test",
		.parse = option_parse_include_flush,
	},
	{
		.name = "include-close",
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "throughput counts closing the file",
		.parse = option_parse_include_close,
	},
	{
		.name = "rate",
		.kind = OPTION_TEXT,
		.argument = "RATE",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "how much each job does, on a schedule that does not wait",
		.accepted = "a size for each second such as 10m or operations such as 500iops",
		.default_text = "as much as it can",
		.parse = option_parse_rate,
	},
	{
		.name = "think-time",
		.kind = OPTION_TEXT,
		.argument = "DURATION",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "pause behind each operation, for each I/O in flight by itself",
		.accepted = "a duration such as 100us or 5ms",
		.default_text = "no pause",
		.parse = option_parse_think_time,
	},
	{
		.name = "dedupe-percent",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "share of the written blocks of 4 KiB that are copies of others",
		.accepted = "0 to 100",
		.initial = "0",
		.parse = option_parse_dedupe_percent,
	},
	{
		.name = "compress-percent",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "How I/O is issued",
		.help = "share of written data that compression saves",
		.accepted = "0 to 100",
		.initial = "0",
		.parse = option_parse_compress_percent,
	},
	{
		.name = "passes",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "How long and how often",
		.help = "trips over the whole grid, each of which gives every cell one sample",
		.accepted = "1 to 1000",
		.initial = "3",
		.parse = parse_passes,
	},
	{
		.name = "min-time",
		.kind = OPTION_TEXT,
		.argument = "DURATION",
		.commands = COMMAND_RUN,
		.group = "How long and how often",
		.help = "least clocked time of a sample; a shorter test is repeated",
		.accepted = "a duration such as 500us, 10ms or 1.5s",
		.initial = "10ms",
		.parse = parse_min_time,
	},
	{
		.name = "max-time",
		.kind = OPTION_TEXT,
		.argument = "DURATION",
		.commands = COMMAND_RUN,
		.group = "How long and how often",
		.help = "most clocked time of a sample, which is cut there; in mode cached only when given",
		.accepted = "a duration such as 5s or 2m, 0 for no limit",
		.initial = "5s",
		.parse = parse_max_time,
	},
	{
		.name = "seed",
		.kind = OPTION_TEXT,
		.argument = "N",
		.commands = COMMAND_RUN,
		.group = "How long and how often",
		.help = "makes orders and offsets those of an earlier run",
		.accepted = "a whole number",
		.default_text = "another one each time",
		.parse = parse_seed,
	},
	{
		.name = "output",
		.letter = 'o',
		.kind = OPTION_DIRECTORY,
		.argument = "DIR",
		.commands = COMMAND_RUN,
		.group = "Output",
		.help = "the run's directory, new or empty",
		.default_text = "iosweep-HOST-DATE-TIME, here",
		.parse = parse_output,
	},
	{
		.name = "metric",
		.kind = OPTION_WORD,
		.argument = "METRIC",
		.commands = COMMAND_REPORT | COMMAND_PLOT,
		.group = "Output",
		.help = "what tables and pictures show",
		.initial = "throughput",
		.words = &metric_words,
		.parse = parse_metric,
	},
	{
		.name = "format",
		.kind = OPTION_WORD,
		.argument = "FORMAT",
		.commands = COMMAND_REPORT,
		.group = "Output",
		.help = "what the report looks like; 'iosweep list' explains each",
		.initial = "table",
		.words = &format_words,
		.parse = parse_format,
	},
	{
		.name = "format",
		.kind = OPTION_WORD,
		.argument = "FORMAT",
		.commands = COMMAND_CLIFFS,
		.group = "Output",
		.help = "text for people, json for programs",
		.initial = "text",
		.words = &cliffs_format_words,
		.parse = parse_cliffs_format,
	},
	{
		.name = "output",
		.letter = 'o',
		.kind = OPTION_FILE,
		.argument = "FILE",
		.commands = COMMAND_REPORT,
		.group = "Output",
		.help = "writes the report there instead of printing it",
		.parse = parse_output,
	},
	{
		.name = "output",
		.letter = 'o',
		.kind = OPTION_DIRECTORY,
		.argument = "DIR",
		.commands = COMMAND_PLOT,
		.group = "Output",
		.help = "draws into this directory, which must exist",
		.default_text = "the run's directory",
		.parse = parse_output,
	},
	{
		.name = "output",
		.letter = 'o',
		.kind = OPTION_DIRECTORY,
		.argument = "DIR",
		.commands = COMMAND_IMPORT,
		.group = "Output",
		.help = "the run's directory, new or empty; must be given",
		.parse = parse_output,
	},
	{
		.name = "raid",
		.kind = OPTION_TEXT,
		.argument = "GEOMETRY",
		.commands = COMMAND_RUN | COMMAND_CLIFFS,
		.group = "Output",
		.help = "an array that the system cannot see into, to tell whether cliffs lie at its sizes",
		.accepted = "chunk=SIZE, with ,data=N for its disks without parity, such as chunk=256k,data=5",
		.default_text = "what the system knows",
		.parse = parse_raid,
	},
	{
		.name = "as",
		.kind = OPTION_WORD,
		.argument = "WHAT",
		.commands = COMMAND_IMPORT,
		.group = "Output",
		.help = "what several runs of IOzone become: passes of one run, or runs in DIR-1, DIR-2 and so on",
		.default_text = "passes, where the runs are alike",
		.words = &as_words,
		.parse = parse_as,
	},
	{
		.name = "quiet",
		.letter = 'q',
		.kind = OPTION_FLAG,
		.commands = COMMAND_RUN,
		.group = "Output",
		.help = "no plan and no progress on standard error",
		.parse = parse_quiet,
	},
	{
		.name = "fault",
		.kind = OPTION_TEXT,
		.argument = "SPEC",
		.commands = COMMAND_RUN,
		.group = "For testing iosweep",
		.help = "makes I/O go wrong on purpose",
		.accepted = "an event and what happens, such as op=17,errno=EIO or op=5,short=512 or flush=1,delay=20ms",
		.default_text = "nothing goes wrong",
		.parse = parse_fault,
	},
	{
		.name = "help",
		.letter = 'h',
		.kind = OPTION_FLAG,
		.commands = COMMAND_ALL,
		.group = "General",
		.help = "explains iosweep, or the command that is named",
		.parse = parse_nothing,
	},
	{
		.name = "version",
		.letter = 'V',
		.kind = OPTION_FLAG,
		.commands = COMMAND_ALL,
		.group = "General",
		.help = "prints the version",
		.parse = parse_nothing,
	},
	{
		.name = "completion",
		.kind = OPTION_WORD,
		.argument = "SHELL",
		.commands = COMMAND_COMPLETION,
		.group = "General",
		.help = "prints the completion of command lines for a shell",
		.words = &shell_words,
		.parse = parse_shell,
	},
};

const size_t options_n = sizeof(options) / sizeof(*options);
