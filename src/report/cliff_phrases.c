#include "report/cliff_phrases.h"

#include "base/units.h"

#include <string.h>

void cliff_phrase_place(struct strbuf *out, enum axis axis, double at)
{
	char text[UNITS_TEXT_LEN];

	if (axis == AXES_N)
		strbuf_addf(out, "%.0f", at);
	else
		strbuf_addstr(out, axis_format(axis, (uint64_t)at, text));
}

const char *cliff_phrase_what_grows(enum axis axis)
{
	return axis == AXES_N ? "the number of records per file" : axes[axis].grows;
}

/* The axis of the lines: a boundary along one axis holds for values of the other. */
static enum axis axis_of_lines(const struct run_cliffs *cliffs, const struct cliff *c)
{
	return c->along == CLIFF_X ? cliffs->second : cliffs->first;
}

void cliff_phrase_change(struct strbuf *out, double ratio, bool plural)
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

/* Those of a boundary's tests that are spoken of. */
struct choice {
	const struct cliff_boundary *b;
	boundary_choice *choose;
	const void *by;
};

static bool is_chosen(const struct choice *choice, size_t i)
{
	return boundary_shows(choice->b, i) && choice->choose(choice->b, i, choice->by);
}

static const struct surface *surface_of(const struct choice *choice, size_t i)
{
	return choice->b->mode->tests[boundary_member(choice->b, i)->test];
}

static bool is_same_test(const struct choice *choice, size_t i, size_t j)
{
	return !strcmp(surface_of(choice, i)->test->name, surface_of(choice, j)->test->name);
}

/* Whether none of the surfaces before is one of the same test. */
static bool is_first(const struct choice *choice, size_t i)
{
	for (size_t j = 0; j < i; j++) {
		if (is_chosen(choice, j) && is_same_test(choice, i, j))
			return false;
	}
	return is_chosen(choice, i);
}

/* That of the same test whose surface comes next behind the given one; count: there is none. */
static size_t next_surface(const struct choice *choice, size_t i, const struct surface *behind)
{
	size_t count = choice->b->group->count, next = count;

	for (size_t j = 0; j < count; j++) {
		const struct surface *s = surface_of(choice, j);

		if (!is_chosen(choice, j) || !is_same_test(choice, i, j) || (behind && s <= behind))
			continue;
		if (next == count || s < surface_of(choice, next))
			next = j;
	}
	return next;
}

/* "randread", or where it has several surfaces "randread (depth 4, depth 8)". */
static void add_test(struct strbuf *out, const struct choice *choice, size_t i)
{
	const struct surface *s = NULL;
	const char *before = " (";

	strbuf_addstr(out, surface_of(choice, i)->test->name);
	for (;;) {
		size_t next = next_surface(choice, i, s);

		if (next == choice->b->group->count)
			break;
		s = surface_of(choice, next);
		if (!*s->place)
			continue;
		strbuf_addf(out, "%s%s", before, s->place);
		before = ", ";
	}
	if (*before == ',')
		strbuf_addch(out, ')');
}

void cliff_phrase_tests(struct strbuf *out, const struct cliff_boundary *b, boundary_choice *choose, const void *by)
{
	const struct choice choice = { b, choose, by };
	size_t n = 0, done = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += is_first(&choice, i);
	for (size_t i = 0; i < b->group->count; i++) {
		if (!is_first(&choice, i))
			continue;
		strbuf_addstr(out, !done ? "" : done + 1 == n ? " and " : ", ");
		add_test(out, &choice, i);
		done++;
	}
}

/* Which tests it holds for, where not for all, and where these have the boundary, where not at the place that was said. */
static void add_scope(struct strbuf *out, const struct cliff_boundary *b, const struct cause *cause)
{
	enum axis axis = cliffs_axis(b->cliffs, b->group->axis);
	bool some = boundary_count_tests(b, boundary_has_cause, cause) < boundary_count(b);

	if (some) {
		strbuf_addstr(out, " in ");
		cliff_phrase_tests(out, b, boundary_has_cause, cause);
	}
	if (cause->from == b->group->from && cause->to == b->group->to)
		return;
	strbuf_addstr(out, some ? ", there from " : ", counted from ");
	cliff_phrase_place(out, axis, cause->from);
	strbuf_addstr(out, " to ");
	cliff_phrase_place(out, axis, cause->to);
}

void cliff_phrase_cause(struct strbuf *out, const struct cliff_boundary *b)
{
	const struct cause *cause = boundary_cause(b);
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
	add_scope(out, b, cause);
}

/* "8 of 9", or "all 9" */
static void add_share(struct strbuf *out, unsigned lines, unsigned of_lines)
{
	if (lines == of_lines)
		strbuf_addf(out, "all %u", lines);
	else
		strbuf_addf(out, "%u of %u", lines, of_lines);
}

/* A single line: that of all surfaces, or one of several. Those of other tests may have been looked at together. */
static void add_one_line(struct strbuf *out, enum axis lines, const struct cliff *c)
{
	char at[UNITS_TEXT_LEN];

	strbuf_addf(out, "at the %s %s", axes[lines].over, axis_format(lines, (uint64_t)c->other_from, at));
	if (c->of_lines == 1)
		return;
	if (c->tests) {
		strbuf_addstr(out, ", in ");
		add_share(out, c->lines, c->of_lines);
		strbuf_addstr(out, " surfaces looked at together");
	} else {
		strbuf_addf(out, " of %u", c->of_lines);
	}
}

void cliff_phrase_where(struct strbuf *out, const struct run_cliffs *cliffs, const struct cliff *c)
{
	enum axis lines = axis_of_lines(cliffs, c);
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	if (c->of_lines == 1 || !(c->other_from < c->other_to)) {
		add_one_line(out, lines, c);
		return;
	}
	strbuf_addstr(out, "at ");
	add_share(out, c->lines, c->of_lines);
	strbuf_addf(out, " %s, %s to %s", axes[lines].values, axis_format(lines, (uint64_t)c->other_from, from),
		    axis_format(lines, (uint64_t)c->other_to, to));
}

void cliff_phrase_status(struct strbuf *out, const struct cliff_boundary *b)
{
	size_t confirmed = boundary_count_tests(b, boundary_is_confirmed, NULL);

	if (b->rejected) {
		strbuf_addstr(out, "; when measured again it ");
		cliff_phrase_change(out, b->mode->again[boundary_index(b, boundary_clearest(b))].ratio, false);
		strbuf_addstr(out, ", no more than scatter or slope explain");
	}
	if (!confirmed)
		return;
	strbuf_addstr(out, "; confirmed");
	if (confirmed == boundary_count(b))
		return;
	strbuf_addstr(out, " in ");
	cliff_phrase_tests(out, b, boundary_is_confirmed, NULL);
}

void cliff_phrase_disturbed(struct strbuf *out, const struct cliff_boundary *b)
{
	const struct cliff_disturbed *d = &b->mode->disturbed[boundary_index(b, boundary_clearest(b))];

	if (d->lines && 2 * d->lines >= d->of_lines)
		strbuf_addf(out, "; others used the device in %u of %u lines", d->lines, d->of_lines);
}
