/*
 * iozone_reader: what the readers of the forms of output share. For iozone_log.c, iozone_table.c, iozone_excel.c,
 * iozone_children.c and iozone_whole.c.
 */
#ifndef IOSWEEP_STORE_IOZONE_READER_H
#define IOSWEEP_STORE_IOZONE_READER_H

#include "store/iozone_layout.h"
#include "store/iozone_log.h"
#include "store/iozone_place.h"
#include "store/iozone_text.h"
#include "store/iozone_token.h"

enum iozone_part {
	IOZONE_PART_TEXT, /* nothing of IOzone's */
	IOZONE_PART_HEAD, /* from "Run began" on */
	IOZONE_PART_TABLE,
	IOZONE_PART_EXCEL, /* below a title */
	IOZONE_PART_EXCEL_OTHER, /* below one whose figures are no throughput */
	IOZONE_PART_SUMMARY, /* the throughput report of -R */
};

struct iozone_excel {
	const struct iozone_test *test;
	uint64_t records[IOZONE_TOKENS_MAX]; /* KiB */
	size_t records_n;
	bool quoted; /* its sizes stand between quotation marks, which tells them from figures */
	uint64_t file_kib; /* of the present row; 0: none so far */
	size_t figures; /* of that row */
	uint32_t seen; /* which tests had a block in this run, by their places in iozone_tests */
};

struct iozone_reader {
	struct iozone_log *log; /* the last of its runs is that which is being read */
	struct iozone_lines lines;
	struct iozone_line line; /* the present one, and its words */
	struct iozone_tokens tokens;
	enum iozone_part part;
	bool head_open; /* the head of the run may go on: it has no figures yet */
	struct iozone_layout layout; /* of the table */
	bool layout_open; /* the head of the table may go on in the next line */
	struct iozone_places places; /* of the table's last row */
	struct iozone_excel excel;
	unsigned children_line; /* of the last "Children see" */
	size_t jobs_from; /* runs from this one on are of one head */
	int error; /* 0 or -ENOMEM */
};

bool iozone_reader_next(struct iozone_reader *reader); /* false: the text is at its end */

void iozone_reader_remark(struct iozone_reader *reader, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

struct iozone_run *iozone_reader_run(struct iozone_reader *reader);

/* Begins a run, with the facts of the present one or with none. */
void iozone_reader_begin(struct iozone_reader *reader, bool same_head);

/* Adds a figure to the run; test, file_kib, record_kib, value, unit and source are given. */
void iozone_reader_add(struct iozone_reader *reader, const struct iozone_value *value);

/* Each takes the present line where it is theirs; false: it is not. */
bool iozone_table_take_head(struct iozone_reader *reader);
bool iozone_table_take_row(struct iozone_reader *reader);
bool iozone_excel_take(struct iozone_reader *reader);
bool iozone_children_take(struct iozone_reader *reader);

/* At the end: takes away what Excel text repeats, and remarks what the heads leave open. 0 or -ENOMEM. */
int iozone_whole_check(struct iozone_reader *reader);

#endif
