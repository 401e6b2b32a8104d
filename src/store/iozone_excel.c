/*
 * The Excel text of -R: a title, a line of record sizes, a line for each file size; the k-th figure of a line is of
 * the k-th record size, and 0 stands for what was not measured. In throughput mode a list of tests instead, which only
 * repeats what stands above it.
 *
 * IOzone puts sizes between quotation marks. Where they have lost them, a line that a mail program has broken off a row
 * looks like a row, so that a row must have as many figures as there are record sizes up to its file size.
 */
#include "store/iozone_reader.h"

#include <string.h>
#include <strings.h>

static const char report_word[] = " report";

static bool is_quoted(const struct iozone_token *token)
{
	size_t len = token->end - token->start;

	return len > 2 && *token->text == '"' && token->text[len - 1] == '"';
}

/* A size, perhaps between quotation marks. */
static bool get_size(const struct iozone_token *token, uint64_t *size)
{
	struct iozone_token inner = *token;

	if (is_quoted(token)) {
		inner.text++;
		inner.start++;
		inner.end--;
	}
	return iozone_token_size(&inner, size);
}

static void open_block(struct iozone_reader *reader, const struct iozone_test *test)
{
	uint32_t bit = UINT32_C(1) << (test - iozone_tests);

	if (reader->excel.seen & bit) /* a second report */
		iozone_reader_begin(reader, true);
	reader->excel.seen |= bit;
	reader->excel.test = test;
	reader->excel.records_n = 0;
	reader->excel.file_kib = 0;
	reader->part = IOZONE_PART_EXCEL;
	reader->head_open = false;
}

/* "Writer report", with its quotation marks or without. */
static bool take_title(struct iozone_reader *reader)
{
	const char *text = reader->line.text + strspn(reader->line.text, " "), *end;
	bool quoted = *text == '"';
	const struct iozone_test *test;

	text += quoted;
	end = strcasestr(text, report_word);
	if (!end)
		return false;
	test = iozone_test_find(IOZONE_BY_EXCEL, text, (size_t)(end - text));
	if (test && !end[strlen(report_word) + (quoted && end[strlen(report_word)] == '"')]) {
		open_block(reader, test);
		return true;
	}
	if (!quoted)
		return false;
	reader->part = IOZONE_PART_EXCEL_OTHER;
	if (!strncasecmp(text, "Throughput report", strlen("Throughput report")))
		reader->part = IOZONE_PART_SUMMARY;
	else if (!strcasestr(text, "CPU utilization"))
		iozone_reader_remark(reader, reader->line.number, "'%.60s' is no report that is known: left out",
				     text);
	return true;
}

/* Adds the sizes of a line, which ascend. */
static void take_records(struct iozone_reader *reader)
{
	struct iozone_excel *excel = &reader->excel;

	for (size_t i = 0; i < reader->tokens.n; i++) {
		uint64_t *record = &excel->records[excel->records_n];

		if (excel->records_n == IOZONE_TOKENS_MAX || !get_size(&reader->tokens.v[i], record) ||
		    (excel->records_n && *record <= record[-1])) {
			iozone_reader_remark(reader, reader->line.number,
					     "no list of record sizes: the report is left out");
			reader->part = IOZONE_PART_EXCEL_OTHER;
			return;
		}
		excel->records_n++;
	}
	excel->quoted = is_quoted(&reader->tokens.v[0]);
}

/* Whether a line goes on with the list, which a mail program has broken: below it, and of sizes alone. */
static bool is_more_records(const struct iozone_reader *reader)
{
	const struct iozone_tokens *tokens = &reader->tokens;
	size_t quoted = 0;

	while (quoted < tokens->n && is_quoted(&tokens->v[quoted]))
		quoted++;
	return !reader->excel.file_kib && tokens->n > 1 && quoted == tokens->n;
}

static void add_figure(struct iozone_reader *reader, const struct iozone_token *token, size_t record)
{
	struct iozone_value value = {
		.test = reader->excel.test,
		.unit = iozone_reader_run(reader)->facts.unit,
		.source = IOZONE_EXCEL,
		.file_kib = reader->excel.file_kib,
		.record_kib = reader->excel.records[record],
	};

	if (!iozone_token_number(token, &value.value))
		iozone_reader_remark(reader, reader->line.number, "'%.*s' is no figure",
				     (int)(token->end - token->start), token->text);
	else if (value.value > 0 && value.record_kib > value.file_kib)
		iozone_reader_remark(reader, reader->line.number, "the record is larger than the file: left out");
	else if (value.value > 0)
		iozone_reader_add(reader, &value);
}

/* Whether the words from first on can be the next figures of the row. */
static bool fits(const struct iozone_reader *reader, size_t first)
{
	const struct iozone_excel *excel = &reader->excel;
	size_t n = excel->figures + reader->tokens.n - first, expected = 0;

	if (reader->tokens.more || n > excel->records_n || (reader->line.tabs && n < excel->records_n))
		return false;
	while (expected < excel->records_n && excel->records[expected] <= excel->file_kib)
		expected++;
	return excel->quoted || n == expected || !reader->line.ended;
}

static void take_figures(struct iozone_reader *reader, size_t first)
{
	struct iozone_excel *excel = &reader->excel;
	size_t n = reader->tokens.n;

	if (!fits(reader, first)) {
		iozone_reader_remark(reader, reader->line.number,
				     "%zu figures for %zu record sizes do not tell which: left out", n - first,
				     excel->records_n - excel->figures);
		excel->figures = excel->records_n;
		return;
	}
	if (!reader->line.ended && n > first) {
		iozone_reader_remark(reader, reader->line.number,
				     "the text ends here: the last figure may be cut, and is left out");
		n--;
	}
	for (size_t i = first; i < n; i++)
		add_figure(reader, &reader->tokens.v[i], excel->figures++);
}

static void take_row(struct iozone_reader *reader)
{
	struct iozone_excel *excel = &reader->excel;
	const struct iozone_token *first = &reader->tokens.v[0];

	if (excel->quoted && !is_quoted(first) && excel->file_kib) {
		take_figures(reader, 0);
	} else if (excel->quoted != is_quoted(first) || !get_size(first, &excel->file_kib)) {
		iozone_reader_remark(reader, reader->line.number, "figures without a file size: left out");
	} else {
		excel->figures = 0;
		take_figures(reader, 1);
	}
}

/* Whether the run, or another of the same head, has that figure from its children. */
static bool known_figure(const struct iozone_reader *reader, const struct iozone_test *test, double figure)
{
	const struct iozone_log *log = reader->log;

	for (size_t i = log->values_n; i > 0 && log->values[i - 1].run >= reader->jobs_from; i--) {
		if (log->values[i - 1].test == test && !(log->values[i - 1].value < figure) &&
		    !(log->values[i - 1].value > figure))
			return true;
	}
	return false;
}

/* "  Initial write " 3764373.50 */
static bool take_summary(struct iozone_reader *reader)
{
	const char *text = reader->line.text + strspn(reader->line.text, " "), *end;
	const struct iozone_test *test;
	double figure;

	if (*text != '"' || !(end = strchr(text + 1, '"')))
		return false;
	test = iozone_test_find(IOZONE_BY_SUMMARY, text + 1, (size_t)(end - text) - 1);
	for (size_t i = 0; test && i < reader->tokens.n; i++) {
		if (reader->tokens.v[i].text <= end || !iozone_token_number(&reader->tokens.v[i], &figure) ||
		    !(figure > 0) || known_figure(reader, test, figure))
			continue;
		iozone_reader_remark(reader, reader->line.number,
				     "%s: how many processes and which sizes is not said above it: left out",
				     test->name);
	}
	return true;
}

bool iozone_excel_take(struct iozone_reader *reader)
{
	uint64_t size;
	double figure;

	if (!reader->tokens.n) {
		reader->excel.figures = reader->excel.records_n; /* a row does not go on behind an empty line */
		return false;
	}
	if (take_title(reader))
		return true;
	if (reader->part == IOZONE_PART_SUMMARY)
		return take_summary(reader);
	if (reader->part != IOZONE_PART_EXCEL && reader->part != IOZONE_PART_EXCEL_OTHER)
		return false;
	if (!get_size(&reader->tokens.v[0], &size) && !iozone_token_number(&reader->tokens.v[0], &figure)) {
		if (reader->part == IOZONE_PART_EXCEL && !reader->excel.records_n)
			iozone_reader_remark(reader, reader->line.number, "no list of record sizes: the report is left out");
		reader->part = IOZONE_PART_TEXT;
		return false;
	}
	if (reader->part == IOZONE_PART_EXCEL_OTHER)
		return true;
	if (!reader->excel.records_n || is_more_records(reader))
		take_records(reader);
	else
		take_row(reader);
	return true;
}
