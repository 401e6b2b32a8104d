#include "report/iozone_tables.h"

#include "base/err.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define K 1024ULL
#define HEAD \
	"\tAuto Mode\n\tI/O through the API psync, depth 1\n\tCommand line used: iosweep /mnt/data\n" \
	"\tOutput is in kBytes/sec\n\tFile stride size set to 17 * record size.\n"
#define NAMES \
	"                                                                    random    random      bkwd" \
	"     record     stride                                        \n" \
	"              kB  reclen    write    rewrite      read    reread      read     write      read" \
	"    rewrite       read    fwrite  frewrite     fread   freread\n"

#define LOST "\nIOzone has no place for 1 figure, whose sizes are no whole kB or whose rate is below 0.5 kB/s.\n"

static char dir[FIXTURE_PATH_LEN];
static struct config config;
static struct sample samples[6];

static void make_dir(void)
{
	fixture_make(dir);
	fixture_config(&config);
	fixture_sample(&samples[0], "device", "randread", 64 * K, 4 * K, 1, 45);
	fixture_sample(&samples[1], "device", "randread", 256 * K, 64 * K, 1, 0.5);
	fixture_sample(&samples[2], "cached", "write", 64 * K, 4 * K, 1, 2);
	fixture_sample(&samples[3], "cached", "write", 64 * K, 4 * K, 2, 4);
	fixture_sample(&samples[4], "cached", "stdio:write", 256 * K, 128 * K, 1, 1e6 / 3);
	fixture_sample(&samples[5], "cached", "write", 256 * K + 512, 4 * K, 1, 7);
}

static void remove_dir(void)
{
	config_release(&config);
	fixture_remove(dir);
}

/* The report of the first n samples, without the two lines that say by what and when. */
static void expect(const char *format, size_t n, const char *text)
{
	struct resultset *rs = fixture_load(dir, &config, samples, n);
	struct strbuf out;

	strbuf_init(&out);
	fixture_report(format, rs, &out);
	ck_assert_msg(!strncmp(out.buf, "\tIn the format of IOzone, by iosweep 9.8.7\n", 43), "%s", out.buf);
	ck_assert_str_eq(out.buf + 43, text);
	strbuf_release(&out);
	resultset_free(rs);
}

START_TEST(table_of_iozone)
{
	expect("iozone", 6,
	       "\n\tRun began: 2026-01-31T22:15:00Z\n\n\tO_DIRECT feature enabled\n" HEAD NAMES
	       "              64       4                                             46080"
	       "                                                                                  \n"
	       "             256      64                                               512"
	       "                                                                                  \n"
	       "\n\tRun began: 2026-01-31T22:15:00Z\n\n" HEAD NAMES
	       "              64       4      3072"
	       "                                                                                          "
	       "                                \n"
	       "             256     128"
	       "                                                                                            "
	       " 341333333                              \n" LOST);
}
END_TEST

START_TEST(excel_text)
{
	expect("excel", 6,
	       "\n\tRun began: 2026-01-31T22:15:00Z\n\n\tO_DIRECT feature enabled\n" HEAD
	       "Excel output is below:\n"
	       "\n\"Random read report\"\n        \"4\"  \"64\"  \"128\"\n"
	       "\"64\"   46080  0 \n\"256\"   0  512  0 \n"
	       "\n\tRun began: 2026-01-31T22:15:00Z\n\n" HEAD
	       "Excel output is below:\n"
	       "\n\"Writer report\"\n        \"4\"  \"64\"  \"128\"\n"
	       "\"64\"   3072  0 \n"
	       "\n\"Fwrite report\"\n        \"4\"  \"64\"  \"128\"\n"
	       "\"256\"   0  0  341333333 \n" LOST);
}
END_TEST

/* The figures behind it keep their places. */
START_TEST(wide_figures_do_not_run_together)
{
	struct resultset *rs;
	struct strbuf out;

	fixture_sample(&samples[1], "cached", "randread", 64 * K, 4 * K, 1, 1);
	samples[2].throughput_mib_s = 1e7;
	rs = fixture_load(dir, &config, samples + 1, 2);
	strbuf_init(&out);
	fixture_report("iozone", rs, &out);
	ck_assert_ptr_nonnull(strstr(out.buf, "\n              64       4 10240000000"
					      "                                  1024  "));
	strbuf_release(&out);
	resultset_free(rs);
}
END_TEST

START_TEST(nothing_measured)
{
	expect("iozone", 0, "");
	expect("excel", 0, "");
}
END_TEST

START_TEST(says_how_it_was_measured)
{
	struct resultset *rs;
	struct strbuf out;

	config.include_flush = config.include_close = config.processes = true;
	config.io.sync_mode = SYNC_ODSYNC;
	config_set_only(&config.depth, 8);
	config_set_only(&config.jobs, 4);
	config_set_string(&config.command, "iosweep -o \x1b[31m");
	strcpy(config.tests[1].pattern, "mixed");
	samples[2].jobs = 4;
	rs = fixture_load(dir, &config, samples + 2, 1);
	strbuf_init(&out);
	fixture_report("iozone", rs, &out);
	ck_assert_ptr_nonnull(strstr(out.buf, "\n\tInclude fsync in write timing\n\tInclude close in write timing\n"
					      "\t>>> O_DSYNC mode enabled. <<<\n\tAuto Mode\n"
					      "\tI/O through the API psync, depth 8\n"
					      "\tCommand line used: iosweep -o ?[31m\n"));
	ck_assert_ptr_nonnull(strstr(out.buf, "\n\tThroughput test with 4 processes\n"));
	ck_assert_ptr_nonnull(strstr(out.buf, "\nIOzone has no column for randread.\n"));
	strbuf_release(&out);
	resultset_free(rs);
}
END_TEST

Suite *suite_report_iozone(void)
{
	Suite *suite = suite_create("report_iozone");
	TCase *tcase = tcase_create("report_iozone");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, table_of_iozone);
	tcase_add_test(tcase, excel_text);
	tcase_add_test(tcase, wide_figures_do_not_run_together);
	tcase_add_test(tcase, nothing_measured);
	tcase_add_test(tcase, says_how_it_was_measured);
	suite_add_tcase(suite, tcase);
	return suite;
}
