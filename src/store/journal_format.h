/* journal_format: what the writer and the loader of the journal both know. */
#ifndef IOSWEEP_STORE_JOURNAL_FORMAT_H
#define IOSWEEP_STORE_JOURNAL_FORMAT_H

#define JOURNAL_FILE "samples.jsonl"

#include <stdbool.h>
#include <stddef.h>

/* A line ends in ,"crc":"01234567"} */
#define JOURNAL_CRC_START ",\"crc\":\""
#define JOURNAL_CRC_END "\"}"
#define JOURNAL_CRC_DIGITS 8
#define JOURNAL_TAIL_LEN (sizeof(JOURNAL_CRC_START) - 1 + JOURNAL_CRC_DIGITS + sizeof(JOURNAL_CRC_END) - 1)

/* Longer than any line: two histograms with all buckets in use take 70 KB. */
#define JOURNAL_LINE_MAX (256 * 1024)

/* Whether the line, without its newline, has a checksum that fits; then *len becomes what stands before it. */
bool journal_check_line(const char *line, size_t *len);

#endif
