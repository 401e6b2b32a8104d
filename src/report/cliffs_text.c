#include "report/cliffs.h"

#include "base/err.h"
#include "base/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 80

/* One boundary with what is needed to say it. */
struct boundary {
	const struct run_cliffs *cliffs;
	const struct mode_cliffs *mode;
	const struct cliff_group *group;
};

static const struct cliff *member(const struct boundary *b, size_t i)
{
	return &b->mode->list.v[b->mode->merge.member[b->group->first + i]];
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
	return &b->mode->causes[b->mode->merge.member[b->group->first + i]];
}

static bool same_cause(const struct cause *a, const struct cause *b)
{
	return a->how != CAUSE_NONE && b->how != CAUSE_NONE && a->fact == b->fact && a->multiple == b->multiple;
}

static size_t count_tests(const struct boundary *b, const struct cause *cause)
{
	size_t n = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += same_cause(cause_of(b, i), cause);
	return n;
}

/* "randread", or where it has several surfaces "randread (depth 4)". */
static void add_test(struct strbuf *out, const struct surface *s)
{
	strbuf_addstr(out, s->test->name);
	if (*s->place)
		strbuf_addf(out, " (%s)", s->place);
}

/* The names of the boundary's tests, or of those that have this cause. */
static void add_tests(struct strbuf *out, const struct boundary *b, const struct cause *cause)
{
	size_t n = cause ? count_tests(b, cause) : b->group->count, done = 0;

	for (size_t i = 0; i < b->group->count; i++) {
		if (cause && !same_cause(cause_of(b, i), cause))
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
		size_t n = count_tests(b, cause);

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
	if (count_tests(b, cause) < b->group->count) {
		strbuf_addstr(out, " in ");
		add_tests(out, b, cause);
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

/* "read and reread fall 85 % as the file grows from 256M to 512M, at all 9 record sizes, ..." */
static void add_boundary(struct strbuf *out, const struct boundary *b)
{
	const struct cliff *clearest = member(b, 0);
	enum axis axis = cliffs_axis(b->cliffs, b->group->axis);
	struct strbuf text;

	strbuf_init(&text);
	add_tests(&text, b, NULL);
	strbuf_addch(&text, ' ');
	add_change(&text, b->group->ratio, b->group->count > 1);
	strbuf_addf(&text, " as %s grows from ", what_grows(axis));
	add_place(&text, axis, b->group->from);
	strbuf_addstr(&text, " to ");
	add_place(&text, axis, b->group->to);
	strbuf_addstr(&text, ", ");
	add_where(&text, b->cliffs, clearest);
	strbuf_addf(&text, "; confidence %.2f%s", b->group->confidence,
		    clearest->edge ? "; at the edge of the grid" : "");
	add_cause(&text, b);
	add_wrapped(out, text.buf);
	strbuf_release(&text);
}

static const char *sight_of(double factor, char text[UNITS_TEXT_LEN])
{
	return isfinite(factor) ? units_format_value(factor, text) : "none";
}

/* What could have been seen, where nothing was. */
static void add_sight(struct strbuf *out, const struct run_cliffs *cliffs, const struct mode_cliffs *m)
{
	char x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN];
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
		strbuf_addf(out, "; a change in all lines by a factor of %s over %s\n  or %s over %s would have been\n",
			    sight_of(least[CLIFF_X], x), axes[cliffs->first].over, sight_of(least[CLIFF_Y], y),
			    axes[cliffs->second].over);
}

static size_t add_boundaries(struct strbuf *out, const struct run_cliffs *cliffs, enum mode mode, bool sure)
{
	const struct mode_cliffs *m = &cliffs->modes[mode];
	size_t n = 0;

	for (size_t i = 0; i < m->merge.n; i++) {
		struct boundary b = { cliffs, m, &m->merge.group[i] };

		if ((b.group->confidence >= CLIFFS_SURE) != sure)
			continue;
		if (!n++ && !sure)
			strbuf_addstr(out, "  possible:\n");
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
		if (!add_boundaries(out, cliffs, (enum mode)mode, true))
			add_sight(out, cliffs, m);
		add_boundaries(out, cliffs, (enum mode)mode, false);
	}
	return strbuf_failed(out) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cliffs") : 0;
}
