#include "store/iozone_log.h"

#include "unit/iozone_fixture.h"

#include <check.h>

#define HEAD(n) \
	IOZONE_KIB "\tThroughput test with " n " processes\n" \
	"\tEach process writes a 4096 kByte file in 64 kByte records\n"

static const struct {
	const char *text, *figures, *remarks;
	uint64_t jobs[2]; /* of the first two runs */
} rows[] = {
	{ /* a head without the lines that end it in most versions */
		"\tRun began: x\n\n\tOutput is in kBytes/sec\n\tThroughput test with 2 processes\n"
		"\tEach process writes a 4096 kByte file in 64 kByte records\n"
		"\tChildren see throughput for 2 readers \t= 2.00 kB/sec\n",
		"1 read 4096/64 2\n", "", { 2 },
	},
	{
		HEAD("2")
		"\n"
		"\tChildren see throughput for  2 initial writers \t= 3764373.50 kB/sec\n"
		"\tParent sees throughput for  2 initial writers \t=  154198.75 kB/sec\n"
		"\tMin throughput per process \t\t\t= 1884373.50 kB/sec \n"
		"\tMax throughput per process \t\t\t= 1880000.00 kB/sec\n"
		"\tAvg throughput per process \t\t\t= 1882186.75 kB/sec\n"
		"\tMin xfer \t\t\t\t\t=    2112.00 kB\n"
		"\tChild[0] xfer count =    4096.00 kB, Throughput = 1884373.50 kB/sec\n"
		"\tChildren see throughput for  2 rewriters \t= 1.00 kB/sec\n"
		"\tChildren see throughput for  2 readers \t\t= 2.00 kB/sec\n"
		"\tChildren see throughput for 2 re-readers \t= 3.00 kB/sec\n"
		"\tChildren see throughput for 2 reverse readers \t= 4.00 kB/sec\n"
		"\tChildren see throughput for 2 stride readers \t= 5.00 kB/sec\n"
		"\tChildren see throughput for 2 random readers \t= 6.00 kB/sec\n"
		"\tChildren see throughput for 2 mixed workload \t= 7.00 kB/sec\n"
		"\tChildren see throughput for 2 random writers \t= 8.00 kB/sec\n"
		"\tChildren see throughput for 2 pwrite writers \t= 9.00 kB/sec\n"
		"\tChildren see throughput for 2 pread readers \t= 10.00 kB/sec\n"
		"\tChildren see throughput for 2 fwriters \t= 11.00 kB/sec\n"
		"\tChildren see throughput for 2 freaders \t= 12.00 kB/sec\n",
		"1 write 4096/64 3764373.5\n1 rewrite 4096/64 1\n1 read 4096/64 2\n1 reread 4096/64 3\n"
		"1 backward 4096/64 4\n1 stride 4096/64 5\n1 randread 4096/64 6\n1 mixed 4096/64 7\n"
		"1 randwrite 4096/64 8\n1 psync:write 4096/64 9\n1 psync:read 4096/64 10\n1 stdio:write 4096/64 11\n"
		"1 stdio:read 4096/64 12\n",
		"", { 2 },
	},
	{ /* the older words, and a decimal comma */
		"        Output is in Kbytes/sec\n"
		"        Throughput test with 1 process\n"
		"        Each process writes a 2097152 Kbyte file in 128 Kbyte records\n"
		"        Children see throughput for  1 initial writers  =  107477,06 KB/sec\n",
		"1 write 2097152/128 107477.06\n", "", { 1 },
	},
	{ /* threads */
		"\tOutput is in kBytes/sec\n\tThroughput test with 4 threads\n"
		"\tEach thread writes a 1024 kByte file in 4 kByte records\n"
		"\tChildren see throughput for  4 initial writers  =  5.25 kB/sec\n",
		"1 write 1024/4 5.25\n", "", { 4 },
	},
	{ /* operations, and the sizes from the options */
		"\tFile size set to 1024 kB\n\tRecord Size 4 kB\n"
		"\tChildren see throughput for  1 initial writers  =  5.25 ops/sec\n",
		"1 write 1024/4 5.25\n", "", { 1 },
	},
	{ /* two numbers of processes: two runs, and the report at the end repeats both */
		HEAD("1")
		"\tChildren see throughput for  1 initial writers \t= 10.00 kB/sec\n"
		"\tEach process writes a 4096 kByte file in 64 kByte records\n"
		"\tChildren see throughput for  2 initial writers \t= 15.00 kB/sec\n"
		"\n"
		"\"Throughput report Y-axis is type of test X-axis is number of processes\"\n"
		"\"Record size = 64 kBytes \"\n"
		"\"Output is in kBytes/sec\"\n"
		"\n"
		"\"  Initial write \"  10.00 15.00 \n",
		"1 write 4096/64 10\n2 write 4096/64 15\n", "", { 1, 2 },
	},
	{ /* the report alone does not say enough */
		"\"Throughput report Y-axis is type of test X-axis is number of processes\"\n"
		"\"Record size = 64 kBytes \"\n"
		"\"Output is in kBytes/sec\"\n"
		"\"  Initial write \"  10.00 15.00 \n",
		"", "4 4", { 0 },
	},
	{ /* neither do these; a unit that is none; a test that is none; a figure that is none */
		"\tChildren see throughput for  1 initial writers \t= 10.00 kB/sec\n" HEAD("1")
		"\tChildren see throughput for  1 initial writers \t= 10.00 MB/sec\n"
		"\tChildren see throughput for  1 erasers \t= 10.00 kB/sec\n"
		"\tChildren see throughput for  1 readers \t= 1,125 kB/sec\n"
		"\tChildren see throughput for  1 readers \t=3D 10.00 kB/sec\n"
		"\tChildren see throughput for  1 re-readers \t= 0.00 kB/sec\n"
		"\tChildren see throughput for  1 rewriters \t= 10.00 kB/s",
		"", "1 6 7 8 9 10 11", { 0 },
	},
	{ /* a process that moved nothing */
		HEAD("2")
		"\tChildren see throughput for  2 initial writers \t= 10.00 kB/sec\n"
		"\tMin xfer \t\t\t\t\t=       0.00 kB\n",
		"1 write 4096/64 10\n", "6", { 2 },
	},
};

START_TEST(reads_throughput_mode)
{
	struct iozone_log log;

	iozone_expect(rows[_i].text, rows[_i].figures, rows[_i].remarks);
	iozone_read(rows[_i].text, &log);
	for (size_t i = 0; i < log.runs_n; i++)
		ck_assert_uint_eq(log.runs[i].facts.jobs, rows[_i].jobs[i]);
	iozone_log_release(&log);
}
END_TEST

Suite *suite_iozone_children(void)
{
	Suite *suite = suite_create("iozone_children");
	TCase *tcase = tcase_create("iozone_children");

	tcase_add_loop_test(tcase, reads_throughput_mode, 0, (int)(sizeof(rows) / sizeof(*rows)));
	suite_add_tcase(suite, tcase);
	return suite;
}
