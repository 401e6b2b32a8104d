#include "report/cliffs.h"

#include "base/err.h"
#include "base/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 80

/* One boundary with what is needed to say it: of the tests that it was rejected in, or of the others. */
struct boundary {
	const struct run_cliffs *cliffs;
	const struct mode_cliffs *mode;
	const struct cliff_group *group;
	bool rejected;
};

static size_t member_index(const struct boundary *b, size_t i)
{
	return b->mode->merge.member[b->group->first + i];
}

static const struct cliff *member(const struct boundary *b, size_t i)
{
	return &b->mode->list.v[member_index(b, i)];
}

static enum cliff_status member_status(const struct boundary *b, size_t i)
{
	return b->mode->status[member_index(b, i)];
}

static bool is_shown(const struct boundary *b, size_t i)
{
	return (member_status(b, i) == CLIFF_REJECTED) == b->rejected;
}

static size_t count_shown(const struct boundary *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += is_shown(b, i);
	return n;
}

/* There is one: the boundary is not said otherwise. */
static size_t clearest(const struct boundary *b)
{
	size_t i = 0;

	while (!is_shown(b, i))
		i++;
	return i;
}

static void add_place(struct strbuf *out, enum axis axis, double at)
{
	char text[UNITS_TEXT_LEN];

	if (axis == AXES_N)
		strbuf_addf(out, "%.0f", at);
	else
		strbuf_addstr(out, axis_format(axis, (uint64_t)at, text));
}

static const char *what_grows(enum axis axis)
{
	return axis == AXES_N ? "the number of records per file" : axes[axis].grows;
}

/* The axis of the lines: a boundary along one axis holds for values of the other. */
static enum axis axis_of_lines(const struct run_cliffs *cliffs, const struct cliff *c)
{
	return c->along == CLIFF_X ? cliffs->second : cliffs->first;
}

static void add_change(struct strbuf *out, double ratio, bool plural)
{
	const char *s = plural ? "" : "s";
	char factor[UNITS_TEXT_LEN];

	if (ratio < 1)
		strbuf_addf(out, "fall%s %.0f %%", s, 100 * (1 - ratio));
	else if (ratio < 2)
		strbuf_addf(out, "rise%s %.0f %%", s, 100 * (ratio - 1));
	else
		strbuf_addf(out, "rise%s by a factor of %s", s, units_format_value(ratio, factor));
}

static const struct cause *cause_of(const struct boundary *b, size_t i)
{
	return &b->mode->causes[member_index(b, i)];
}

static bool same_cause(const struct cause *a, const struct cause *b)
{
	return a->how != CAUSE_NONE && b->how != CAUSE_NONE && a->fact == b->fact && a->multiple == b->multiple;
}

/* Whether a test of the boundary is one of those that are asked for. */
typedef bool choose_test(const struct boundary *b, size_t i, const void *by);

static bool has_cause(const struct boundary *b, size_t i, const void *cause)
{
	return same_cause(cause_of(b, i), cause);
}

static bool is_confirmed(const struct boundary *b, size_t i, const void *unused)
{
	(void)unused;
	return member_status(b, i) == CLIFF_CONFIRMED;
}

static bool any(const struct boundary *b, size_t i, const void *unused)
{
	(void)b;
	(void)i;
	(void)unused;
	return true;
}

static size_t count_tests(const struct boundary *b, choose_test *choose, const void *by)
{
	size_t n = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += is_shown(b, i) && choose(b, i, by);
	return n;
}

/* "randread", or where it has several surfaces "randread (depth 4)". */
static void add_test(struct strbuf *out, const struct surface *s)
{
	strbuf_addstr(out, s->test->name);
	if (*s->place)
		strbuf_addf(out, " (%s)", s->place);
}

/* The names of those of the boundary's tests. */
static void add_tests(struct strbuf *out, const struct boundary *b, choose_test *choose, const void *by)
{
	size_t n = count_tests(b, choose, by), done = 0;

	for (size_t i = 0; i < b->group->count; i++) {
		if (!is_shown(b, i) || !choose(b, i, by))
			continue;
		strbuf_addstr(out, !done ? "" : done + 1 == n ? " and " : ", ");
		add_test(out, b->mode->tests[member(b, i)->test]);
		done++;
	}
}

static bool fits_better(const struct cause *a, const struct cause *b)
{
	return a->how != b->how ? a->how > b->how : a->score * (1 - a->chance) > b->score * (1 - b->chance);
}

/* Of the causes of the tests that which most of them have, as the test has it that it fits best; NULL: none. */
static const struct cause *common_cause(const struct boundary *b)
{
	const struct cause *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < b->group->count; i++) {
		const struct cause *cause = cause_of(b, i);
		size_t n = is_shown(b, i) ? count_tests(b, has_cause, cause) : 0;

		if (n > most || (n && n == most && fits_better(cause, best))) {
			best = cause;
			most = n;
		}
	}
	return best;
}

/* "; consistent with 2 x md0's stripe of 1.25M (chance 7 %) in write and rewrite" */
static void add_cause(struct strbuf *out, const struct boundary *b)
{
	const struct cause *cause = common_cause(b);
	char size[UNITS_TEXT_LEN];

	if (!cause)
		return;
	strbuf_addstr(out, cause->how == CAUSE_AT ? "; consistent with " : "; near ");
	if (cause->multiple > 1)
		strbuf_addf(out, "%u x ", cause->multiple);
	strbuf_addf(out, "%s of ", cause->fact->name);
	if (cause->fact->kind == CAUSE_STRIDE)
		strbuf_addf(out, "%.0f records", cause->fact->size);
	else
		strbuf_addstr(out, units_format_size((uint64_t)cause->fact->size, size));
	strbuf_addf(out, " (chance %.0f %%)", 100 * cause->chance);
	if (count_tests(b, has_cause, cause) < count_shown(b)) {
		strbuf_addstr(out, " in ");
		add_tests(out, b, has_cause, cause);
	}
}

static void add_where(struct strbuf *out, const struct run_cliffs *cliffs, const struct cliff *c)
{
	enum axis lines = axis_of_lines(cliffs, c);
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	if (c->of_lines == 1) {
		strbuf_addf(out, "at the %s %s", axes[lines].over, axis_format(lines, (uint64_t)c->other_from, from));
		return;
	}
	if (c->lines == c->of_lines)
		strbuf_addf(out, "at all %u %s", c->lines, axes[lines].values);
	else
		strbuf_addf(out, "at %u of %u %s", c->lines, c->of_lines, axes[lines].values);
	strbuf_addf(out, ", %s to %s", axis_format(lines, (uint64_t)c->other_from, from),
		    axis_format(lines, (uint64_t)c->other_to, to));
}

/* A paragraph with hanging indent; words that are longer than a line stand alone. */
static void add_wrapped(struct strbuf *out, const char *text)
{
	size_t column = 0, len;

	for (; *text; text += len + (text[len] == ' ')) {
		len = strcspn(text, " ");
		if (column && column + 1 + len > COLUMNS) {
			strbuf_addstr(out, "\n   ");
			column = 3;
		}
		strbuf_addstr(out, column ? " " : "  ");
		strbuf_add(out, text, len);
		column += len + (column ? 1 : 2);
	}
	strbuf_addch(out, '\n');
}

/* What came of looking again, where that was done. */
static void add_status(struct strbuf *out, const struct boundary *b)
{
	size_t confirmed = count_tests(b, is_confirmed, NULL);

	if (b->rejected) {
		strbuf_addstr(out, "; when measured again it ");
		add_change(out, b->mode->again[member_index(b, clearest(b))].ratio, false);
		strbuf_addstr(out, ", no more than scatter or slope explain");
	}
	if (!confirmed)
		return;
	strbuf_addstr(out, "; confirmed");
	if (confirmed == count_shown(b))
		return;
	strbuf_addstr(out, " in ");
	add_tests(out, b, is_confirmed, NULL);
}

/* The tests' median; where some of them are not shown, that of the clearest. */
static double ratio_of(const struct boundary *b)
{
	return count_shown(b) == b->group->count ? b->group->ratio : member(b, clearest(b))->ratio;
}

/* "read and reread fall 85 % as the file grows from 256M to 512M, at all 9 record sizes, ..." */
static void add_boundary(struct strbuf *out, const struct boundary *b)
{
	const struct cliff *c = member(b, clearest(b));
	enum axis axis = cliffs_axis(b->cliffs, b->group->axis);
	struct strbuf text;

	strbuf_init(&text);
	add_tests(&text, b, any, NULL);
	strbuf_addch(&text, ' ');
	add_change(&text, ratio_of(b), count_shown(b) > 1);
	strbuf_addf(&text, " as %s grows from ", what_grows(axis));
	add_place(&text, axis, b->group->from);
	strbuf_addstr(&text, " to ");
	add_place(&text, axis, b->group->to);
	strbuf_addstr(&text, ", ");
	add_where(&text, b->cliffs, c);
	strbuf_addf(&text, "; confidence %.2f%s", b->group->confidence,
		    c->edge ? "; at the edge of the grid" : "");
	add_status(&text, b);
	if (!b->rejected)
		add_cause(&text, b);
	add_wrapped(out, text.buf);
	strbuf_release(&text);
}

/* An axis on which none could be seen is not spoken of. */
static void add_factors(struct strbuf *out, const struct run_cliffs *cliffs, const double least[CLIFF_AXES])
{
	char text[UNITS_TEXT_LEN];
	bool both = isfinite(least[CLIFF_X]) && isfinite(least[CLIFF_Y]);

	strbuf_addstr(out, "; a change in all lines by a factor of ");
	if (isfinite(least[CLIFF_X]))
		strbuf_addf(out, "%s over %s", units_format_value(least[CLIFF_X], text), axes[cliffs->first].over);
	if (both)
		strbuf_addstr(out, "\n  or ");
	if (isfinite(least[CLIFF_Y]))
		strbuf_addf(out, "%s over %s", units_format_value(least[CLIFF_Y], text), axes[cliffs->second].over);
	strbuf_addstr(out, both ? " would have been\n" : "\n  would have been\n");
}

/* What could have been seen, where nothing was. */
static void add_sight(struct strbuf *out, const struct run_cliffs *cliffs, const struct mode_cliffs *m)
{
	double least[CLIFF_AXES] = { NAN, NAN, NAN };

	/* The worst test stands for all: what it could have shown, all could. */
	for (size_t t = 0; t < m->tests_n; t++) {
		for (int axis = 0; axis < CLIFF_AXES; axis++)
			least[axis] = fmax(least[axis], m->sight[t].factor[axis]);
	}
	strbuf_addstr(out, "  none found");
	if (!isfinite(least[CLIFF_X]) && !isfinite(least[CLIFF_Y]))
		strbuf_addstr(out, "; the grid is too small to show any\n");
	else
		add_factors(out, cliffs, least);
}

enum section { SURE, POSSIBLE, REJECTED };

static bool belongs(const struct boundary *b, enum section section)
{
	enum cliff_status status = cliffs_group_status(b->mode, b->group);

	if (section == REJECTED)
		return count_shown(b) > 0;
	return section == SURE ? cliffs_is_sure(status) : status == CLIFF_POSSIBLE;
}

static size_t add_boundaries(struct strbuf *out, const struct run_cliffs *cliffs, const struct mode_cliffs *m,
			     enum section section)
{
	static const char *const heads[] = {
		[POSSIBLE] = "  possible:\n",
		[REJECTED] = "  not confirmed when measured again:\n",
	};
	size_t n = 0;

	for (size_t i = 0; i < m->merge.n; i++) {
		struct boundary b = { cliffs, m, &m->merge.group[i], section == REJECTED };

		if (!belongs(&b, section))
			continue;
		if (!n++ && heads[section])
			strbuf_addstr(out, heads[section]);
		add_boundary(out, &b);
	}
	return n;
}

int cliffs_text(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err)
{
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &cliffs->modes[mode];

		if (!m->tests_n)
			continue;
		strbuf_addf(out, "Cliffs in %s mode\n", mode_name((enum mode)mode));
		if (!add_boundaries(out, cliffs, m, SURE))
			add_sight(out, cliffs, m);
		add_boundaries(out, cliffs, m, POSSIBLE);
		add_boundaries(out, cliffs, m, REJECTED);
		anomalies_text(m, out);
	}
	return strbuf_failed(out) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cliffs") : 0;
}
