#include "report/gnuplot_text.h"

#include <check.h>

START_TEST(quotes_as_gnuplot_reads_it)
{
	static const struct {
		const char *text, *quoted;
	} rows[] = {
		{ "", "''" },
		{ "md0 at 5 %", "'md0 at 5 %'" },
		{ "host_a $HOME", "'host_a $HOME'" },
		{ "o'brien", "'o' . \"\\047\" . 'brien'" },
		{ "''", "'' . \"\\047\" . '' . \"\\047\" . ''" },
		{ "`id`", "'' . \"\\140\" . 'id' . \"\\140\" . ''" },
		{ "@A\\n\"", "'' . \"\\100\" . 'A' . \"\\134\" . 'n' . \"\\042\" . ''" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf sb;

		strbuf_init(&sb);
		text_add_quoted(&sb, rows[i].text);
		ck_assert_str_eq(sb.buf, rows[i].quoted);
		strbuf_release(&sb);
	}
}
END_TEST

START_TEST(shows_only_what_the_font_has)
{
	static const struct {
		const char *text, *clean;
	} rows[] = {
		{ "RAID-5, 5 \xc3\x97 NVMe", "RAID-5, 5 \xc3\x97 NVMe" },
		{ "a\nb\tc\r", "a b c " },
		{ "a\x01\x7f", "a??" },
		{ "\xe6\x97\xa5\xe6\x9c\xac", "??" },
		{ "1\xe2\x86\x92" "2\xe2\x80\x93" "3", "1\xe2\x86\x92" "2\xe2\x80\x93" "3" },
		{ "\xff\xc3", "??" },
		{ "\xc3\x28", "?(" },
		{ "\xf0\x9f\x98\x80.", "?." },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf sb;

		strbuf_init(&sb);
		text_add_clean(&sb, rows[i].text, 13, 1000);
		ck_assert_str_eq(sb.buf, rows[i].clean);
		strbuf_release(&sb);
	}
}
END_TEST

START_TEST(shortens_to_the_width)
{
	const char *text = "a caption of several words, m\xc3\xbcller, that will not fit";

	for (double width = 30; width < 700; width += 7) {
		struct strbuf sb;

		strbuf_init(&sb);
		strbuf_addstr(&sb, "before");
		text_add_clean(&sb, text, 13, width);
		ck_assert_double_le(text_width_px(sb.buf + 6, 13), width);
		if (text_width_px(text, 13) <= width)
			ck_assert_str_eq(sb.buf + 6, text);
		else
			ck_assert_str_eq(sb.buf + sb.len - 3, "\xe2\x80\xa6");
		strbuf_release(&sb);
	}
}
END_TEST

/* Widths as cairo draws them, in pixels at 13 points. */
START_TEST(knows_the_font)
{
	ck_assert_double_eq_tol(text_width_px("iiii", 13), 4 * 4.82, 0.1);
	ck_assert_double_eq_tol(text_width_px("mmmm", 13), 4 * 16.88, 0.1);
	ck_assert_double_eq_tol(text_width_px("0123456789", 26), 2 * text_width_px("0123456789", 13), 1e-9);
	ck_assert_double_eq(text_width_px("", 13), 0);
}
END_TEST

START_TEST(a_field_is_one_field)
{
	struct strbuf sb;

	strbuf_init(&sb);
	text_add_field(&sb, "chunk \"256K\" \\n");
	ck_assert_str_eq(sb.buf, "\"chunk '256K' /n\"");
	strbuf_release(&sb);
}
END_TEST

Suite *suite_gnuplot_text(void)
{
	Suite *suite = suite_create("gnuplot_text");
	TCase *tcase = tcase_create("gnuplot_text");

	tcase_add_test(tcase, quotes_as_gnuplot_reads_it);
	tcase_add_test(tcase, shows_only_what_the_font_has);
	tcase_add_test(tcase, shortens_to_the_width);
	tcase_add_test(tcase, knows_the_font);
	tcase_add_test(tcase, a_field_is_one_field);
	suite_add_tcase(suite, tcase);
	return suite;
}
