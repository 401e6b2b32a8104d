#include "report/anomalies.h"

#include "base/units.h"
#include "report/cliffs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LEAST 0.2 /* octaves that fresh samples must show, */
#define SHARE 0.5 /* and share of what was found */
#define SAMPLES_LEAST 3U
#define SAMPLES_MOST 16U
#define SHOWN 10U

static const struct cell *cell_at(const struct resultset *rs, const struct surface *s, size_t first, size_t second)
{
	return rs->x < rs->y ? surface_cell(rs, s, first, second) : surface_cell(rs, s, second, first);
}

/* Whether the cell lies at the edge of a cliff of the test. */
static bool belongs_to_cliff(const struct mode_cliffs *m, unsigned test, double x, double y)
{
	for (size_t i = 0; i < m->list.n; i++) {
		const struct cliff *c = &m->list.v[i];
		double own = c->axis == CLIFF_X ? x : c->axis == CLIFF_Y ? y : x / y;
		double other = c->along == CLIFF_X ? y : x;

		if (c->test == test && own >= c->from && own <= c->to && other >= c->other_from && other <= c->other_to)
			return true;
	}
	return false;
}

static struct mode_anomaly describe(const struct resultset *rs, const struct surface *s, const struct cliff_grid *g,
				    const struct anomaly *a)
{
	bool x = a->along == CLIFF_X;

	return (struct mode_anomaly){
		.surface = s,
		.cell = cell_at(rs, s, a->i, a->j),
		.before = x ? cell_at(rs, s, a->before, a->j) : cell_at(rs, s, a->i, a->before),
		.after = x ? cell_at(rs, s, a->after, a->j) : cell_at(rs, s, a->i, a->after),
		.at = { x ? g->x[a->before] : g->y[a->before], x ? g->x[a->i] : g->y[a->j],
			x ? g->x[a->after] : g->y[a->after] },
		.ratio = a->ratio,
		.again = NAN,
	};
}

static struct cliff_cell fresh(const struct cell *cell, double samples[SAMPLES_MOST])
{
	unsigned n = 0;

	for (; n < cell->again_n && n < SAMPLES_MOST; n++)
		samples[n] = cell->again[n]->throughput_mib_s;
	return (struct cliff_cell){ .samples = samples, .count = n };
}

/* Whether that much is to be seen. */
static bool shows(const struct mode_anomaly *a, double ratio)
{
	double found = log2(a->ratio);

	return log2(ratio) * (found < 0 ? -1 : 1) >= fmax(LEAST, SHARE * fabs(found));
}

static void judge(struct mode_anomaly *a)
{
	double samples[3][SAMPLES_MOST];
	bool each = true;
	struct cliff_cell before = fresh(a->before, samples[0]), own = fresh(a->cell, samples[1]);
	struct cliff_cell after = fresh(a->after, samples[2]);

	if (own.count < SAMPLES_LEAST || before.count < SAMPLES_LEAST || after.count < SAMPLES_LEAST)
		return;
	a->again = anomaly_ratio(&before, &own, &after, a->at);
	for (unsigned k = 0; k < own.count; k++) {
		struct cliff_cell one = { .samples = &own.samples[k], .count = 1 };

		each = each && shows(a, anomaly_ratio(&before, &one, &after, a->at));
	}
	a->status = !shows(a, a->again) ? ANOMALY_ACCIDENT : each ? ANOMALY_STAYS : ANOMALY_UNSTEADY;
}

int anomalies_add(const struct resultset *rs, struct mode_cliffs *m, const struct surface *surface,
		  const struct cliff_grid *grid, unsigned test)
{
	struct anomaly_list found;
	struct mode_anomaly *longer;
	int ret = anomaly_find(grid, &found);

	if (ret)
		return ret;
	longer = reallocarray(m->anomalies, m->anomalies_n + found.n + 1, sizeof(*longer));
	if (longer)
		m->anomalies = longer;
	for (size_t i = 0; longer && i < found.n; i++) {
		const struct anomaly *a = &found.v[i];

		if (belongs_to_cliff(m, test, grid->x[a->i], grid->y[a->j]))
			continue;
		longer[m->anomalies_n] = describe(rs, surface, grid, a);
		judge(&longer[m->anomalies_n++]);
	}
	free(found.v);
	return longer ? 0 : -ENOMEM;
}

static int by_size(const void *a, const void *b)
{
	const struct mode_anomaly *p = a, *q = b;
	double x = fabs(log2(p->ratio)), y = fabs(log2(q->ratio));

	if (x != y)
		return x < y ? 1 : -1;
	return (p->cell > q->cell) - (p->cell < q->cell);
}

void anomalies_sort(struct mode_cliffs *m)
{
	if (m->anomalies_n)
		qsort(m->anomalies, m->anomalies_n, sizeof(*m->anomalies), by_size);
}

static void add_ratio(struct strbuf *out, double ratio)
{
	char text[UNITS_TEXT_LEN];

	if (ratio < 2)
		strbuf_addf(out, "%.0f %% %s", 100 * fabs(ratio - 1), ratio < 1 ? "lower" : "higher");
	else
		strbuf_addf(out, "%s times as high", units_format_value(ratio, text));
}

static void add_place(struct strbuf *out, enum axis axis, const struct mode_anomaly *a)
{
	strbuf_addstr(out, ", ");
	axis_add_value(axis, axis_of_sample(axis, a->cell->samples[0]), out);
}

static void add_one(struct strbuf *out, const struct run_cliffs *cliffs, const struct mode_anomaly *a)
{
	static const char *const words[] = {
		[ANOMALY_STAYS] = "it stays",
		[ANOMALY_UNSTEADY] = "it comes and goes",
		[ANOMALY_ACCIDENT] = "an accident of the data",
	};

	strbuf_addf(out, "    %s%s%s%s", a->surface->test->name, *a->surface->place ? " (" : "", a->surface->place,
		    *a->surface->place ? ")" : "");
	add_place(out, cliffs->first, a);
	add_place(out, cliffs->second, a);
	strbuf_addstr(out, ": ");
	add_ratio(out, a->ratio);
	if (a->status == ANOMALY_UNKNOWN) {
		strbuf_addstr(out, "; not measured again\n");
		return;
	}
	strbuf_addf(out, "; %s: again ", words[a->status]);
	add_ratio(out, a->again);
	strbuf_addch(out, '\n');
}

void anomalies_text(const struct run_cliffs *cliffs, const struct mode_cliffs *m, struct strbuf *out)
{
	if (!m->anomalies_n)
		return;
	strbuf_addstr(out, "  cells unlike their neighbours:\n");
	for (size_t i = 0; i < m->anomalies_n && i < SHOWN; i++)
		add_one(out, cliffs, &m->anomalies[i]);
	if (m->anomalies_n > SHOWN)
		strbuf_addf(out, "    and %zu more\n", m->anomalies_n - SHOWN);
}

json_t *anomaly_json(const struct mode_anomaly *a)
{
	static const char *const names[] = {
		[ANOMALY_UNKNOWN] = "unknown",
		[ANOMALY_STAYS] = "stays",
		[ANOMALY_UNSTEADY] = "unsteady",
		[ANOMALY_ACCIDENT] = "accident",
	};
	const struct sample *at = a->cell->samples[0];
	json_t *json = json_pack("{s:s, s:s}", "mode", mode_name(a->surface->mode), "test", a->surface->test->name);

	for (int i = 0; json && i < AXES_N; i++)
		json_object_set_new(json, axes[i].key, json_integer((json_int_t)axis_of_sample((enum axis)i, at)));
	if (json) {
		json_object_set_new(json, "ratio", json_real(a->ratio));
		json_object_set_new(json, "again", isfinite(a->again) ? json_real(a->again) : json_null());
		json_object_set_new(json, "status", json_string(names[a->status]));
	}
	return json;
}
