#include "store/journal.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "stats/histogram.h"
#include "stats/series.h"
#include "store/sample_json.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define K 1024ULL

static char dir[FIXTURE_PATH_LEN], file[FIXTURE_PATH_LEN + 32];

static void make_dir(void)
{
	fixture_make(dir);
	snprintf(file, sizeof(file), "%s/samples.jsonl", dir);
}

static void remove_dir(void)
{
	fixture_remove(dir);
}

static void put_file(const void *data, size_t len)
{
	FILE *out = fopen(file, "w");

	ck_assert_ptr_nonnull(out);
	ck_assert_uint_eq(fwrite(data, 1, len, out), len);
	ck_assert_int_eq(fclose(out), 0);
}

static void get_file(struct strbuf *text)
{
	strbuf_init(text);
	ck_assert_int_eq(strbuf_read_file(text, file), 0);
}

static void load(unsigned flags, struct journal_contents *contents)
{
	struct err err = ERR_INIT;

	ck_assert_msg(!journal_load(dir, flags, contents, &err), "%s", err.text);
}

/* A value of its own for every field, at the edges of its type where it has some. */
static void fill(struct sample *sample)
{
	sample_init(sample);
	for (size_t i = 0; i < sample_fields_n; i++) {
		const struct sample_field *field = &sample_fields[i];
		void *p = (char *)sample + field->offset;

		if (field->type == FIELD_STRING)
			snprintf(p, field->size, "\"%zu\\\n\xc3\xa9,", i);
		else if (field->type == FIELD_U64)
			*(uint64_t *)p = i % 2 ? INT64_MAX - i : i * 0x10001;
		else if (field->type == FIELD_F64)
			*(double *)p = i % 2 ? 0.1 * (double)i : 1e300 / 3 * (double)i;
		else
			*(int8_t *)p = i % 2;
	}
}

static struct histogram *some_latencies(uint64_t seed, uint64_t n)
{
	struct histogram *h = malloc(sizeof(*h));

	ck_assert_ptr_nonnull(h);
	histogram_init(h);
	for (uint64_t i = 0; i < n; i++)
		histogram_record(h, seed + i * i * i * 37);
	return h;
}

static struct series *some_series(void)
{
	struct series *series = malloc(sizeof(*series));

	ck_assert_ptr_nonnull(series);
	series_init(series);
	for (uint64_t i = 0; i < 300; i++)
		series_add(series, i * SERIES_FIRST_NS, (i + 1) * SERIES_FIRST_NS, i % 7 ? i << 33 : 0);
	return series;
}

static void assert_same(const struct sample *got, const struct sample *want)
{
	for (size_t i = 0; i < sample_fields_n; i++) {
		const struct sample_field *field = &sample_fields[i];
		const char *a = (const char *)got + field->offset, *b = (const char *)want + field->offset;

		if (field->type == FIELD_STRING)
			ck_assert_str_eq(a, b);
		else
			ck_assert_msg(!memcmp(a, b, field->size), "%s differs", field->name);
	}
}

START_TEST(every_field_comes_back_exactly)
{
	struct journal_contents contents;
	struct sample sample;

	fill(&sample);
	sample.latency[IO_READ] = some_latencies(1, 300);
	sample.latency[IO_WRITE] = some_latencies(9000000000, 300);
	for (int part = 0; part < LATENCY_PARTS_N; part++)
		sample.part[part] = some_latencies(200 + (uint64_t)part, 10);
	sample.series = some_series();
	fixture_append(dir, &sample, 1);
	load(JOURNAL_LATENCY, &contents);
	ck_assert_uint_eq(contents.samples_n, 1);
	ck_assert_uint_eq(contents.damaged_lines, 0);
	ck_assert_int_eq(contents.cut, false);
	assert_same(&contents.samples[0], &sample);
	for (int part = 0; part < LATENCY_PARTS_N; part++)
		ck_assert_mem_eq(contents.samples[0].part[part], sample.part[part], sizeof(struct histogram));
	ck_assert_mem_eq(contents.samples[0].series, sample.series, sizeof(struct series));
	for (int d = 0; d < IO_DIRS_N; d++)
		ck_assert_mem_eq(contents.samples[0].latency[d], sample.latency[d], sizeof(struct histogram));
	journal_contents_release(&contents);

	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 1);
	assert_same(&contents.samples[0], &sample);
	ck_assert_ptr_null(contents.samples[0].latency[IO_READ]);
	ck_assert_ptr_null(contents.samples[0].latency[IO_WRITE]);
	journal_contents_release(&contents);
	sample_release(&sample);
}
END_TEST

START_TEST(what_is_absent_is_null)
{
	struct journal_contents contents;
	struct sample sample, absent;
	struct strbuf text;

	sample_init(&absent);
	sample = absent;
	sample.iops = INFINITY; /* what JSON cannot hold is absent as well */
	sample.bytes = 1ULL << 63;
	fixture_append(dir, &sample, 1);
	get_file(&text);
	ck_assert_ptr_nonnull(strstr(text.buf, "\"flush_ns\":null,"));
	ck_assert_ptr_nonnull(strstr(text.buf, "\"cut\":null,"));
	ck_assert_ptr_nonnull(strstr(text.buf, "\"latency\":{\"read\":null,\"write\":null},\"crc\":\""));
	ck_assert_ptr_null(strstr(text.buf, ":0,"));
	strbuf_release(&text);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 1);
	ck_assert_double_nan(contents.samples[0].iops);
	contents.samples[0].iops = absent.iops;
	assert_same(&contents.samples[0], &absent);
	journal_contents_release(&contents);
}
END_TEST

START_TEST(text_that_is_not_utf8_is_made_so)
{
	static const char *const rows[][2] = {
		{ "a\xff" "b", "a?b" },
		{ "\xc3", "?" },
		{ "\xe2\x82\xac \xe2\x82", "\xe2\x82\xac ??" },
		{ "\xed\xa0\x80", "???" },
		{ "\xf0\x9f\x98\x80\xf4\x90\x80\x80", "\xf0\x9f\x98\x80????" },
		{ "\xc0\x80\xe0\x80\x80", "?????" },
	};
	struct journal_contents contents;
	struct sample sample;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		fixture_sample(&sample, "device", "write", 64 * K, 4 * K, i + 1, 1);
		strcpy(sample.error, rows[i][0]);
		fixture_append(dir, &sample, 1);
	}
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, sizeof(rows) / sizeof(*rows));
	for (size_t i = 0; i < contents.samples_n; i++)
		ck_assert_str_eq(contents.samples[i].error, rows[i][1]);
	journal_contents_release(&contents);
}
END_TEST

/* Three lines, the middle one with a histogram. */
static void three_lines(struct strbuf *text)
{
	struct sample samples[3];

	for (uint64_t i = 0; i < 3; i++)
		fixture_sample(&samples[i], "device", "write", 64 * K, 4 * K, i + 1, 100.5 * (double)i);
	samples[1].latency[IO_WRITE] = some_latencies(3, 9);
	fixture_append(dir, samples, 3);
	sample_release(&samples[1]);
	get_file(text);
}

static size_t lines_before(const struct strbuf *text, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += text->buf[i] == '\n';
	/* A whole line counts without its newline as well. */
	return n + (len < text->len && len && text->buf[len] == '\n');
}

START_TEST(cut_at_any_byte_it_loads_the_whole_lines)
{
	struct journal_contents contents;
	struct strbuf text;

	three_lines(&text);
	for (size_t len = text.len + 1; len-- > 0;) {
		size_t whole = lines_before(&text, len);
		bool at_end = !len || text.buf[len - 1] == '\n' || (len < text.len && text.buf[len] == '\n');

		ck_assert_int_eq(truncate(file, (off_t)len), 0);
		load(len % 2 ? JOURNAL_LATENCY : 0, &contents);
		ck_assert_msg(contents.samples_n == whole, "cut at %zu", len);
		ck_assert_uint_eq(contents.damaged_lines, 0);
		ck_assert_int_eq(contents.cut, !at_end);
		journal_contents_release(&contents);
	}
	strbuf_release(&text);
}
END_TEST

START_TEST(cut_at_any_byte_it_goes_on)
{
	struct sample sample;
	struct journal_contents contents;
	struct strbuf text;

	three_lines(&text);
	fixture_sample(&sample, "cached", "write", 64 * K, 4 * K, 9, 1);
	for (size_t len = 0; len <= text.len; len += len % 13 + 1) {
		size_t whole = lines_before(&text, len);

		put_file(text.buf, len);
		fixture_append(dir, &sample, 1);
		load(0, &contents);
		ck_assert_msg(contents.samples_n == whole + 1, "cut at %zu", len);
		assert_same(&contents.samples[whole], &sample);
		ck_assert_uint_le(contents.damaged_lines, 1);
		ck_assert_int_eq(contents.cut, false);
		journal_contents_release(&contents);
	}
	strbuf_release(&text);
}
END_TEST

static void put_byte(size_t at, char byte)
{
	int fd = open(file, O_WRONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pwrite(fd, &byte, 1, (off_t)at), 1);
	close(fd);
}

START_TEST(no_changed_byte_is_accepted)
{
	static const unsigned char flips[] = { 0x01, 0x20, 0x80 };
	struct journal_contents contents;
	struct strbuf text;
	size_t from, to;

	three_lines(&text);
	from = (size_t)(strchr(text.buf, '\n') - text.buf) + 1;
	to = (size_t)(strchr(text.buf + from, '\n') - text.buf);
	for (size_t at = from; at < to; at++) {
		for (size_t i = 0; i < sizeof(flips); i++) {
			put_byte(at, (char)(text.buf[at] ^ flips[i]));
			load(0, &contents);
			ck_assert_msg(contents.samples_n == 2 && contents.damaged_lines, "byte %zu ^ %x", at, flips[i]);
			ck_assert_uint_eq(contents.samples[0].pass, 1);
			ck_assert_uint_eq(contents.samples[1].pass, 3);
			journal_contents_release(&contents);
		}
		put_byte(at, text.buf[at]);
	}
	strbuf_release(&text);
}
END_TEST

/* Lines with a fitting checksum, as another program might write them. */
static const struct {
	const char *body;
	bool good;
} foreign[] = {
	{ "{\"test\":\"x\"", true },
	{ "{\"test\":\"x\",\"new_field\":[1,{}],\"latency\":null", true },
	{ "{\"bytes\":null,\"iops\":3", true },
	{ "{\"bytes\":\"7\"", false },
	{ "{\"bytes\":-1", false },
	{ "{\"bytes\":1.5", false },
	{ "{\"bytes\":9223372036854775808", false },
	{ "{\"cut\":1", false },
	{ "{\"iops\":true", false },
	{ "{\"test\":7", false },
	{ "{\"mode\":\"sixteen letters!\"", false },
	{ "{\"mode\":\"fifteen letters\"", true },
	{ "[1", false },
	{ "{\"bytes\":1}", false },
	{ "{\"latency\":7", false },
	{ "{\"latency\":{\"read\":{}}", false },
	{ "{\"series\":{\"interval_ns\":10,\"bytes\":[]}", true },
	{ "{\"series\":null", true },
	{ "{\"series\":7", false },
	{ "{\"series\":{\"interval_ns\":0,\"bytes\":[1]}", false },
	{ "{\"series\":{\"interval_ns\":10,\"bytes\":[-1]}", false },
	{ "{\"series\":{\"interval_ns\":10}", false },
#define H(rest) "{\"latency\":{\"read\":{\"min_ns\":3,\"max_ns\":5,\"sum_ns\":8,\"sum_squares_ns2\":34.0," rest "}}"
	{ H("\"buckets\":[[3,1],[5,1]]"), true },
	{ H("\"buckets\":[[5,1],[3,1]]"), false },
	{ H("\"buckets\":[[3,1],[3,1],[5,1]]"), false },
	{ H("\"buckets\":[[4,1],[3,1],[5,1]]"), false },
	{ H("\"buckets\":[[3,1],[5,0]]"), false },
	{ H("\"buckets\":[[3,1]]"), false },
	{ H("\"buckets\":[[5,1]]"), false },
	{ H("\"buckets\":[[3,1],[5,1],[99999,1]]"), false },
	{ H("\"buckets\":[[3,1],[5]]"), false },
	{ H("\"buckets\":[[3,9223372036854775807],[4,9223372036854775807],[5,7]]"), false },
	{ H("\"buckets\":7"), false },
};

/* Nothing between the lines is no damage. */
START_TEST(empty_lines_mean_nothing)
{
	struct journal_contents contents;

	put_file("\n\n\n", 3);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 0);
	ck_assert_uint_eq(contents.damaged_lines, 0);
	ck_assert_int_eq(contents.cut, false);
	journal_contents_release(&contents);
}
END_TEST

START_TEST(lines_of_others)
{
	const char *body = foreign[_i].body;
	struct journal_contents contents;
	struct strbuf line;

	strbuf_init(&line);
	strbuf_addf(&line, "%s,\"crc\":\"%08lx\"}\n", body, crc32(0, (const Bytef *)body, (uInt)strlen(body)));
	put_file(line.buf, line.len);
	load(JOURNAL_LATENCY, &contents);
	ck_assert_uint_eq(contents.samples_n, foreign[_i].good);
	ck_assert_uint_eq(contents.damaged_lines, !foreign[_i].good);
	journal_contents_release(&contents);
	strbuf_release(&line);
}
END_TEST

START_TEST(of_a_cell_and_pass_the_first_stays)
{
	struct journal_contents contents;
	struct sample samples[6];

	fixture_sample(&samples[0], "device", "write", 64 * K, 4 * K, 1, 1);
	fixture_sample(&samples[1], "device", "write", 64 * K, 4 * K, 2, 2);
	fixture_sample(&samples[2], "device", "write", 64 * K, 4 * K, 1, 3);
	fixture_sample(&samples[3], "cached", "write", 64 * K, 4 * K, 1, 4);
	fixture_sample(&samples[4], "device", "write", 64 * K, 64 * K, 1, 5);
	fixture_sample(&samples[5], "device", "write", 64 * K, 4 * K, 1, 6);
	samples[5].depth = 2;
	fixture_append(dir, samples, 6);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 5);
	ck_assert_uint_eq(contents.duplicate_lines, 1);
	ck_assert_double_eq(contents.samples[0].throughput_mib_s, 1);
	ck_assert_double_eq(contents.samples[2].throughput_mib_s, 4);
	journal_contents_release(&contents);
}
END_TEST

/* The limit of the file's size stands for a full disk: a write is cut short, the next one fails. */
START_TEST(a_full_disk_loses_no_later_sample)
{
	struct rlimit old, limit;
	struct err err = ERR_INIT;
	struct journal_contents contents;
	struct journal *journal;
	struct sample samples[3];
	struct strbuf text;

	for (uint64_t i = 0; i < 3; i++)
		fixture_sample(&samples[i], "device", "write", 64 * K, 4 * K, i + 1, 1);
	ck_assert_int_eq(journal_open(dir, &journal, &err), 0);
	ck_assert_int_eq(journal_append(journal, &samples[0], &err), 0);
	get_file(&text);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	limit = old;
	limit.rlim_cur = text.len + 100;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(journal_append(journal, &samples[1], &err), -1);
		ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
		ck_assert_int_eq(err.errnum, EFBIG);
		ck_assert_ptr_nonnull(strstr(err.text, file));
	}
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
	ck_assert_int_eq(journal_append(journal, &samples[1], &err), 0);
	ck_assert_int_eq(journal_append(journal, &samples[2], &err), 0);
	ck_assert_int_eq(journal_sync(journal, &err), 0);
	journal_close(journal);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 3);
	ck_assert_uint_eq(contents.damaged_lines, 1);
	assert_same(&contents.samples[1], &samples[1]);
	assert_same(&contents.samples[2], &samples[2]);
	journal_contents_release(&contents);
	strbuf_release(&text);
}
END_TEST

START_TEST(one_writer_at_a_time)
{
	struct err err = ERR_INIT;
	struct journal *first, *second;

	ck_assert_int_eq(journal_open(dir, &first, &err), 0);
	ck_assert_int_eq(journal_open(dir, &second, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(err.text, "another iosweep"));
	journal_close(first);
	ck_assert_int_eq(journal_open(dir, &second, &err), 0);
	journal_close(second);
	journal_close(NULL);
}
END_TEST

START_TEST(one_of_two_that_begin_has_the_directory)
{
	struct err err = ERR_INIT;
	struct journal *journal, *other;

	ck_assert_int_eq(journal_create(dir, &journal, &err), 0);
	ck_assert_int_eq(journal_create(dir, &other, &err), -1);
	journal_close(journal);
	ck_assert_int_eq(journal_create(dir, &other, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(err.text, "another iosweep"));
	ck_assert_int_eq(journal_open(dir, &journal, &err), 0);
	journal_abandon(journal);
	ck_assert_int_eq(journal_create(dir, &journal, &err), 0);
	journal_close(journal);
}
END_TEST

START_TEST(a_line_without_end_costs_no_memory)
{
	static const char junk[3 * 1000 * 1000];
	struct journal_contents contents;
	struct sample sample;
	FILE *out;

	fixture_sample(&sample, "device", "write", 64 * K, 4 * K, 1, 1);
	fixture_append(dir, &sample, 1);
	out = fopen(file, "a");
	ck_assert_ptr_nonnull(out);
	fwrite(junk, 1, sizeof(junk), out);
	ck_assert_int_eq(fclose(out), 0);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 1);
	ck_assert_uint_eq(contents.damaged_lines, 1);
	ck_assert_int_eq(contents.cut, false);
	journal_contents_release(&contents);
	sample.pass = 2;
	fixture_append(dir, &sample, 1);
	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 2);
	ck_assert_uint_eq(contents.damaged_lines, 1);
	ck_assert_int_eq(contents.cut, false);
	journal_contents_release(&contents);
}
END_TEST

START_TEST(no_journal_is_an_empty_one_and_a_folder_is_none)
{
	struct journal_contents contents;
	struct journal *journal;
	struct err err = ERR_INIT;

	load(0, &contents);
	ck_assert_uint_eq(contents.samples_n, 0);
	ck_assert_uint_eq(contents.damaged_lines, 0);
	journal_contents_release(&contents);
	ck_assert_int_eq(mkdir(file, 0700), 0);
	ck_assert_int_eq(journal_load(dir, 0, &contents, &err), -1);
	ck_assert_int_eq(err.errnum, EISDIR);
	ck_assert_int_eq(journal_open(dir, &journal, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
}
END_TEST

static int stop_at_second(struct sample *sample, void *arg)
{
	(*(int *)arg)++;
	return sample->pass == 2 ? 5 : 0;
}

START_TEST(reading_can_be_ended)
{
	int calls = 0;
	const struct journal_visitor visitor = { stop_at_second, &calls, JOURNAL_LATENCY };
	struct journal_contents counts;
	struct err err = ERR_INIT;
	struct strbuf text;

	three_lines(&text);
	ck_assert_int_eq(journal_each(dir, &visitor, &counts, &err), 5);
	ck_assert_int_eq(calls, 2);
	strbuf_release(&text);
}
END_TEST

Suite *suite_journal(void)
{
	Suite *suite = suite_create("journal");
	TCase *tcase = tcase_create("journal");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, every_field_comes_back_exactly);
	tcase_add_test(tcase, what_is_absent_is_null);
	tcase_add_test(tcase, text_that_is_not_utf8_is_made_so);
	tcase_add_test(tcase, cut_at_any_byte_it_loads_the_whole_lines);
	tcase_add_test(tcase, cut_at_any_byte_it_goes_on);
	tcase_add_test(tcase, no_changed_byte_is_accepted);
	tcase_add_loop_test(tcase, lines_of_others, 0, (int)(sizeof(foreign) / sizeof(*foreign)));
	tcase_add_test(tcase, empty_lines_mean_nothing);
	tcase_add_test(tcase, of_a_cell_and_pass_the_first_stays);
	tcase_add_test(tcase, a_full_disk_loses_no_later_sample);
	tcase_add_test(tcase, one_writer_at_a_time);
	tcase_add_test(tcase, one_of_two_that_begin_has_the_directory);
	tcase_add_test(tcase, a_line_without_end_costs_no_memory);
	tcase_add_test(tcase, no_journal_is_an_empty_one_and_a_folder_is_none);
	tcase_add_test(tcase, reading_can_be_ended);
	suite_add_tcase(suite, tcase);
	return suite;
}
