#include "report/cliffs.h"

#include "base/err.h"
#include "base/units.h"
#include "report/cliff_phrases.h"
#include "report/paragraph.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define NEARLY 1.1

/* "read and reread fall 85 % as the file grows from 256M to 512M, at all 9 record sizes, ..." */
static void add_boundary(struct strbuf *out, const struct cliff_boundary *b)
{
	const struct cliff *c = boundary_member(b, boundary_clearest(b));
	enum axis axis = cliffs_axis(b->cliffs, b->group->axis);
	struct strbuf text;

	strbuf_init(&text);
	cliff_phrase_tests(&text, b, boundary_any, NULL);
	strbuf_addch(&text, ' ');
	cliff_phrase_change(&text, boundary_ratio(b), boundary_count(b) > 1);
	strbuf_addf(&text, " as %s grows from ", cliff_phrase_what_grows(axis));
	cliff_phrase_place(&text, axis, b->group->from);
	strbuf_addstr(&text, " to ");
	cliff_phrase_place(&text, axis, b->group->to);
	strbuf_addstr(&text, ", ");
	cliff_phrase_where(&text, b->cliffs, c);
	strbuf_addf(&text, "; confidence %.2f%s", boundary_confidence(b),
		    c->edge ? "; at the edge of the grid" : "");
	cliff_phrase_status(&text, b);
	cliff_phrase_disturbed(&text, b);
	if (!b->rejected)
		cliff_phrase_cause(&text, b);
	paragraph_add(out, text.buf);
	strbuf_release(&text);
}

/* What could have been seen on an axis: the tests that show least and most. */
struct sight {
	size_t least, most; /* numbers of tests */
	double factor[2]; /* theirs, least first: the smallest change; NAN: none could be seen */
};

static struct sight find_sight(const struct mode_cliffs *m, enum cliff_axis axis)
{
	struct sight s = { .factor = { NAN, NAN } };

	for (size_t t = 0; t < m->tests_n; t++) {
		double factor = m->sight[t].factor[axis];

		if (isnan(factor))
			continue;
		if (!(s.factor[0] <= factor)) {
			s.least = t;
			s.factor[0] = factor;
		}
		if (!(s.factor[1] >= factor)) {
			s.most = t;
			s.factor[1] = factor;
		}
	}
	return s;
}

/* "1.22 (read) to 1.72 (write) over file size"; one factor where those of all tests are nearly the same. */
static void add_factor(struct strbuf *out, const struct mode_cliffs *m, const struct sight *s, enum axis axis)
{
	char least[UNITS_TEXT_LEN], most[UNITS_TEXT_LEN];

	units_format_value(s->factor[1], most);
	if (s->factor[1] > NEARLY * s->factor[0])
		strbuf_addf(out, "%s (%s) to %s (%s)", units_format_value(s->factor[0], least), m->tests[s->least]->test->name,
			    most, m->tests[s->most]->test->name);
	else
		strbuf_addstr(out, most);
	strbuf_addf(out, " over %s", axes[axis].over);
}

/* What could have been seen, where nothing was. An axis on which none could be is not spoken of. */
static void add_sight(struct strbuf *out, const struct run_cliffs *cliffs, const struct mode_cliffs *m)
{
	struct sight x = find_sight(m, CLIFF_X), y = find_sight(m, CLIFF_Y);
	bool along_x = isfinite(x.factor[1]), along_y = isfinite(y.factor[1]);
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addstr(&text, "none found; ");
	if (along_x || along_y)
		strbuf_addstr(&text, "a change in all lines would have been, by a factor of ");
	else
		strbuf_addstr(&text, "the grid is too small to show any");
	if (along_x)
		add_factor(&text, m, &x, cliffs->first);
	if (along_x && along_y)
		strbuf_addstr(&text, " or of ");
	if (along_y)
		add_factor(&text, m, &y, cliffs->second);
	paragraph_add(out, text.buf);
	strbuf_release(&text);
}

enum section { SURE, POSSIBLE, REJECTED };

static bool belongs(const struct cliff_boundary *b, enum section section)
{
	enum cliff_status status = cliffs_group_status(b->mode, b->group);

	if (section == REJECTED)
		return boundary_count(b) > 0;
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
		struct cliff_boundary b = { cliffs, m, &m->merge.group[i], section == REJECTED };

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
		if (mode == MODE_DEVICE)
			placement_text(&cliffs->placement, out);
		anomalies_text(cliffs, m, out);
	}
	return strbuf_failed(out) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cliffs") : 0;
}
