#include "store/iozone_statement.h"

#include "store/iozone_token.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Up to the "$" of the revision, without white space at either end. */
static int take_text(struct iozone_facts *facts, const char *rest, size_t member)
{
	char **text = (char **)(void *)((char *)facts + member);
	size_t len;

	rest += strspn(rest, " ");
	len = strcspn(rest, "$");
	while (len && rest[len - 1] == ' ')
		len--;
	free(*text);
	*text = strndup(rest, len);
	return *text ? 0 : -ENOMEM;
}

/* All of the line: a command may hold "$". */
static int take_command(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)member;
	free(facts->command);
	facts->command = strdup(rest + strspn(rest, " "));
	return facts->command ? 0 : -ENOMEM;
}

static int take_yes(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	*(bool *)((char *)facts + member) = true;
	return 0;
}

/* The first number of the text, 0 where there is none that is sound. */
static uint64_t first_number(const char *text)
{
	size_t len;
	double value;

	text += strcspn(text, "0123456789");
	len = strspn(text, "0123456789");
	return iozone_number(text, len, &value) ? (uint64_t)value : 0;
}

/* The same of a number that counts processes or requests. */
static uint64_t bounded(const char *text)
{
	uint64_t number = first_number(text);

	return number <= IOZONE_JOBS_MAX ? number : 0;
}

static int take_number(struct iozone_facts *facts, const char *rest, size_t member)
{
	*(uint64_t *)(void *)((char *)facts + member) = first_number(rest);
	return 0;
}

static int take_file_size(struct iozone_facts *facts, const char *rest, size_t member)
{
	facts->file_sizes_n++;
	return take_number(facts, rest, member);
}

static int take_record(struct iozone_facts *facts, const char *rest, size_t member)
{
	facts->records_n++;
	return take_number(facts, rest, member);
}

/* "a 4096 kByte file in 64 kByte records" */
static int take_sizes(struct iozone_facts *facts, const char *rest, size_t member)
{
	const char *record = strstr(rest, " in ");

	(void)member;
	if (!record)
		return 0;
	facts->file_kib = first_number(rest);
	facts->record_kib = first_number(record);
	facts->file_sizes_n = facts->records_n = 1;
	return 0;
}

static int take_jobs(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)member;
	facts->jobs = bounded(rest);
	facts->processes = strstr(rest, "process") != NULL;
	return 0;
}

static int set_unit(struct iozone_facts *facts, enum iozone_unit unit)
{
	facts->unit = unit;
	facts->unit_said = true;
	return 0;
}

static int take_kib(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	return set_unit(facts, IOZONE_KIB_S);
}

static int take_ops(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	return set_unit(facts, IOZONE_OPS_S);
}

static int take_us(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	return set_unit(facts, IOZONE_US_OP);
}

static int take_sync(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	facts->sync_mode = SYNC_OSYNC;
	return 0;
}

static int take_dsync(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	facts->sync_mode = SYNC_ODSYNC;
	return 0;
}

static int take_mmap(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)rest;
	(void)member;
	strcpy(facts->api, "mmap");
	return 0;
}

static int take_aio(struct iozone_facts *facts, const char *rest, size_t member)
{
	const char *depth = strcasestr(rest, "depth");

	(void)member;
	strcpy(facts->api, "posixaio");
	facts->depth = depth && bounded(depth) ? bounded(depth) : 1;
	return 0;
}

/* "io_uring, depth 8", which iosweep writes itself where it imitates IOzone. */
static int take_api(struct iozone_facts *facts, const char *rest, size_t member)
{
	size_t len = strspn(rest, "abcdefghijklmnopqrstuvwxyz_");
	const char *depth = strstr(rest + len, "depth");

	(void)member;
	facts->own = true;
	if (len && len < sizeof(facts->api))
		snprintf(facts->api, sizeof(facts->api), "%.*s", (int)len, rest);
	if (depth && bounded(depth))
		facts->depth = bounded(depth);
	return 0;
}

static int take_nothing(struct iozone_facts *facts, const char *rest, size_t member)
{
	(void)facts;
	(void)rest;
	(void)member;
	return 0;
}

#define M(member) offsetof(struct iozone_facts, member)
#define HEAD IOZONE_OF_THE_HEAD

static const struct iozone_statement_row statements[] = {
	{ "Iozone: Performance Test of File I/O", take_nothing, 0, HEAD, false },
	{ "In the format of IOzone, by iosweep", take_nothing, 0, HEAD, false },
	{ "Version $Revision:", take_text, M(version), HEAD, false },
	{ "Compiled for ", take_nothing, 0, HEAD, false },
	{ "Build:", take_text, M(build), HEAD, false },
	{ "Contributors:", take_nothing, 0, HEAD, false },
	{ "Run began:", take_text, M(began), HEAD, false },
	{ "Machine =", take_text, M(machine), HEAD, false },
	{ "Command line used:", take_command, 0, HEAD, false },
	{ "Output is in kB", take_kib, 0, HEAD, false },
	{ "Output is in op", take_ops, 0, HEAD, false },
	{ "OPS Mode. Output is in op", take_ops, 0, HEAD, true },
	{ "Microseconds/op Mode. Output is in micro", take_us, 0, HEAD, true },
	{ "O_DIRECT feature enabled", take_yes, M(direct), HEAD, true },
	{ "O_DIRECTIO feature enabled", take_yes, M(direct), HEAD, true },
	{ "VxFS advanced feature", take_yes, M(direct), HEAD, true },
	{ "SYNC Mode", take_sync, 0, HEAD, true },
	{ ">>> O_DSYNC mode enabled", take_dsync, 0, HEAD, true },
	{ "Include fsync in write timing", take_yes, M(include_flush), HEAD, true },
	{ "Include close in write timing", take_yes, M(include_close), HEAD, true },
	{ "Purge Mode On", take_yes, M(purge), HEAD, true },
	{ "Performance measurements are invalid", take_yes, M(invalid), HEAD, true },
	{ "Performance measurements may be invalid", take_yes, M(invalid), HEAD, true },
	{ "Using mmap files", take_mmap, 0, HEAD, true },
	{ "Using msync(", take_mmap, 0, HEAD, true },
	{ "POSIX Async I/O", take_aio, 0, HEAD, true },
	{ "I/O through the API ", take_api, 0, HEAD, true },
	{ "File size set to", take_file_size, M(file_kib), HEAD, true },
	{ "Record Size", take_record, M(record_kib), HEAD, true },
	{ "File stride size set to", take_number, M(stride), HEAD, true },
	{ "Auto Mode", take_nothing, 0, HEAD, true },
	{ "Using minimum file size of", take_nothing, 0, HEAD, true },
	{ "Using maximum file size of", take_nothing, 0, HEAD, true },
	{ "Using Minimum Record Size", take_nothing, 0, HEAD, true },
	{ "Using Maximum Record Size", take_nothing, 0, HEAD, true },
	{ "Excel chart generation enabled", take_nothing, 0, HEAD, true },
	{ "CPU utilization Resolution", take_nothing, 0, HEAD, true },
	{ "CPU utilization Excel chart enabled", take_nothing, 0, HEAD, true },
	{ "Time Resolution =", take_nothing, 0, HEAD, true },
	{ "Processor cache size set to", take_nothing, 0, HEAD, true },
	{ "Processor cache line size set to", take_nothing, 0, HEAD, true },
	{ "Cross over of record size disabled", take_nothing, 0, HEAD, true },
	{ "No retest option selected", take_nothing, 0, HEAD, true },
	{ "Setting no_unlink", take_nothing, 0, HEAD, true },
	{ "Stonewall disabled", take_yes, M(no_stonewall), HEAD, true },
	{ "Multi_buffer. Work area", take_nothing, 0, HEAD, true },
	{ "Binding of processors beginning with", take_nothing, 0, HEAD, true },
	{ "Lock file when reading/writing", take_nothing, 0, HEAD, true },
	{ "Read & Write sync mode active", take_nothing, 0, HEAD, true },
	{ "Offset/latency files enabled", take_nothing, 0, HEAD, true },
	{ "Percent read in mix test is", take_nothing, 0, HEAD, true },
	{ "Network distribution mode enabled", take_nothing, 0, HEAD, true },
	{ "Hostname =", take_nothing, 0, HEAD, true },
	{ "Dedup ", take_nothing, 0, HEAD, true },
	{ "Min process", take_nothing, 0, HEAD, true },
	{ "Max process", take_nothing, 0, HEAD, true },
	{ "Min thread", take_nothing, 0, HEAD, true },
	{ "Max thread", take_nothing, 0, HEAD, true },
	{ "Throughput test with", take_jobs, 0, IOZONE_OF_JOBS, true },
	{ "Each process writes a", take_sizes, 0, IOZONE_OF_JOBS, true },
	{ "Each thread writes a", take_sizes, 0, IOZONE_OF_JOBS, true },
};

const struct iozone_statement_row *iozone_statement_find(const char *text)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++) {
		if (!strncasecmp(text, statements[i].start, strlen(statements[i].start)))
			return &statements[i];
	}
	return NULL;
}
