/* iozone_layout: the head of an auto table, in any of its versions: which columns there are, and where. */
#ifndef IOSWEEP_STORE_IOZONE_LAYOUT_H
#define IOSWEEP_STORE_IOZONE_LAYOUT_H

#include "store/iozone_names.h"
#include "store/iozone_token.h"

#define IOZONE_HEAD_LINES_MAX 4 /* of a head that a mail program has broken */

struct iozone_layout {
	size_t file_start; /* column of "kB" */
	size_t file_end, record_end; /* columns behind "kB" and "reclen" */
	const struct iozone_test *test[IOZONE_COLUMNS_MAX];
	size_t end[IOZONE_COLUMNS_MAX]; /* columns behind the name; a figure may end one beside it */
	size_t n;
	size_t lines[IOZONE_HEAD_LINES_MAX]; /* names in each line of the head */
	size_t lines_n;
};

/* Whether the words are those of a head: "kB reclen write ...". */
bool iozone_layout_is_head(const struct iozone_tokens *tokens);

/* Reads a head. False: it names a column that is not known, *unknown. */
bool iozone_layout_init(struct iozone_layout *layout, const struct iozone_tokens *tokens,
			const struct iozone_token **unknown);

/* Adds the line below the head where it goes on with the names. False: it does not. */
bool iozone_layout_continue(struct iozone_layout *layout, const struct iozone_tokens *tokens);

/*
 * Whether the first number of a line stands as the file size of a row does: at its place or, where the blanks before
 * all lines were lost, at that of the head's first word. Else the line may be the rest of a row that a mail program has
 * broken.
 */
bool iozone_layout_is_file(const struct iozone_layout *layout, const struct iozone_token *first);

/* Whether the first two numbers of a line stand as the sizes of a row do. */
bool iozone_layout_starts_row(const struct iozone_layout *layout, const struct iozone_token *sizes);

#endif
