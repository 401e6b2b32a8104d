#include "report/layout.h"
#include "report/text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	text_add_fn *add;
	const char *text, *want;
} texts[] = {
	{ text_add_plain, "", "" },
	{ text_add_plain, "/mnt/d\xc3\xa9j\xc3\xa0 vu", "/mnt/d\xc3\xa9j\xc3\xa0 vu" },
	{ text_add_plain, "a\x1b[31mb\nc\td\x7f" "e", "a?[31mb?c?d?e" },
	{ text_add_plain, "\xc2\x9b" "31m \xc2\xa0 \xff", "?31m \xc2\xa0 ?" },
	{ text_add_plain, "a|b*c", "a|b*c" },
	{ text_add_markdown, "a|b*c <i>\n`x` [y](z) \\", "a\\|b\\*c \\<i\\>?\\`x\\` \\[y\\](z) \\\\" },
	{ text_add_csv, "", "" },
	{ text_add_csv, "plain text; 'x'", "plain text; 'x'" },
	{ text_add_csv, "a,b", "\"a,b\"" },
	{ text_add_csv, "say \"x\"", "\"say \"\"x\"\"\"" },
	{ text_add_csv, "two\nlines", "\"two\nlines\"" },
	{ text_add_csv, "\r", "\"\r\"" },
};

START_TEST(texts_are_made_safe)
{
	struct strbuf out;

	strbuf_init(&out);
	strbuf_addstr(&out, "<");
	texts[_i].add(&out, texts[_i].text);
	ck_assert_str_eq(out.buf + 1, texts[_i].want);
	strbuf_release(&out);
}
END_TEST

static const struct {
	double value;
	const char *want;
} reals[] = {
	{ 0, "0" },
	{ 0.1, "0.1" },
	{ -1.5, "-1.5" },
	{ 1e22, "1e+22" },
	{ 1.0 / 3, "0.3333333333333333" },
	{ 0.1 + 0.2, "0.30000000000000004" },
	{ 123456789.123, "123456789.123" },
	{ NAN, "" },
	{ INFINITY, "" },
	{ -INFINITY, "" },
};

START_TEST(reals_read_back)
{
	struct strbuf out;

	strbuf_init(&out);
	text_add_real(&out, reals[_i].value);
	ck_assert_str_eq(out.buf, reals[_i].want);
	if (out.len)
		ck_assert(strtod(out.buf, NULL) == reals[_i].value);
	strbuf_release(&out);
}
END_TEST

/* A grid of n columns whose texts are len characters long, under heads of one letter. */
static void fill(struct layout *layout, size_t n, int len)
{
	ck_assert_int_eq(layout_init(layout, 2, n + 1), 0);
	strcpy(layout_text(layout, 0, 0), "f");
	strcpy(layout_text(layout, 1, 0), "64K");
	for (size_t c = 1; c <= n; c++) {
		snprintf(layout_text(layout, 0, c), LAYOUT_TEXT_LEN, "%c", (char)('a' + c - 1));
		snprintf(layout_text(layout, 1, c), LAYOUT_TEXT_LEN, "%0*d", len, (int)c);
	}
}

static const struct {
	size_t columns;
	int len;
	size_t width;
	const char *want;
} grids[] = {
	{ 1, 1, 80, "     across\n  f  a\n64K  1\n" },
	{ 3, 2, 80, "     across\n  f   a   b   c\n64K  01  02  03\n" },
	/* Just fits with two blanks, then with one, then not. */
	{ 3, 2, 15, "     across\n  f   a   b   c\n64K  01  02  03\n" },
	{ 3, 2, 14, "    across\n  f  a  b  c\n64K 01 02 03\n" },
	{ 3, 2, 12, "    across\n  f  a  b  c\n64K 01 02 03\n" },
	{ 3, 2, 11, "     across\n  f   a   b\n64K  01  02\n\n     across\n  f   c\n64K  03\n" },
	/* Blocks are even. */
	{ 4, 2, 15, "    across\n  f  a  b  c  d\n64K 01 02 03 04\n" },
	{ 4, 2, 14, "     across\n  f   a   b\n64K  01  02\n\n     across\n  f   c   d\n64K  03  04\n" },
	/* Narrower than a column: one each, whatever it takes. */
	{ 2, 9, 5, "    across\n  f         a\n64K 000000001\n\n    across\n  f         b\n64K 000000002\n" },
};

START_TEST(grids_fit_the_width)
{
	struct layout layout;
	struct strbuf out;

	fill(&layout, grids[_i].columns, grids[_i].len);
	strbuf_init(&out);
	layout_write(&layout, "across", grids[_i].width, &out);
	ck_assert_str_eq(out.buf, grids[_i].want);
	strbuf_release(&out);
	layout_release(&layout);
}
END_TEST

Suite *suite_report_text(void)
{
	Suite *suite = suite_create("report_text");
	TCase *tcase = tcase_create("report_text");

	tcase_add_loop_test(tcase, texts_are_made_safe, 0, (int)(sizeof(texts) / sizeof(*texts)));
	tcase_add_loop_test(tcase, reals_read_back, 0, (int)(sizeof(reals) / sizeof(*reals)));
	tcase_add_loop_test(tcase, grids_fit_the_width, 0, (int)(sizeof(grids) / sizeof(*grids)));
	suite_add_tcase(suite, tcase);
	return suite;
}
