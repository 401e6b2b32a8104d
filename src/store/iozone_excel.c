/*
 * The Excel text of -R: a title, a line of record sizes, a line for each file size; the k-th figure of a line is of
 * the k-th record size, and 0 stands for what was not measured. In throughput mode a list of tests instead, which only
 * repeats what stands above it.
 */
#include "store/iozone_reader.h"

#include <string.h>
#include <strings.h>

static const char report_word[] = " report";

/* A size, perhaps between quotation marks. */
static bool get_size(const struct iozone_token *token, uint64_t *size)
{
	struct iozone_token inner = *token;

	if (inner.end - inner.start > 2 && *inner.text == '"' && inner.text[inner.end - inner.start - 1] == '"') {
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

static bool take_records(struct iozone_reader *reader)
{
	struct iozone_excel *excel = &reader->excel;

	for (size_t i = 0; i < reader->tokens.n; i++) {
		if (!get_size(&reader->tokens.v[i], &excel->records[i]) ||
		    (i && excel->records[i] <= excel->records[i - 1])) {
			iozone_reader_remark(reader, reader->line.number,
					     "no list of record sizes: the report is left out");
			reader->part = IOZONE_PART_EXCEL_OTHER;
			return true;
		}
	}
	excel->records_n = reader->tokens.n;
	return true;
}

static void add_figure(struct iozone_reader *reader, const struct iozone_value *row, size_t i)
{
	const struct iozone_token *token = &reader->tokens.v[i];
	struct iozone_value value = *row;

	value.record_kib = reader->excel.records[i - 1];
	if (!iozone_token_number(token, &value.value))
		iozone_reader_remark(reader, reader->line.number, "'%.*s' is no figure",
				     (int)(token->end - token->start), token->text);
	else if (value.value > 0 && value.record_kib > value.file_kib)
		iozone_reader_remark(reader, reader->line.number, "the record is larger than the file: left out");
	else if (value.value > 0)
		iozone_reader_add(reader, &value);
}

static void take_row(struct iozone_reader *reader)
{
	const struct iozone_excel *excel = &reader->excel;
	struct iozone_value row = {
		.test = excel->test,
		.unit = iozone_reader_run(reader)->facts.unit,
		.source = IOZONE_EXCEL,
	};
	size_t n = reader->tokens.n;

	if (n - 1 > excel->records_n || (reader->line.tabs && n - 1 < excel->records_n)) {
		iozone_reader_remark(reader, reader->line.number,
				     "%zu figures for %zu record sizes do not tell which: left out", n - 1,
				     excel->records_n);
		return;
	}
	get_size(&reader->tokens.v[0], &row.file_kib);
	if (!reader->line.ended && n > 1) {
		iozone_reader_remark(reader, reader->line.number,
				     "the text ends here: the last figure may be cut, and is left out");
		n--;
	}
	for (size_t i = 1; i < n; i++)
		add_figure(reader, &row, i);
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

	if (!reader->tokens.n)
		return false;
	if (take_title(reader))
		return true;
	if (reader->part == IOZONE_PART_SUMMARY)
		return take_summary(reader);
	if (reader->part != IOZONE_PART_EXCEL && reader->part != IOZONE_PART_EXCEL_OTHER)
		return false;
	if (!get_size(&reader->tokens.v[0], &size)) {
		reader->part = IOZONE_PART_TEXT;
		return false;
	}
	if (reader->part == IOZONE_PART_EXCEL_OTHER)
		return true;
	if (!reader->excel.records_n)
		return take_records(reader);
	take_row(reader);
	return true;
}
