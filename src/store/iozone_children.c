/*
 * Throughput mode: "Children see throughput for  2 initial writers = 3764373.50 kB/sec". That figure is the sum over
 * the processes until the first of them has finished, which is what iosweep's own tables show for several jobs. The
 * parent's, which waits for the last of them, has no place in a sample.
 */
#include "store/iozone_reader.h"

#include <string.h>
#include <strings.h>

static const char *text_of(const struct iozone_reader *reader)
{
	return reader->line.text + strspn(reader->line.text, " ");
}

static bool starts(const char *text, const char *words)
{
	return !strncasecmp(text, words, strlen(words));
}

static bool unit_of(const struct iozone_token *token, enum iozone_unit *unit)
{
	if (iozone_token_is(token, "kB/sec") || iozone_token_is(token, "Kbytes/sec"))
		*unit = IOZONE_KIB_S;
	else if (iozone_token_is(token, "ops/sec"))
		*unit = IOZONE_OPS_S;
	else
		return false;
	return true;
}

/* "= 3764373.50 kB/sec" */
static bool get_figure(const struct iozone_reader *reader, struct iozone_value *value)
{
	const struct iozone_tokens *tokens = &reader->tokens;

	return tokens->n > 3 && iozone_token_is(&tokens->v[tokens->n - 3], "=") &&
	       iozone_token_number(&tokens->v[tokens->n - 2], &value->value) &&
	       unit_of(&tokens->v[tokens->n - 1], &value->unit);
}

/* "2 initial writers =", behind "for" */
static bool get_test(const char *text, uint64_t *jobs, struct iozone_value *value)
{
	size_t digits;
	double number;

	text += strspn(text, " ");
	digits = strspn(text, "0123456789");
	if (!iozone_number(text, digits, &number) || number < 1 ||
	    number > IOZONE_JOBS_MAX)
		return false;
	*jobs = (uint64_t)number;
	text += digits;
	value->test = iozone_test_find(IOZONE_BY_CHILDREN, text, strcspn(text, "="));
	return value->test;
}

static bool get_sizes(const struct iozone_facts *facts, struct iozone_value *value)
{
	value->file_kib = facts->file_sizes_n == 1 ? facts->file_kib : 0;
	value->record_kib = facts->records_n == 1 ? facts->record_kib : 0;
	return value->file_kib && value->record_kib;
}

static void take_figure(struct iozone_reader *reader, const char *rest)
{
	struct iozone_value value = { .source = IOZONE_CHILDREN };
	struct iozone_run *run = iozone_reader_run(reader);
	uint64_t jobs;

	reader->children_line = 0;
	if (!get_test(rest, &jobs, &value) || !get_figure(reader, &value)) {
		iozone_reader_remark(reader, reader->line.number, "'%.80s' is not understood", text_of(reader));
		return;
	}
	if (!get_sizes(&run->facts, &value)) {
		iozone_reader_remark(reader, reader->line.number,
				     "the file size and the record size are not said above it: %s is left out",
				     value.test->name);
		return;
	}
	if (run->values_n && run->facts.jobs != jobs) {
		iozone_reader_begin(reader, true);
		run = iozone_reader_run(reader);
	}
	run->facts.jobs = jobs;
	if (!(value.value > 0)) {
		iozone_reader_remark(reader, reader->line.number, "%s is 0, which is taken as not measured",
				     value.test->name);
		return;
	}
	reader->children_line = reader->line.number;
	iozone_reader_add(reader, &value);
}

/* "Min xfer = 0.00 kB" */
static void take_least(struct iozone_reader *reader)
{
	const struct iozone_tokens *tokens = &reader->tokens;
	double least;

	if (reader->children_line && tokens->n > 3 && iozone_token_number(&tokens->v[tokens->n - 2], &least) &&
	    !(least > 0))
		iozone_reader_remark(reader, reader->line.number,
				     "a process moved nothing before the first one had finished: the figure of line %u "
				     "is of fewer than were asked for", reader->children_line);
	reader->children_line = 0;
}

bool iozone_children_take(struct iozone_reader *reader)
{
	static const char see[] = "Children see throughput for";
	static const char *const others[] = {
		"Parent sees throughput for", "Min throughput per", "Max throughput per", "Avg throughput per",
		"Child[",
	};
	const char *text = text_of(reader);

	if (starts(text, see)) {
		reader->head_open = false;
		reader->part = IOZONE_PART_TEXT;
		take_figure(reader, text + strlen(see));
		return true;
	}
	if (starts(text, "Min xfer")) {
		take_least(reader);
		return true;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (starts(text, others[i]))
			return true;
	}
	return false;
}
