#include "store/iozone_text.h"

#include "store/iozone_token.h"

#include <check.h>
#include <string.h>

#define S(text) text, sizeof(text) - 1

/* Lines are joined by "|"; one that is cut off has "~" behind it. */
static const struct {
	const char *data;
	size_t len;
	const char *lines;
} texts[] = {
	{ S(""), "" },
	{ S("a\nb\n"), "a|b|" },
	{ S("a\r\nb\r\n\r\nc"), "a|b||c~" },
	{ S("a\rb"), "a|b~" },
	{ S("a\r\r\n\r\rb\r"), "a|||b|" },
	{ S("\xef\xbb\xbf" "a\n"), "a|" },
	{ S("a \t \n"), "a|" },
	{ S("a\tb\n\tc\n"), "a       b|        c|" },
	{ S("1234567\tb\n12345678\tb\n"), "1234567 b|12345678        b|" },
	{ S("> a\n>> b\n> > c\n"), "  a|   b|    c|" },
	{ S(" > a\n"), " > a|" },
	{ S("a\xc2\xa0" "b\x01" "c\n"), "a b c|" },
	{ S("a\0\0\0b\nc"), "a~b|c~" },
	{ S("64 18\tIozone: Performance Test of File I/O\nIozone: Performance Test of File I/O\n"),
	  "64 18~Iozone: Performance Test of File I/O|Iozone: Performance Test of File I/O|" },
	{ S("\x1b[1;31m64\x1b[m\x1b[K 4\x1b]0;title\x07 5\x1b]0;title\x1b\\\x1b(B 6\x1b[?2004l\r\nb\x1b"), "64 4 5 6|b~" },
	{ S("\xff\xfe" "a\0\n\0" "b\0"), "a|b~" },
	{ S("\xfe\xff\0a\0\n\0b"), "a|b~" },
	{ S("K\0B\0 \0r\0e\0c\0l\0e\0n\0\n\0w\0r\0i\0t\0e\0\n\0"), "KB reclen|write|" },
	{ S("\0K\0B\0 \0r\0e\0c\0l\0e\0n\0\n\0w\0r\0i\0t\0e\0\n"), "KB reclen|write|" },
	/* what a logger puts before each line */
	{ S("   8\tRun began: x\n   9\t\n  10\t 64 4\n  11"), "        Run began: x||         64 4|" },
	{ S("8:Run began: x\n9:\n10: 64 4\n11:Error\n"), "Run began: x|| 64 4|Error|" },
	{ S("Nov  3 10:22:59 h i[7]: Run began: x\n\nDec 13 10:23:01 h i[7]:   64 4\n"), " Run began: x||   64 4|" },
	{ S("#   KB  reclen  write\n#   64  4\n"), "   KB  reclen  write|   64  4|" },
	{ S("8:Run began: x\n10: 64 4\nError\n"), "8:Run began: x|10: 64 4|Error|" },
	{ S("8 Run began: x\n9x 64 4\n"), "8 Run began: x|9x 64 4|" },
	{ S("> Run began: x\n> 64 4\n"), "  Run began: x|  64 4|" },
	{ S("\xff\xfe" "\xe9\0\xac\x20\x3d\xd8\x00\xde"), "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80~" },
	{ S("\xff\xfe" "\x3d\xd8" "a\0\x00\xde"), "?a?~" },
	{ S("\xff\xfe" "a\0b"), "a~" },
};

START_TEST(becomes_lines)
{
	struct strbuf text, got;
	struct iozone_lines lines;
	struct iozone_line line;
	unsigned n = 1;

	strbuf_init(&text);
	strbuf_init(&got);
	ck_assert_int_eq(iozone_text_decode(texts[_i].data, texts[_i].len, &text), 0);
	iozone_lines_init(&lines, text.buf, text.len);
	while (iozone_lines_next(&lines, &line)) {
		ck_assert_uint_eq(line.number, n);
		n += line.ended;
		ck_assert_uint_eq(line.len, strlen(line.text));
		strbuf_addf(&got, "%s%s", line.text, line.ended ? "|" : "~");
	}
	ck_assert_str_eq(got.buf, texts[_i].lines);
	strbuf_release(&text);
	strbuf_release(&got);
}
END_TEST

START_TEST(long_line_is_cut)
{
	struct iozone_lines lines;
	struct iozone_line line;
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addchars(&text, 'x', IOZONE_LINE_MAX);
	strbuf_addstr(&text, "\n");
	strbuf_addchars(&text, 'x', IOZONE_LINE_MAX + 1);
	strbuf_addstr(&text, "\nc");
	iozone_lines_init(&lines, text.buf, text.len);
	ck_assert(iozone_lines_next(&lines, &line) && !line.cut && line.len == IOZONE_LINE_MAX);
	ck_assert(iozone_lines_next(&lines, &line) && line.cut && line.len == IOZONE_LINE_MAX);
	ck_assert(iozone_lines_next(&lines, &line) && !line.cut && !strcmp(line.text, "c"));
	ck_assert(!iozone_lines_next(&lines, &line));
	strbuf_release(&text);
}
END_TEST

START_TEST(tabs_between_words_are_noted)
{
	static const char text[] = "\ta b\na\tb\na \n";
	struct iozone_lines lines;
	struct iozone_line line;

	iozone_lines_init(&lines, text, strlen(text));
	ck_assert(iozone_lines_next(&lines, &line) && !line.tabs);
	ck_assert(iozone_lines_next(&lines, &line) && line.tabs);
	ck_assert(iozone_lines_next(&lines, &line) && !line.tabs);
}
END_TEST

static const struct {
	const char *text;
	double value; /* below 0: no number */
} numbers[] = {
	{ "0", 0 },
	{ "1865", 1865 },
	{ "107477.06", 107477.06 },
	{ "107477,06", 107477.06 },
	{ "0,5", 0.5 },
	{ "1.125", 1.125 },
	{ "1,125", -1 },
	{ "1,125,000", -1 },
	{ "1,1250", 1.125 },
	{ "999999999999999", 999999999999999 },
	{ "9999999999999999", -1 },
	{ "", -1 },
	{ ".5", -1 },
	{ "5.", -1 },
	{ "-5", -1 },
	{ "1e5", -1 },
	{ "0x10", -1 },
	{ "12kB", -1 },
	{ "nan", -1 },
};

START_TEST(reads_numbers)
{
	double value = 7;
	bool ok = iozone_number(numbers[_i].text, strlen(numbers[_i].text), &value);

	ck_assert_int_eq(ok, numbers[_i].value >= 0);
	ck_assert_double_eq(value, ok ? numbers[_i].value : 7);
}
END_TEST

START_TEST(words_have_places)
{
	const struct iozone_line line = { .text = "  ab 12  c" };
	struct iozone_tokens tokens;
	uint64_t size;

	iozone_tokens_split(&line, &tokens);
	ck_assert_uint_eq(tokens.n, 3);
	ck_assert(!tokens.more);
	ck_assert_uint_eq(tokens.v[0].start, 2);
	ck_assert_uint_eq(tokens.v[0].end, 4);
	ck_assert_uint_eq(tokens.v[2].end, 10);
	ck_assert(iozone_token_is(&tokens.v[0], "AB"));
	ck_assert(!iozone_token_is(&tokens.v[0], "abc"));
	ck_assert(iozone_token_size(&tokens.v[1], &size) && size == 12);
	ck_assert(!iozone_token_size(&tokens.v[2], &size));
}
END_TEST

START_TEST(too_many_words_are_noted)
{
	struct iozone_line line = { .len = 0 };
	struct iozone_tokens tokens;
	struct strbuf text;

	strbuf_init(&text);
	for (int i = 0; i <= IOZONE_TOKENS_MAX; i++)
		strbuf_addstr(&text, "1 ");
	line.text = text.buf;
	iozone_tokens_split(&line, &tokens);
	ck_assert_uint_eq(tokens.n, IOZONE_TOKENS_MAX);
	ck_assert(tokens.more);
	strbuf_release(&text);
}
END_TEST

Suite *suite_iozone_text(void)
{
	Suite *suite = suite_create("iozone_text");
	TCase *tcase = tcase_create("iozone_text");

	tcase_add_loop_test(tcase, becomes_lines, 0, (int)(sizeof(texts) / sizeof(*texts)));
	tcase_add_test(tcase, long_line_is_cut);
	tcase_add_test(tcase, tabs_between_words_are_noted);
	tcase_add_loop_test(tcase, reads_numbers, 0, (int)(sizeof(numbers) / sizeof(*numbers)));
	tcase_add_test(tcase, words_have_places);
	tcase_add_test(tcase, too_many_words_are_noted);
	suite_add_tcase(suite, tcase);
	return suite;
}
