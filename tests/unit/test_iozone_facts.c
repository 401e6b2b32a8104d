#include "store/iozone_facts.h"

#include "base/strbuf.h"
#include "store/iozone_include.h"
#include "unit/iozone_fixture.h"

#include <check.h>
#include <string.h>

#define ROW IOZONE_HEAD_MIDDLE "              64       4     1865     1802\n"
#define BLANKS_TO_STRIDE "                                                                         "
#define FIGURES(run) run " write 64/4 1865\n" run " rewrite 64/4 1802\n"
#define BANNER(version, date) \
	"\tIozone: Performance Test of File I/O\n" \
	"\t        Version $Revision: " version " $\n" \
	"\t\tCompiled for 64 bit mode.\n" \
	"\t\tBuild: linux-AMD64 \n" \
	"\n" \
	"\tContributors:Some One, Some Other\n" \
	"\t             Somebody Else\n" \
	"\n" \
	"\tRun began: " date "\n" \
	"\n"

START_TEST(reads_the_head)
{
	static const char text[] =
		BANNER("3.508", "Mon Nov 30 10:41:13 2026")
		"\tAuto Mode\n"
		"\tInclude fsync in write timing\n"
		"\n"
		"\tMachine = Linux db1 6.1.0-9-amd64 #1 SMP x86_64 GNU/Linux\n"
		"\tCommand line used: iozone -a -e -f /mnt/$HOME/x y \n" IOZONE_KIB ROW "\niozone test complete.\n";
	const struct iozone_facts *facts;
	struct iozone_log log;

	iozone_expect(text, FIGURES("1"), "");
	iozone_read(text, &log);
	facts = &log.runs[0].facts;
	ck_assert_str_eq(facts->version, "3.508");
	ck_assert_str_eq(facts->build, "linux-AMD64");
	ck_assert_str_eq(facts->began, "Mon Nov 30 10:41:13 2026");
	ck_assert_str_eq(facts->machine, "Linux db1 6.1.0-9-amd64 #1 SMP x86_64 GNU/Linux");
	ck_assert_str_eq(facts->command, "iozone -a -e -f /mnt/$HOME/x y");
	ck_assert_uint_eq(facts->statements_n, 3);
	ck_assert_str_eq(facts->statements[0], "Auto Mode");
	ck_assert_uint_eq(facts->stride, 17);
	ck_assert(facts->head_seen && facts->unit_said && facts->unit == IOZONE_KIB_S);
	ck_assert(facts->include_flush && !facts->include_close && !facts->direct && !facts->purge);
	ck_assert_str_eq(facts->api, "sync");
	ck_assert_uint_eq(facts->depth, 1);
	ck_assert_uint_eq(log.runs[0].line, 1);
	ck_assert(log.runs[0].complete);
	iozone_log_release(&log);
}
END_TEST

static bool is_direct(const struct iozone_facts *facts)
{
	return facts->direct;
}

static bool is_closed(const struct iozone_facts *facts)
{
	return facts->include_close;
}

static bool is_purged(const struct iozone_facts *facts)
{
	return facts->purge;
}

static bool is_osync(const struct iozone_facts *facts)
{
	return facts->sync_mode == SYNC_OSYNC;
}

static bool is_odsync(const struct iozone_facts *facts)
{
	return facts->sync_mode == SYNC_ODSYNC;
}

static bool is_mmap(const struct iozone_facts *facts)
{
	return !strcmp(facts->api, "mmap") && facts->depth == 1;
}

static bool is_aio(const struct iozone_facts *facts)
{
	return !strcmp(facts->api, "posixaio") && facts->depth == 8;
}

static bool is_io_uring(const struct iozone_facts *facts)
{
	return !strcmp(facts->api, "io_uring");
}

static bool is_in_ops(const struct iozone_facts *facts)
{
	return facts->unit == IOZONE_OPS_S && facts->unit_said;
}

static bool is_in_us(const struct iozone_facts *facts)
{
	return facts->unit == IOZONE_US_OP && facts->unit_said;
}

static bool is_invalid(const struct iozone_facts *facts)
{
	return facts->invalid;
}

static const struct {
	const char *line;
	bool (*holds)(const struct iozone_facts *facts);
} statements[] = {
	{ "\tO_DIRECT feature enabled\n", is_direct },
	{ "        O_DIRECTIO feature enabled\n", is_direct },
	{ "\tVxFS advanced feature SET_CACHE, VX_DIRECT enabled\n", is_direct },
	{ "\tInclude close in write timing\n", is_closed },
	{ "\tPurge Mode On\n", is_purged },
	{ "\tSYNC Mode. \n", is_osync },
	{ "\t>>> O_DSYNC mode enabled. <<<\n", is_odsync },
	{ "\tUsing mmap files\n", is_mmap },
	{ "\tUsing msync(MS_ASYNC) on mmap files\n", is_mmap },
	{ "\tPOSIX Async I/O (no bcopy). Depth 8 \n", is_aio },
	{ "\tPOSIX async I/O (with bcopy). Depth 8\n", is_aio },
	{ "\tI/O through the API io_uring\n", is_io_uring },
	{ "\tOPS Mode. Output is in operations per second.\n", is_in_ops },
	{ "\tMicroseconds/op Mode. Output is in microseconds per operation.\n", is_in_us },
	{ "\tPerformance measurements are invalid in this mode.\n", is_invalid },
};

START_TEST(knows_statements)
{
	struct strbuf text;
	struct iozone_log log;

	strbuf_init(&text);
	strbuf_addf(&text, "%s%s", statements[_i].line, ROW);
	iozone_read(text.buf, &log);
	ck_assert_uint_eq(log.runs_n, 1);
	ck_assert(statements[_i].holds(&log.runs[0].facts));
	ck_assert_uint_eq(log.runs[0].facts.statements_n, 1);
	iozone_log_release(&log);
	iozone_read(ROW, &log);
	ck_assert(!statements[_i].holds(&log.runs[0].facts));
	iozone_log_release(&log);
	strbuf_release(&text);
}
END_TEST

static const struct {
	const char *text, *figures, *remarks;
} runs[] = {
	{ /* two runs in one text, with words between */
		BANNER("3.434", "Wed Feb 14 14:29:28 2018") IOZONE_KIB ROW "\niozone test complete.\nand again:\n"
		BANNER("3.434", "Wed Feb 14 15:29:28 2018") IOZONE_KIB ROW,
		FIGURES("1") FIGURES("2"), "",
	},
	{ /* a head without figures is no run */
		BANNER("3.434", "Wed Feb 14 14:29:28 2018") IOZONE_KIB
		BANNER("3.434", "Wed Feb 14 15:29:28 2018") IOZONE_KIB ROW,
		FIGURES("1"), "",
	},
	{ /* heads without a banner */
		"\tAuto Mode\n\tCommand line used: iozone -a\n" IOZONE_KIB ROW
		"\tAuto Mode\n\tCommand line used: iozone -a\n" IOZONE_KIB ROW,
		FIGURES("1") FIGURES("2"), "",
	},
	{ /* a report of iosweep's behind another: blanks are as wide as their columns there, and a test may be missing */
		"\tIn the format of IOzone, by iosweep 1\n\tI/O through the API psync, depth 1\n" IOZONE_KIB ROW
		"\tIn the format of IOzone, by iosweep 1\n\tI/O through the API psync, depth 1\n"
		"\tCommand line used: iosweep -i 0\n" IOZONE_KIB IOZONE_HEAD_MIDDLE
		"              64       4              1802    18212\n",
		FIGURES("1") "2 rewrite 64/4 1802\n2 read 64/4 18212\n", "",
	},
	{ /* a second table below the same head */
		IOZONE_KIB ROW ROW, FIGURES("1") FIGURES("1"), "",
	},
	{ /* an option that is not known, in the head */
		BANNER("9.1", "Wed Feb 14 14:29:28 2018") "\tFlux capacitor enabled\n" IOZONE_KIB ROW, FIGURES("1"), "11",
	},
	{ /* another stride matters to that test alone */
		"\tFile stride size set to 5 * record size.\n\tOutput is in kBytes/sec\n" ROW, FIGURES("1"), "",
	},
	{
		"\tOutput is in kBytes/sec\n\tFile stride size set to 5 * record size.\n" IOZONE_HEAD_MIDDLE
		"              64       4" BLANKS_TO_STRIDE "     24188\n",
		"1 stride 64/4 24188\n", "1",
	},
	{ /* figures that IOzone itself does not believe */
		"\tPerformance measurements are invalid in this mode.\n" IOZONE_KIB ROW, FIGURES("1"), "1",
	},
};

START_TEST(finds_runs)
{
	iozone_expect(runs[_i].text, runs[_i].figures, runs[_i].remarks);
}
END_TEST

START_TEST(facts_of_runs_are_apart)
{
	struct iozone_log log;

	iozone_read(BANNER("3.4", "Wed Feb 14 14:29:28 2018") "\tO_DIRECT feature enabled\n" IOZONE_KIB
		    BANNER("3.5", "Wed Feb 14 15:29:28 2018") IOZONE_KIB ROW, &log);
	ck_assert_uint_eq(log.runs_n, 1);
	ck_assert_str_eq(log.runs[0].facts.version, "3.5");
	ck_assert(!log.runs[0].facts.direct);
	iozone_log_release(&log);
}
END_TEST

static const struct {
	const char *command;
	unsigned include;
} commands[] = {
	{ "iozone -a", 0xfff },
	{ "iozone -i 0", 1 },
	{ "iozone -a -i 0 -i 5 -f t1", 0x21 },
	{ "iozone -ai 1 -i7", 0x82 },
	{ "iozone -e -I -a -s 100M -r 4k -i 0 -i 1 -i 2", 7 },
	{ "iozone -f-i3 -i 4", 0x10 },
	{ "iozone -f -i 4", 0x10 },
	{ "iozone -i 8 -i 9 -i 12", 0x900 },
	{ "iozone -i 99", 0 },
	{ "iosweep --iovecs 4 -q -o run", 0xfff },
	{ "", 0xfff },
};

START_TEST(reads_the_tests_of_a_command)
{
	ck_assert_uint_eq(iozone_include(commands[_i].command), commands[_i].include);
}
END_TEST

Suite *suite_iozone_facts(void)
{
	Suite *suite = suite_create("iozone_facts");
	TCase *tcase = tcase_create("iozone_facts");

	tcase_add_test(tcase, reads_the_head);
	tcase_add_loop_test(tcase, knows_statements, 0, (int)(sizeof(statements) / sizeof(*statements)));
	tcase_add_loop_test(tcase, finds_runs, 0, (int)(sizeof(runs) / sizeof(*runs)));
	tcase_add_test(tcase, facts_of_runs_are_apart);
	tcase_add_loop_test(tcase, reads_the_tests_of_a_command, 0, (int)(sizeof(commands) / sizeof(*commands)));
	suite_add_tcase(suite, tcase);
	return suite;
}
