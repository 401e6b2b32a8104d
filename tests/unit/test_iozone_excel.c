#include "store/iozone_log.h"

#include "unit/iozone_fixture.h"

#include <check.h>

#define TABLE \
	IOZONE_KIB IOZONE_HEAD_MIDDLE "              64       4     1865     1802\n" \
	"              64       8     7358     7578\n"

static const struct {
	const char *text, *figures, *remarks;
} rows[] = {
	{ /* alone; a zero is missing, and so is what a line lacks */
		IOZONE_KIB
		"\"Writer report\"\n"
		"        \"4\"  \"8\"  \"16\"\n"
		"\"64\"   0  743988  771797 \n"
		"\"128\"   757430  805138 \n"
		"\n"
		"\"Re-Fread report\"          \n"
		"        \"4\"  \"8\"  \"16\"          \n"
		"\"64\"   1  2  3          \n",
		"1 write 64/8 743988\n1 write 64/16 771797\n1 write 128/4 757430\n1 write 128/8 805138\n"
		"1 stdio:reread 64/4 1\n1 stdio:reread 64/8 2\n1 stdio:reread 64/16 3\n",
		"",
	},
	{ /* all titles */
		IOZONE_KIB
		"\"Re-writer report\"\n \"4\"\n\"8\" 1\n\"Reader report\"\n \"4\"\n\"8\" 2\n\"Re-Reader report\"\n \"4\"\n\"8\" 3\n"
		"\"Random read report\"\n \"4\"\n\"8\" 4\n\"Random write report\"\n \"4\"\n\"8\" 5\n"
		"\"Backward read report\"\n \"4\"\n\"8\" 6\n\"Record rewrite report\"\n \"4\"\n\"8\" 7\n"
		"\"Stride read report\"\n \"4\"\n\"8\" 8\n\"Fwrite report\"\n \"4\"\n\"8\" 9\n"
		"\"Re-Fwrite report\"\n \"4\"\n\"8\" 10\n\"Fread report\"\n \"4\"\n\"8\" 11\n",
		"1 rewrite 8/4 1\n1 read 8/4 2\n1 reread 8/4 3\n1 randread 8/4 4\n1 randwrite 8/4 5\n1 backward 8/4 6\n"
		"1 recrewrite 8/4 7\n1 stride 8/4 8\n1 stdio:write 8/4 9\n1 stdio:rewrite 8/4 10\n1 stdio:read 8/4 11\n",
		"",
	},
	{ /* without quotation marks */
		IOZONE_KIB "Writer report\n 4 8\n64 1 2\n", "1 write 64/4 1\n1 write 64/8 2\n", "",
	},
	{ /* what stands in the table is not counted twice */
		TABLE "\"Writer report\"\n \"4\" \"8\"\n\"64\" 1865 7358\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 7358\n1 rewrite 64/8 7578\n", "",
	},
	{ /* what the table lacks is added, and where they differ the table holds */
		TABLE "\"Writer report\"\n \"4\" \"8\"\n\"64\" 1866 7358\n\"128\" 9 10\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 7358\n1 rewrite 64/8 7578\n"
		"1 write 128/4 9\n1 write 128/8 10\n",
		"9",
	},
	{ /* CPU utilisation is no throughput */
		TABLE
		"\"Writer CPU utilization report (Zero values should be ignored)\"\n \"4\" \"8\"\n\"64\" 25.99 9.01\n\n"
		"\"Reader report\"\n \"4\"\n\"64\" 3\n",
		"1 write 64/4 1865\n1 rewrite 64/4 1802\n1 write 64/8 7358\n1 rewrite 64/8 7578\n1 read 64/4 3\n", "",
	},
	{ /* a report that is not known */
		IOZONE_KIB "\"Eraser report\"\n \"4\"\n\"64\" 3\n", "", "3",
	},
	{ /* a second report of the same test is another run */
		IOZONE_KIB "\"Writer report\"\n \"4\"\n\"64\" 3\n\"Writer report\"\n \"4\"\n\"64\" 5\n",
		"1 write 64/4 3\n2 write 64/4 5\n", "",
	},
	{ /* more figures than record sizes; no list of records; no figure; larger than the file */
		IOZONE_KIB
		"\"Writer report\"\n \"4\"\n\"64\" 3 4\n\"128\" x\n\"2\" 8\n\"256\" 7\n"
		"\"Reader report\"\n \"4\" \"x\"\n\"64\" 3 4\n",
		"1 write 256/4 7\n", "5 6 7 10",
	},
	{ /* a gap between tabs */
		IOZONE_KIB "\"Writer report\"\n\t\"4\"\t\"8\"\n\"64\"\t\t3\n\"128\"\t4\t5\n",
		"1 write 128/4 4\n1 write 128/8 5\n", "5",
	},
	{ /* the text ends within a line */
		IOZONE_KIB "\"Writer report\"\n \"4\" \"8\"\n\"64\" 3 4", "1 write 64/4 3\n", "5",
	},
	{ /* text ends a report */
		IOZONE_KIB "\"Writer report\"\n \"4\" \"8\"\n\"64\" 3 4\nThank you.\n\"128\" 3 4\n",
		"1 write 64/4 3\n1 write 64/8 4\n", "7",
	},
	{ /* broken by a mail program: the list, a row, and one where more follows than was broken off */
		IOZONE_KIB
		"\"Writer report\"\n \"4\" \"8\"\n\"16\" \"32\"\n\"64\" 1 2\n3 4\n\"128\" 5 6 7\n8 9\n10\n\"256\" 11\n\n12 13 14\n"
		"\"512\" 15 16 17 18\n",
		"1 write 64/4 1\n1 write 64/8 2\n1 write 64/16 3\n1 write 64/32 4\n1 write 128/4 5\n1 write 128/8 6\n"
		"1 write 128/16 7\n1 write 256/4 11\n1 write 512/4 15\n1 write 512/8 16\n1 write 512/16 17\n"
		"1 write 512/32 18\n",
		"9 10 13",
	},
	{ /* the same without quotation marks, where nothing tells them from rows */
		IOZONE_KIB "Writer report\n4 8 16 32\n64 1 2\n99 4\n128 5 6 7 8\n12.5 8 7 6 5\n",
		"1 write 128/4 5\n1 write 128/8 6\n1 write 128/16 7\n1 write 128/32 8\n", "5 6 8",
	},
	{ /* a size between quotation marks or not, unlike the list */
		IOZONE_KIB "\"Writer report\"\n \"4\" \"8\"\n64 1 2\n\"64\" 3 4\n\"Reader report\"\n4 8\n\"64\" 1 2\n",
		"1 write 64/4 3\n1 write 64/8 4\n", "5 9",
	},
	{ /* another separator */
		IOZONE_KIB "\"Writer report\"\n\"4\";\"8\"\n\"64\";1;2\n", "", "4",
	},
	{ /* neither unit nor head */
		"\"Writer report\"\n \"4\"\n\"64\" 3\n", "1 write 64/4 3\n", "3 3",
	},
	{ /* words about a report */
		"the Writer report of yesterday\nWriter reports\n", "", "",
	},
};

START_TEST(reads_reports)
{
	iozone_expect(rows[_i].text, rows[_i].figures, rows[_i].remarks);
}
END_TEST

Suite *suite_iozone_excel(void)
{
	Suite *suite = suite_create("iozone_excel");
	TCase *tcase = tcase_create("iozone_excel");

	tcase_add_loop_test(tcase, reads_reports, 0, (int)(sizeof(rows) / sizeof(*rows)));
	suite_add_tcase(suite, tcase);
	return suite;
}
