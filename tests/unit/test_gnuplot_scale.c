#include "report/gnuplot_scale.h"

#include "base/strbuf.h"

#include <check.h>
#include <math.h>

static struct value_scale scale_of(double min, double max, enum picture_scale kind)
{
	const struct value_range range = { min, max, min };

	return value_scale_for(&range, kind);
}

START_TEST(log_from_fifty_times)
{
	ck_assert(!scale_of(100, 100, PICTURE_SCALE_AUTO).log);
	ck_assert(!scale_of(100, 5000, PICTURE_SCALE_AUTO).log);
	ck_assert(scale_of(100, 5001, PICTURE_SCALE_AUTO).log);
	ck_assert_double_eq(scale_of(100, 5000, PICTURE_SCALE_AUTO).low, 0);
}
END_TEST

START_TEST(as_asked)
{
	const struct value_range range = { 100, 200, 100 };

	ck_assert(scale_of(100, 200, PICTURE_SCALE_LOG).log);
	ck_assert(!scale_of(1, 1e6, PICTURE_SCALE_LINEAR).log);
	ck_assert(value_scale_of_lines(&range, PICTURE_SCALE_AUTO).log);
	ck_assert(!value_scale_of_lines(&range, PICTURE_SCALE_LINEAR).log);
}
END_TEST

/* Shares and times may be 0. */
START_TEST(zeros_have_a_place)
{
	static const struct value_range some = { 0, 5000, 10 }, none = { 0, 0, NAN };
	double ticks[SCALE_TICKS_MAX];
	struct value_scale s = value_scale_for(&some, PICTURE_SCALE_AUTO);

	ck_assert(!s.log);
	ck_assert(!value_scale_of_lines(&some, PICTURE_SCALE_AUTO).log);
	s = value_scale_for(&some, PICTURE_SCALE_LOG);
	ck_assert(s.log);
	ck_assert_double_eq(s.low, 10);
	ck_assert_double_eq(value_scale_share(&s, 0), 0);
	for (unsigned kind = 0; kind < 3; kind++) {
		s = value_scale_for(&none, (enum picture_scale)kind);
		ck_assert(!s.log);
		ck_assert_double_eq(value_scale_share(&s, 0), 0);
		ck_assert_uint_gt(value_scale_ticks(&s, ticks), 1);
	}
}
END_TEST

START_TEST(holds_all_values)
{
	for (double min = 0.0213; min < 2e5; min *= 3.7) {
		for (double ratio = 1; ratio < 1e6; ratio *= 2.3) {
			struct value_scale scales[] = { scale_of(min, min * ratio, PICTURE_SCALE_AUTO),
							scale_of(min, min * ratio, PICTURE_SCALE_LOG) };

			for (size_t i = 0; i < 2; i++) {
				ck_assert_double_ge(value_scale_share(&scales[i], min), 0);
				ck_assert_double_lt(value_scale_share(&scales[i], min * ratio), 1);
				ck_assert_double_ge(value_scale_share(&scales[i], min * ratio),
						    scales[i].log && ratio < 3 ? 0 : 0.4);
			}
		}
	}
}
END_TEST

/* What is seen on the axis. */
START_TEST(ticks_are_round)
{
	static const struct {
		double min, max;
		bool log;
		const char *ticks;
	} rows[] = {
		{ 52, 7700, true, "'50' 1.69897, '100' 2, '200' 2.30103, '500' 2.69897, '1000' 3, '2000' 3.30103, "
				  "'5000' 3.69897" },
		{ 0.02, 0.09, true, "'0.02' -1.69897, '0.03' -1.522879, '0.04' -1.39794, '0.05' -1.30103, "
				    "'0.06' -1.221849, '0.08' -1.09691" },
		{ 2, 123456, true, "'10' 1, '100' 2, '1000' 3, '10000' 4, '100000' 5" },
		{ 300, 1250, false, "'0' 0, '250' 250, '500' 500, '750' 750, '1000' 1000, '1250' 1250" },
		{ 99000, 103000, false, "'0' 0, '20000' 20000, '40000' 40000, '60000' 60000, '80000' 80000, "
					"'100000' 100000" },
		{ 0.2, 0.27, false, "'0' 0, '0.05' 0.05, '0.1' 0.1, '0.15' 0.15, '0.2' 0.2, '0.25' 0.25" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct value_scale s = scale_of(rows[i].min, rows[i].max, rows[i].log ? PICTURE_SCALE_LOG : PICTURE_SCALE_AUTO);
		struct strbuf sb;

		strbuf_init(&sb);
		value_scale_add_ticks(&sb, &s);
		ck_assert_str_eq(sb.buf, rows[i].ticks);
		strbuf_release(&sb);
	}
}
END_TEST

START_TEST(ticks_lie_on_the_axis)
{
	for (double min = 0.0213; min < 2e5; min *= 3.7) {
		for (double ratio = 1; ratio < 1e8; ratio *= 2.3) {
			struct value_scale s = scale_of(min, min * ratio, PICTURE_SCALE_LOG);
			double ticks[SCALE_TICKS_MAX];
			size_t n = value_scale_ticks(&s, ticks);

			ck_assert_uint_ge(n, 3);
			ck_assert_uint_lt(n, 16);
			for (size_t i = 0; i < n; i++) {
				ck_assert_double_ge(value_scale_share(&s, ticks[i]), -1e-6);
				ck_assert_double_le(value_scale_share(&s, ticks[i]), 1 + 1e-6);
				ck_assert(!i || ticks[i] > ticks[i - 1]);
			}
		}
	}
}
END_TEST

Suite *suite_gnuplot_scale(void)
{
	Suite *suite = suite_create("gnuplot_scale");
	TCase *tcase = tcase_create("gnuplot_scale");

	tcase_add_test(tcase, log_from_fifty_times);
	tcase_add_test(tcase, as_asked);
	tcase_add_test(tcase, zeros_have_a_place);
	tcase_add_test(tcase, holds_all_values);
	tcase_add_test(tcase, ticks_are_round);
	tcase_add_test(tcase, ticks_lie_on_the_axis);
	suite_add_tcase(suite, tcase);
	return suite;
}
