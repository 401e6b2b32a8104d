#include "store/iozone_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool iozone_reader_next(struct iozone_reader *reader)
{
	if (!iozone_lines_next(&reader->lines, &reader->line))
		return false;
	iozone_tokens_split(&reader->line, &reader->tokens);
	return true;
}

/* *array has room for one more than n, of at most max. Returns 0, -E2BIG or -ENOMEM. */
static int make_room(void **array, size_t n, size_t max, size_t size)
{
	void *larger;

	if (n == max)
		return -E2BIG;
	if (n & (n - 1)) /* room is made at each power of two */
		return 0;
	larger = reallocarray(*array, n ? 2 * n : 1, size);
	if (!larger)
		return -ENOMEM;
	*array = larger;
	return 0;
}

void iozone_reader_remark(struct iozone_reader *reader, unsigned line, const char *fmt, ...)
{
	struct iozone_log *log = reader->log;
	void *remarks = log->remarks;
	struct iozone_remark *remark;
	va_list ap;

	if (make_room(&remarks, log->remarks_n, IOZONE_REMARKS_MAX, sizeof(*log->remarks))) {
		log->remarks_lost++;
		return;
	}
	log->remarks = remarks;
	remark = &log->remarks[log->remarks_n++];
	remark->line = line;
	va_start(ap, fmt);
	vsnprintf(remark->text, sizeof(remark->text), fmt, ap);
	va_end(ap);
}

struct iozone_run *iozone_reader_run(struct iozone_reader *reader)
{
	return &reader->log->runs[reader->log->runs_n - 1];
}

void iozone_reader_begin(struct iozone_reader *reader, bool same_head)
{
	struct iozone_log *log = reader->log;
	void *runs = log->runs;
	struct iozone_run *run;
	int ret = make_room(&runs, log->runs_n, IOZONE_RUNS_MAX, sizeof(*log->runs));

	if (ret == -E2BIG)
		iozone_reader_remark(reader, reader->line.number, "more than %d runs: the rest is taken as one of them",
				     IOZONE_RUNS_MAX);
	else if (ret)
		reader->error = ret;
	if (ret)
		return;
	log->runs = runs;
	run = &log->runs[log->runs_n++];
	*run = (struct iozone_run){ .line = reader->line.number };
	if (!same_head)
		iozone_facts_init(&run->facts);
	else if (iozone_facts_copy(&run->facts, &run[-1].facts))
		reader->error = -ENOMEM;
	if (!same_head)
		reader->jobs_from = log->runs_n - 1;
	reader->excel.seen = 0;
}

void iozone_reader_add(struct iozone_reader *reader, const struct iozone_value *value)
{
	struct iozone_log *log = reader->log;
	void *values = log->values;
	int ret = make_room(&values, log->values_n, IOZONE_VALUES_MAX, sizeof(*log->values));

	reader->head_open = false;
	if (ret == -E2BIG)
		iozone_reader_remark(reader, reader->line.number, "more than %d figures: the rest is left out",
				     IOZONE_VALUES_MAX);
	else if (ret)
		reader->error = ret;
	if (ret)
		return;
	log->values = values;
	log->values[log->values_n] = *value;
	log->values[log->values_n].run = log->runs_n - 1;
	log->values[log->values_n++].line = reader->line.number;
	log->runs[log->runs_n - 1].values_n++;
	if (!log->runs[log->runs_n - 1].line)
		log->runs[log->runs_n - 1].line = reader->line.number;
}

static void take_statement(struct iozone_reader *reader)
{
	struct iozone_run *run = iozone_reader_run(reader);

	if (!run->line)
		run->line = reader->line.number;
	if (iozone_facts_take(&run->facts, &reader->line))
		reader->error = -ENOMEM;
}

static bool starts(const struct iozone_reader *reader, const char *words)
{
	const char *text = reader->line.text + strspn(reader->line.text, " ");

	return !strncasecmp(text, words, strlen(words));
}

/* Whether the line is one that a head has once, and the head of the run has it. */
static bool begins_another(const struct iozone_reader *reader, const struct iozone_facts *facts)
{
	return (starts(reader, "Iozone: Performance") && (facts->version || facts->began)) ||
	       (starts(reader, "Run began:") && facts->began) ||
	       (starts(reader, "Command line used:") && facts->command);
}

static void take_head_line(struct iozone_reader *reader)
{
	const struct iozone_facts *facts;

	if (!reader->head_open || begins_another(reader, &iozone_reader_run(reader)->facts))
		iozone_reader_begin(reader, false);
	reader->head_open = true;
	take_statement(reader);
	facts = &iozone_reader_run(reader)->facts;
	/* Above these lines there are names of people, below them anything. */
	reader->part = facts->began && !facts->stride ? IOZONE_PART_HEAD : IOZONE_PART_TEXT;
}

static void take_jobs_line(struct iozone_reader *reader)
{
	if (iozone_reader_run(reader)->values_n)
		iozone_reader_begin(reader, true);
	take_statement(reader);
}

static bool take_statement_line(struct iozone_reader *reader)
{
	switch (iozone_statement_kind(&reader->line)) {
	case IOZONE_OF_THE_HEAD:
		take_head_line(reader);
		return true;
	case IOZONE_OF_JOBS:
		take_jobs_line(reader);
		return true;
	case IOZONE_UNKNOWN:
		if (reader->part != IOZONE_PART_HEAD)
			return false;
		take_statement(reader);
		iozone_reader_remark(reader, reader->line.number, "'%.60s': not known what this does to the figures",
				     reader->line.text + strspn(reader->line.text, " "));
		return true;
	case IOZONE_NO_STATEMENT:
		break;
	}
	return false;
}

/* What IOzone says behind and between figures. */
static bool take_news(struct iozone_reader *reader)
{
	static const char *const ignored[] = {
		"The test completed too quickly", "You will get a more precise measure",
		"performance by re-running iozone", "Timer resolution is poor", "reported inaccurate results",
		"Excel output is below", "exiting iozone", "CPU Utilization: ",
		"IOzone has no ", /* of a report of iosweep's */
	};

	if (starts(reader, "iozone test complete")) {
		iozone_reader_run(reader)->complete = true;
		reader->part = IOZONE_PART_TEXT;
		return true;
	}
	if (starts(reader, "iozone: interrupted")) {
		iozone_reader_remark(reader, reader->line.number, "IOzone was interrupted here");
		reader->part = IOZONE_PART_TEXT;
		return true;
	}
	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++) {
		if (starts(reader, ignored[i]))
			return true;
	}
	return starts(reader, "iozone ") && strstr(reader->line.text, "(i.e.");
}

/* Whether a line has more than two numbers, or a quoted size as in Excel text and one more, and nothing else. */
static bool all_numbers(const struct iozone_tokens *tokens)
{
	double value;
	bool quoted = tokens->n && *tokens->v[0].text == '"' &&
		      iozone_number(tokens->v[0].text + 1, strspn(tokens->v[0].text + 1, "0123456789"), &value);

	for (size_t i = quoted; i < tokens->n; i++) {
		if (!iozone_token_number(&tokens->v[i], &value))
			return false;
	}
	return tokens->n > (quoted ? 1 : 2);
}

static void take_line(struct iozone_reader *reader)
{
	if (reader->line.cut)
		iozone_reader_remark(reader, reader->line.number, "the line is longer than %d characters",
				     IOZONE_LINE_MAX);
	/* What is not known is of the head as long as nothing else has followed it. */
	if (iozone_table_take_head(reader) || take_news(reader) || iozone_children_take(reader) ||
	    iozone_excel_take(reader) || take_statement_line(reader) || iozone_table_take_row(reader))
		return;
	if (reader->part == IOZONE_PART_TEXT && all_numbers(&reader->tokens))
		iozone_reader_remark(reader, reader->line.number, "figures that belong to no table");
}

/* Runs without a figure are no runs. */
static void drop_empty_runs(struct iozone_log *log)
{
	size_t kept = 0;

	for (size_t run = 0, value = 0; run < log->runs_n; run++) {
		for (; value < log->values_n && log->values[value].run == run; value++)
			log->values[value].run = kept;
		if (log->runs[run].values_n)
			log->runs[kept++] = log->runs[run];
		else
			iozone_facts_release(&log->runs[run].facts);
	}
	log->runs_n = kept;
}

int iozone_log_read(const void *data, size_t len, struct iozone_log *log)
{
	struct iozone_reader reader = { .log = log };
	struct strbuf text;

	*log = (struct iozone_log){ .values = NULL };
	strbuf_init(&text);
	reader.error = iozone_text_decode(data, len, &text);
	iozone_lines_init(&reader.lines, text.buf, text.len);
	if (!reader.error)
		iozone_reader_begin(&reader, false);
	reader.head_open = true;
	while (!reader.error && iozone_reader_next(&reader))
		take_line(&reader);
	if (!reader.error)
		reader.error = iozone_whole_check(&reader);
	strbuf_release(&text);
	drop_empty_runs(log);
	return reader.error;
}

void iozone_log_release(struct iozone_log *log)
{
	for (size_t i = 0; i < log->runs_n; i++)
		iozone_facts_release(&log->runs[i].facts);
	free(log->runs);
	free(log->values);
	free(log->remarks);
	*log = (struct iozone_log){ .values = NULL };
}
