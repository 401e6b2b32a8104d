#include "report/cliffs.h"

#include "base/err.h"
#include "base/units.h"
#include "report/cliff_phrases.h"
#include "report/paragraph.h"

#include <errno.h>
#include <math.h>
#include <string.h>

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
		anomalies_text(m, out);
	}
	return strbuf_failed(out) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cliffs") : 0;
}
