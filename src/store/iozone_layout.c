#include "store/iozone_layout.h"

#define HEAD_WORDS 2 /* "kB", "reclen" */

bool iozone_layout_is_head(const struct iozone_tokens *tokens)
{
	return tokens->n > HEAD_WORDS && iozone_token_is(&tokens->v[0], "KB") &&
	       iozone_token_is(&tokens->v[1], "reclen");
}

/* The next column of that name; only those behind the run's own API may be left out. n: there is none. */
static size_t next_column(size_t from, const struct iozone_token *token)
{
	for (size_t i = from; i < IOZONE_COLUMNS_MAX; i++) {
		if (iozone_token_is(token, iozone_tests[i].column))
			return i;
		if (i < IOZONE_OWN_COLUMNS)
			break;
	}
	return IOZONE_COLUMNS_MAX;
}

/* The names from tokens[first] on. Returns how many are known; those before the first that is not are added. */
static size_t add_names(struct iozone_layout *layout, const struct iozone_tokens *tokens, size_t first, size_t from)
{
	size_t i = first;

	for (; i < tokens->n; i++) {
		size_t column = next_column(from, &tokens->v[i]);

		if (column == IOZONE_COLUMNS_MAX)
			break;
		layout->test[layout->n] = &iozone_tests[column];
		layout->end[layout->n++] = tokens->v[i].end;
		from = column + 1;
	}
	return i - first;
}

bool iozone_layout_init(struct iozone_layout *layout, const struct iozone_tokens *tokens,
			const struct iozone_token **unknown)
{
	size_t known;

	*layout = (struct iozone_layout){
		.file_start = tokens->v[0].start,
		.file_end = tokens->v[0].end,
		.record_end = tokens->v[1].end,
	};
	known = add_names(layout, tokens, HEAD_WORDS, 0);
	layout->lines[layout->lines_n++] = known;
	if (known == tokens->n - HEAD_WORDS)
		return true;
	*unknown = &tokens->v[HEAD_WORDS + known];
	return false;
}

bool iozone_layout_continue(struct iozone_layout *layout, const struct iozone_tokens *tokens)
{
	struct iozone_layout longer = *layout;
	size_t from = (size_t)(layout->test[layout->n - 1] - iozone_tests) + 1;

	if (!tokens->n || layout->lines_n == IOZONE_HEAD_LINES_MAX ||
	    add_names(&longer, tokens, 0, from) != tokens->n)
		return false;
	longer.lines[longer.lines_n++] = tokens->n;
	*layout = longer;
	return true;
}

bool iozone_layout_is_file(const struct iozone_layout *layout, const struct iozone_token *first)
{
	return first->end == layout->file_end || (first->start == layout->file_start && layout->lines_n == 1);
}

bool iozone_layout_starts_row(const struct iozone_layout *layout, const struct iozone_token *sizes)
{
	return iozone_layout_is_file(layout, &sizes[0]) &&
	       sizes[1].end - sizes[0].end == layout->record_end - layout->file_end;
}
