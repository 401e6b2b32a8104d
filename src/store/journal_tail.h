/* journal_tail: what a journal ends with. Private to the journal. */
#ifndef IOSWEEP_STORE_JOURNAL_TAIL_H
#define IOSWEEP_STORE_JOURNAL_TAIL_H

#include <stdint.h>

/*
 * Makes the file end with a whole line: a sample that lacks nothing but its newline gets it, what is less is cut off.
 * *cut_bytes says how much that was. 0 or -errno.
 */
int journal_mend_tail(int fd, uint64_t *cut_bytes);

#endif
