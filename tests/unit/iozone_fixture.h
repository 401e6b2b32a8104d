/* iozone_fixture: what is read from a text, compared with what is expected of it. For the tests of iozone_*. */
#ifndef IOSWEEP_TESTS_IOZONE_FIXTURE_H
#define IOSWEEP_TESTS_IOZONE_FIXTURE_H

#include "store/iozone_log.h"

/* The heads of the tables of three generations: up to 3.2xx, up to 3.49x, and since then. */
#define IOZONE_HEAD_OLD \
	"                                                            random  random    bkwd  record  stride\n" \
	"              KB  reclen   write rewrite    read    reread    read   write    read rewrite    read" \
	"   fwrite frewrite   fread  freread\n"
#define IOZONE_HEAD_MIDDLE \
	"                                                              random    random     bkwd    record    stride\n" \
	"              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read" \
	"   fwrite frewrite    fread  freread\n"
#define IOZONE_HEAD_NEW \
	"                                                                    random    random      bkwd" \
	"     record     stride\n" \
	"              kB  reclen    write    rewrite      read    reread      read     write      read" \
	"    rewrite       read    fwrite  frewrite     fread   freread"
#define IOZONE_KIB "\tOutput is in kBytes/sec\n\tFile stride size set to 17 * record size.\n"

/*
 * Reads the text. figures: a line "RUN TEST FILE/RECORD VALUE\n" for each, RUN from 1, sizes in KiB. remarks: the
 * lines that have one, "3 5".
 */
void iozone_expect(const char *text, const char *figures, const char *remarks);
void iozone_expect_bytes(const void *data, size_t len, const char *figures, const char *remarks);

/* The log of a text; the caller releases it. */
void iozone_read(const char *text, struct iozone_log *log);

#endif
