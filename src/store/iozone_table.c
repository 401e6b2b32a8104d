/*
 * The auto table. A row that a mail program has broken is put together again, only where all parts make a row that has
 * no gap.
 */
#include "store/iozone_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROW_SIZES 2 /* file size and record size */

struct row {
	struct iozone_token v[ROW_SIZES + IOZONE_COLUMNS_MAX];
	size_t n;
	const char *tail; /* what follows the figures; NULL: nothing */
};

static bool is_over_line(const struct iozone_tokens *tokens)
{
	static const char *const words[] = { "random", "bkwd", "record", "stride" };
	size_t known = 0;

	for (size_t i = 0; i < tokens->n; i++) {
		for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++)
			known += iozone_token_is(&tokens->v[i], words[w]);
	}
	return tokens->n > 1 && known == tokens->n;
}

/* "words kB reclen write rewrite" */
static bool is_head_behind(const struct iozone_tokens *tokens)
{
	for (size_t i = 1; i + 2 < tokens->n; i++) {
		if (iozone_token_is(&tokens->v[i], "KB") && iozone_token_is(&tokens->v[i + 1], "reclen"))
			return true;
	}
	return false;
}

bool iozone_table_take_head(struct iozone_reader *reader)
{
	const struct iozone_token *unknown;

	if (reader->layout_open && iozone_layout_continue(&reader->layout, &reader->tokens))
		return true;
	reader->layout_open = false;
	if (is_over_line(&reader->tokens))
		return true;
	if (is_head_behind(&reader->tokens)) {
		iozone_reader_remark(reader, reader->line.number,
				     "something stands before the table, and not before all lines: left out");
		reader->part = IOZONE_PART_TEXT;
		return true;
	}
	if (!iozone_layout_is_head(&reader->tokens))
		return false;
	reader->head_open = false;
	reader->part = IOZONE_PART_TABLE;
	reader->layout_open = true;
	reader->places.n = 0;
	if (!iozone_layout_init(&reader->layout, &reader->tokens, &unknown)) {
		iozone_reader_remark(reader, reader->line.number,
				     "'%.40s' is no column of IOzone's: the table is left out", unknown->text);
		reader->part = IOZONE_PART_TEXT;
		reader->layout_open = false;
	}
	return true;
}

/* The leading numbers of a line. */
static void get_row(const struct iozone_tokens *tokens, struct row *row)
{
	double value;

	row->n = 0;
	row->tail = NULL;
	for (size_t i = 0; i < tokens->n && !row->tail; i++) {
		if (row->n == sizeof(row->v) / sizeof(*row->v) || !iozone_token_number(&tokens->v[i], &value))
			row->tail = tokens->v[i].text;
		else
			row->v[row->n++] = tokens->v[i];
	}
}

/*
 * Whether a line may be part of the row that an earlier one begins: it has as many figures as that line of a broken
 * head has names, or the row began at its place and this line does not begin another.
 */
static bool goes_on(const struct iozone_reader *reader, const struct iozone_tokens *tokens, size_t part)
{
	const struct iozone_layout *layout = &reader->layout;

	if (layout->lines_n > 1 && part < layout->lines_n && tokens->n == layout->lines[part])
		return true;
	return iozone_layout_starts_row(layout, reader->tokens.v) && !iozone_layout_is_file(layout, tokens->v);
}

/*
 * Adds the figures of the lines below where they are the rest of the row. Returns how many lines that are; 0 and an
 * unchanged row where they are not. parts keeps the text that the row then points to.
 */
static size_t join_parts(const struct iozone_reader *reader, struct row *row, struct iozone_lines *parts)
{
	const struct iozone_layout *layout = &reader->layout;
	struct iozone_tokens *tokens = malloc(sizeof(*tokens));
	struct row whole = *row, more;
	struct iozone_line line;
	size_t n = 0;

	while (tokens && whole.n < ROW_SIZES + layout->n && n + 1 < IOZONE_HEAD_LINES_MAX) {
		parts[n] = n ? parts[n - 1] : reader->lines;
		if (!iozone_lines_next(&parts[n], &line) || !line.ended)
			break;
		iozone_tokens_split(&line, tokens);
		get_row(tokens, &more);
		if (!more.n || more.tail || !goes_on(reader, tokens, n + 1) || whole.n + more.n > ROW_SIZES + layout->n)
			break;
		memcpy(whole.v + whole.n, more.v, more.n * sizeof(*more.v));
		whole.n += more.n;
		n++;
	}
	free(tokens);
	if (whole.n != ROW_SIZES + layout->n)
		return 0;
	*row = whole;
	return n;
}

static void add_figure(struct iozone_reader *reader, const struct iozone_value *row, size_t column,
		       const struct iozone_token *token)
{
	struct iozone_value value = *row;

	value.test = reader->layout.test[column];
	iozone_token_number(token, &value.value);
	if (value.value > 0)
		iozone_reader_add(reader, &value);
	else
		iozone_reader_remark(reader, reader->line.number, "%s is 0, which is taken as not measured",
				     value.test->name);
}

static void add_row(struct iozone_reader *reader, const struct row *row, const size_t *columns)
{
	struct iozone_value value = { .unit = iozone_reader_run(reader)->facts.unit, .source = IOZONE_TABLE };

	if (!iozone_token_size(&row->v[0], &value.file_kib) || !iozone_token_size(&row->v[1], &value.record_kib)) {
		iozone_reader_remark(reader, reader->line.number, "the sizes are no whole numbers of KiB");
		return;
	}
	if (value.record_kib > value.file_kib && row->n > ROW_SIZES) {
		iozone_reader_remark(reader, reader->line.number, "the record is larger than the file: left out");
		return;
	}
	if (row->n == ROW_SIZES)
		iozone_reader_remark(reader, reader->line.number, "no figures for this file and record size");
	for (size_t i = ROW_SIZES; i < row->n; i++)
		add_figure(reader, &value, columns[i - ROW_SIZES], &row->v[i]);
}

static void take_row(struct iozone_reader *reader, struct row *row)
{
	const struct iozone_place_row where = {
		.tokens = row->v,
		.n = row->n,
		.last_cut = !reader->line.ended && !row->tail,
		.command = iozone_reader_run(reader)->facts.command,
		.own = iozone_reader_run(reader)->facts.own,
	};
	int placed = iozone_place(&reader->layout, &where, &reader->places);

	if (placed < 0) {
		iozone_reader_remark(reader, reader->line.number,
				     "%zu figures for %zu columns, and their places do not tell which: left out",
				     row->n - ROW_SIZES, reader->layout.n);
		return;
	}
	if ((size_t)placed != row->n)
		iozone_reader_remark(reader, reader->line.number,
				     "the text ends here: the last figure may be cut, and is left out");
	row->n = (size_t)placed;
	add_row(reader, row, reader->places.column);
}

/* A row over several lines: its lines are used up, and the figures counted as of the first. */
static bool take_broken_row(struct iozone_reader *reader, struct row *row)
{
	struct iozone_lines *parts = calloc(IOZONE_HEAD_LINES_MAX, sizeof(*parts));
	size_t n = 0;

	if (!parts)
		reader->error = -ENOMEM;
	else
		n = join_parts(reader, row, parts);
	if (n) {
		size_t columns[IOZONE_COLUMNS_MAX];

		for (size_t i = 0; i < reader->layout.n; i++)
			columns[i] = i;
		add_row(reader, row, columns);
	}
	free(parts);
	for (size_t i = 0; i < n; i++)
		iozone_reader_next(reader);
	return n > 0;
}

bool iozone_table_take_row(struct iozone_reader *reader)
{
	struct row row;

	if (reader->part != IOZONE_PART_TABLE || !reader->tokens.n)
		return false;
	get_row(&reader->tokens, &row);
	if (row.n < ROW_SIZES) {
		iozone_reader_remark(reader, reader->line.number, "'%.60s' is no row of the table",
				     reader->tokens.v[0].text);
		return true;
	}
	if (!row.tail && row.n < ROW_SIZES + reader->layout.n && reader->line.ended && take_broken_row(reader, &row))
		return true;
	take_row(reader, &row);
	if (row.tail)
		iozone_reader_remark(reader, reader->line.number, "'%.60s' is no figure", row.tail);
	return true;
}
