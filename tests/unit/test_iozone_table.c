#include "store/iozone_log.h"

#include "base/strbuf.h"
#include "unit/iozone_fixture.h"

#include <check.h>
#include <string.h>

#define OLD IOZONE_KIB IOZONE_HEAD_OLD
#define MIDDLE IOZONE_KIB IOZONE_HEAD_MIDDLE
#define NEW IOZONE_KIB IOZONE_HEAD_NEW "\n"
#define EXTENDED IOZONE_KIB IOZONE_HEAD_NEW "    pwrite  repwrite     pread   repread\n"
/* What IOzone prints for a test that was not asked for: 16, 18, 8, ... blanks in old versions, 18, 18, 9, ... since. */
#define B8 "        "
#define B9 "         "
#define B10 "          "
#define B16 "                "
#define B18 "                  "
#define OLD_ROW \
	"              64       4  303383  913649  1304314  2662899 1722886  710511 1734015  863676 2133730" \
	"   301678   913649 1357066  2203800\n"

static const struct {
	const char *text, *figures, *remarks;
} rows[] = {
	{ /* every figure, narrow columns */
		OLD OLD_ROW,
		"1 write 64/4 303383\n1 rewrite 64/4 913649\n1 read 64/4 1304314\n1 reread 64/4 2662899\n"
		"1 randread 64/4 1722886\n1 randwrite 64/4 710511\n1 backward 64/4 1734015\n1 recrewrite 64/4 863676\n"
		"1 stride 64/4 2133730\n1 stdio:write 64/4 301678\n1 stdio:rewrite 64/4 913649\n"
		"1 stdio:read 64/4 1357066\n1 stdio:reread 64/4 2203800\n",
		"",
	},
	{ /* pread and pwrite behind the others */
		EXTENDED
		"             256       8         1         2         3         4         5         6         7"
		"          8          9        10        11        12        13        14        15        16        17\n",
		"1 write 256/8 1\n1 rewrite 256/8 2\n1 read 256/8 3\n1 reread 256/8 4\n1 randread 256/8 5\n"
		"1 randwrite 256/8 6\n1 backward 256/8 7\n1 recrewrite 256/8 8\n1 stride 256/8 9\n"
		"1 stdio:write 256/8 10\n1 stdio:rewrite 256/8 11\n1 stdio:read 256/8 12\n1 stdio:reread 256/8 13\n"
		"1 psync:write 256/8 14\n1 psync:rewrite 256/8 15\n1 psync:read 256/8 16\n1 psync:reread 256/8 17\n",
		"",
	},
	{ /* -i 0 -i 1: the rest is blank, or was cut off */
		MIDDLE
		"              64       4     1865     1802    18212    42241" B18 B9 B10 B10 B18 B16 "\n"
		"              64       8     7358     7578    66944    71912\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 read 64/4 18212\n1 reread 64/4 42241\n"
		"1 write 64/8 7358\n1 rewrite 64/8 7578\n1 read 64/8 66944\n1 reread 64/8 71912\n",
		"",
	},
	{ /* -i 0 -i 5 in a new version: the figure stands nearer to record rewrite than to stride */
		NEW "              64       4    470274   2278628" B18 B18 B9 B10 "     735831\n",
		"1 write 64/4 470274\n1 rewrite 64/4 2278628\n1 stride 64/4 735831\n", "",
	},
	{ /* the same in a version of the middle, and with the blanks of an older one */
		MIDDLE
		"              64       4   470274  2278628" B18 B18 B9 B10 "    735831\n"
		"              64       8   470274  2278628" B18 B16 B8 B8 "    735831\n",
		"1 write 64/4 470274\n1 rewrite 64/4 2278628\n1 stride 64/4 735831\n"
		"1 write 64/8 470274\n1 rewrite 64/8 2278628\n1 stride 64/8 735831\n",
		"",
	},
	{ /* -i 3 alone, and -i 2 alone */
		NEW
		"              64       4" B18 B18 B18 "      1111\n"
		"              64       8" B18 B18 "      2222      3333\n",
		"1 backward 64/4 1111\n1 randread 64/8 2222\n1 randwrite 64/8 3333\n", "",
	},
	{ /* in the narrow table */
		OLD "              64       4" B16 B18 B16 B8 "  863676\n", "1 recrewrite 64/4 863676\n", "",
	},
	{ /* the command line says what the places cannot, since blanks were lost */
		"\tCommand line used: iozone -ai 0 -i5\n" NEW "64 4 470274 2278628 735831\n",
		"1 write 64/4 470274\n1 rewrite 64/4 2278628\n1 stride 64/4 735831\n", "",
	},
	{ /* and without it nothing does */
		NEW "64 4 470274 2278628 735831\n64 8 1 2\n", "", "5 6",
	},
	{ /* a row of all figures needs no places */
		NEW "64 4 1 2 3 4 5 6 7 8 9 10 11 12 13\n",
		"1 write 64/4 1\n1 rewrite 64/4 2\n1 read 64/4 3\n1 reread 64/4 4\n1 randread 64/4 5\n"
		"1 randwrite 64/4 6\n1 backward 64/4 7\n1 recrewrite 64/4 8\n1 stride 64/4 9\n1 stdio:write 64/4 10\n"
		"1 stdio:rewrite 64/4 11\n1 stdio:read 64/4 12\n1 stdio:reread 64/4 13\n",
		"",
	},
	{ /* the command line and the places contradict each other */
		"\tCommand line used: iozone -a -i 0 -i 4\n" NEW
		"              64       4    470274   2278628" B18 B18 B9 B10 "     735831\n",
		"", "6",
	},
	{ /* figures that run together */
		OLD "              64       4  303383  91364913043142\n", "", "5",
	},
	{ /* the same where it stands as one would behind the blanks of another version */
		OLD "              64       4" B16 B18 B16 B8 B8 B8 "   377515656900000" B18 "\n", "", "5",
	},
	{ /* one more figure than there are columns */
		NEW "64 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n", "", "5",
	},
	{ /* the blanks before all lines are lost */
		IOZONE_KIB
		"kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read\n"
		"64       4     1865     1802    18212    42241\n4096       4     7358     7578\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 read 64/4 18212\n1 reread 64/4 42241\n"
		"1 write 4096/4 7358\n1 rewrite 4096/4 7578\n",
		"",
	},
	{ /* so that these are no three parts of a row, whose first one stands like the head by chance */
		IOZONE_KIB
		"kB  reclen   write rewrite    read    reread    read   write    read  rewrite     read   fwrite frewrite"
		"   fread  freread\n"
		"64      64    1865    1802" B18 B16 B8 B9 "    735\n128       4    1866    1803" B18 B16 B8 B9 "    736\n"
		"128       8    1867    1804" B18 B16 B8 B9 "    737\n",
		"1 write 64/64 1865\n1 rewrite 64/64 1802\n1 stride 64/64 735\n1 write 128/4 1866\n1 rewrite 128/4 1803\n"
		"1 stride 128/4 736\n1 write 128/8 1867\n1 rewrite 128/8 1804\n1 stride 128/8 737\n",
		"",
	},
	{ /* no more are these, without the blanks between the figures */
		OLD "64 4 1865 1802 735\n64 8 1866 1803 736\n64 16 1867 1804 737\n", "", "5 6 7",
	},
	{ /* the rest of a broken row is no row, though it looks like one */
		IOZONE_KIB
		"              KB  reclen   write rewrite    read    reread    read   write\n"
		"    read  rewrite     read   fwrite frewrite   fread  freread\n"
		"              64       4  303383  913649  1304314  2662899\n"
		"     888     466  387438     653   767522\n",
		"1 write 64/4 303383\n1 rewrite 64/4 913649\n1 read 64/4 1304314\n1 reread 64/4 2662899\n", "6",
	},
	{ /* a row that is not broken where its head is */
		IOZONE_KIB
		"              KB  reclen   write rewrite    read    reread    read   write\n"
		"read  rewrite     read   fwrite frewrite   fread  freread\n"
		"              64       4       1       2        3        4       5       6       7\n"
		"8        9       10       11      12       13\n",
		"1 write 64/4 1\n1 rewrite 64/4 2\n1 read 64/4 3\n1 reread 64/4 4\n1 randread 64/4 5\n1 randwrite 64/4 6\n"
		"1 backward 64/4 7\n1 recrewrite 64/4 8\n1 stride 64/4 9\n1 stdio:write 64/4 10\n1 stdio:rewrite 64/4 11\n"
		"1 stdio:read 64/4 12\n1 stdio:reread 64/4 13\n",
		"",
	},
	{ /* something before the head of the table alone */
		MIDDLE "              64       4     1865     1802\nwords "
		"              kB  reclen    write  rewrite\n              64       8     1865     1802\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n", "6 7",
	},
	{ /* broken by a mail program, the head as well, and quoted */
		"> " IOZONE_KIB
		">               kB  reclen    write  rewrite    read    reread    read\n"
		">     write     read   rewrite      read   fwrite frewrite    fread  freread\n"
		">               64       4     1865     1802    18212    42241    41267\n"
		">      7443    12336      2010     24188   901377  1249666  2006158  2772930\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 read 64/4 18212\n1 reread 64/4 42241\n1 randread 64/4 41267\n"
		"1 randwrite 64/4 7443\n1 backward 64/4 12336\n1 recrewrite 64/4 2010\n1 stride 64/4 24188\n"
		"1 stdio:write 64/4 901377\n1 stdio:rewrite 64/4 1249666\n1 stdio:read 64/4 2006158\n"
		"1 stdio:reread 64/4 2772930\n",
		"",
	},
	{ /* only the row is broken */
		NEW
		"              64       4         1         2         3         4         5         6\n"
		"         7          8          9        10        11        12        13\n"
		"              64       8         1         2\n",
		"1 write 64/4 1\n1 rewrite 64/4 2\n1 read 64/4 3\n1 reread 64/4 4\n1 randread 64/4 5\n1 randwrite 64/4 6\n"
		"1 backward 64/4 7\n1 recrewrite 64/4 8\n1 stride 64/4 9\n1 stdio:write 64/4 10\n1 stdio:rewrite 64/4 11\n"
		"1 stdio:read 64/4 12\n1 stdio:reread 64/4 13\n1 write 64/8 1\n1 rewrite 64/8 2\n",
		"",
	},
	{ /* a broken row that lacks a figure */
		NEW
		"              64       4         1         2         3         4         5         6\n"
		"         7          8          9        10        11        12\n",
		"1 write 64/4 1\n1 rewrite 64/4 2\n1 read 64/4 3\n1 reread 64/4 4\n1 randread 64/4 5\n1 randwrite 64/4 6\n",
		"6",
	},
	{ /* three rows that together have as many figures as one */
		MIDDLE
		"              64       4   470274  2278628" B18 B18 B9 B10 "    735831\n"
		"              64       8   470275  2278629" B18 B18 B9 B10 "    735832\n"
		"              64      16   470276  2278620" B18 B18 B9 B10 "    735833\n",
		"1 write 64/4 470274\n1 rewrite 64/4 2278628\n1 stride 64/4 735831\n"
		"1 write 64/8 470275\n1 rewrite 64/8 2278629\n1 stride 64/8 735832\n"
		"1 write 64/16 470276\n1 rewrite 64/16 2278620\n1 stride 64/16 735833\n",
		"",
	},
	{ /* zeros are missing */
		MIDDLE "              64      16        0        0\n", "", "5 5",
	},
	{ /* error text in a row, behind a row and between rows */
		MIDDLE
		"              64       4     1865     1802Killed\n"
		"              64       8     1865     1802 Killed\n"
		"Error reading block 0 7ff254900000\n"
		"\n"
		"              64      16     1866     1803\n"
		"              64      32\n"
		"iozone: interrupted\n"
		"some words, and 3 4 numbers\n",
		"1 write 64/4 1865\n1 write 64/8 1865\n1 rewrite 64/8 1802\n1 write 64/16 1866\n1 rewrite 64/16 1803\n",
		"5 6 7 10 11",
	},
	{ /* remarks of IOzone's that mean nothing to the figures */
		MIDDLE
		"              64       4     1865     1802\n"
		"\n"
		"The test completed too quickly to give a good result\n"
		"You will get a more precise measure of this machine's\n"
		"performance by re-running iozone using the command:\n"
		"\n"
		"\tiozone 213 \t(i.e., file size = 213 kilobytes64)\n"
		"              64       8     1866     1803\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 1866\n1 rewrite 64/8 1803\n", "",
	},
	{ /* the text ends within a row */
		MIDDLE "              64       4     1865     1802\n              64       8     1866     18",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 1866\n", "6",
	},
	{ /* another log follows within a row */
		MIDDLE "              64       4     1865     1802\n              64       8     1866     180"
		"\tIozone: Performance Test of File I/O\n" MIDDLE "              64       8     1867     1804\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 1866\n2 write 64/8 1867\n2 rewrite 64/8 1804\n",
		"6",
	},
	{ /* and behind its last figure */
		MIDDLE "              64       4     1865     1802\n              64       8     1866     1803",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 1866\n1 rewrite 64/8 1803\n", "",
	},
	{ /* and in the first row, where nothing tells */
		MIDDLE "              64       4     1865     1802", "1 write 64/4 1865\n", "5",
	},
	{ /* and within the sizes */
		MIDDLE "              64       4     1865     1802\n              64      ",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n", "6",
	},
	{ /* a table of something else */
		IOZONE_KIB "              kB  reclen    write  rewrite    erase\n              64       4     1865     1802\n",
		"", "3 4",
	},
	{ /* figures without a table */
		"1 2 3\n1 2\n", "", "1",
	},
	{ /* no head: the unit and direct I/O are open */
		IOZONE_HEAD_MIDDLE "              64       4     1865     1802\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n", "3 3",
	},
	{ /* the same cell twice */
		MIDDLE "              64       4     1865     1802\n              64       4     1866     1803\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/4 1866\n1 rewrite 64/4 1803\n", "",
	},
	{ /* tabs instead of blanks */
		MIDDLE "\t      64       4     1865     1802\n", "1 write 64/4 1865\n1 rewrite 64/4 1802\n", "",
	},
	{ /* sizes that are none */
		MIDDLE "               0       4     1865     1802\n              64     0.5     1865     1802\n", "", "5 6",
	},
	{ /* a record that is larger than its file */
		MIDDLE "              64     128     1865     1802\n", "", "5",
	},
};

START_TEST(reads_tables)
{
	iozone_expect(rows[_i].text, rows[_i].figures, rows[_i].remarks);
}
END_TEST

START_TEST(reads_crlf_and_utf16)
{
	static const char text[] = MIDDLE "              64       4     1865     1802\n";
	char crlf[2 * sizeof(text)], wide[2 * sizeof(text) + 2] = "\xff\xfe";
	size_t n = 0;

	for (const char *c = text; *c; c++) {
		if (*c == '\n')
			crlf[n++] = '\r';
		crlf[n++] = *c;
	}
	iozone_expect_bytes(crlf, n, "1 write 64/4 1865\n1 rewrite 64/4 1802\n", "");
	for (size_t i = 0; i + 1 < sizeof(text); i++) {
		wide[2 * i + 2] = text[i];
		wide[2 * i + 3] = '\0';
	}
	iozone_expect_bytes(wide, 2 * sizeof(text), "1 write 64/4 1865\n1 rewrite 64/4 1802\n", "");
}
END_TEST

/* Whatever byte a text is cut at: no figure that is not whole. */
START_TEST(cut_anywhere)
{
	static const char text[] = OLD OLD_ROW OLD_ROW;
	struct iozone_log whole, part;

	iozone_read(text, &whole);
	for (size_t len = 0; len < sizeof(text); len++) {
		ck_assert_int_eq(iozone_log_read(text, len, &part), 0);
		ck_assert_uint_le(part.values_n, whole.values_n);
		for (size_t i = 0; i < part.values_n; i++) {
			ck_assert_double_eq(part.values[i].value, whole.values[i].value);
			ck_assert_ptr_eq(part.values[i].test, whole.values[i].test);
		}
		iozone_log_release(&part);
	}
	iozone_log_release(&whole);
}
END_TEST

START_TEST(counts_the_remarks_it_does_not_keep)
{
	struct iozone_log log;
	struct strbuf text;

	strbuf_init(&text);
	for (int i = 0; i < IOZONE_REMARKS_MAX + 5; i++)
		strbuf_addstr(&text, "1 2 3\n");
	iozone_read(text.buf, &log);
	ck_assert_uint_eq(log.remarks_n, IOZONE_REMARKS_MAX);
	ck_assert_uint_eq(log.remarks_lost, 5);
	iozone_log_release(&log);
	strbuf_release(&text);
}
END_TEST

Suite *suite_iozone_table(void)
{
	Suite *suite = suite_create("iozone_table");
	TCase *tcase = tcase_create("iozone_table");

	tcase_add_loop_test(tcase, reads_tables, 0, (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(tcase, reads_crlf_and_utf16);
	tcase_add_test(tcase, cut_anywhere);
	tcase_add_test(tcase, counts_the_remarks_it_does_not_keep);
	suite_add_tcase(suite, tcase);
	return suite;
}
