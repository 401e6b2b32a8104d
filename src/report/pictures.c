#include "report/pictures.h"

#include "base/err.h"
#include "base/units.h"
#include "model/envfacts.h"
#include "pattern/pattern.h"
#include "report/gnuplot_scale.h"
#include "report/overview_place.h"
#include "report/picture_caption.h"
#include "report/surface_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFS_MAX 8
#define STRIPE "stripe" /* what an array does at its size it does at the multiples */
#define PICTURE_NAME_LEN 256

/* What all pictures of a mode share; owns what the surfaces borrow. */
struct page {
	const struct resultset *rs;
	const struct run_cliffs *all_cliffs;
	const struct mode_cliffs *cliffs;
	enum mode mode;
	struct strbuf caption1;
	struct strbuf *captions; /* the second lines of the surfaces */
	struct picture_ref refs[REFS_MAX];
	struct strbuf labels[REFS_MAX];
	size_t refs_n, write_refs_n; /* write_refs_n: of these, the last ones, which only concern writes */
	struct value_range common; /* of all surfaces */
	struct picture_surface *surfaces;
	char (*names)[PICTURE_NAME_LEN];
	const struct surface **sources; /* of surfaces */
	size_t surfaces_n;
};

static enum picture_state picture_state(enum cell_state state)
{
	switch (state) {
	case CELL_PLANNED:
		return PICTURE_PLANNED;
	case CELL_MEASURED:
		return PICTURE_MEASURED;
	case CELL_FAILED:
		return PICTURE_FAILED;
	case CELL_SKIPPED:
		return PICTURE_SKIPPED;
	default:
		return PICTURE_OUTSIDE;
	}
}

/* A rate of 0 is no measurement; other figures may well be 0. */
static bool has_value(const struct resultset *rs, const struct cell *cell)
{
	return isfinite(cell->median) && cell->median >= 0 && (cell->median > 0 || !metric_is_rate(rs->metric));
}

static bool is_doubtful(enum verdict verdict)
{
	return verdict == VERDICT_NOISY || verdict == VERDICT_DRIFTING || verdict == VERDICT_CONTAMINATED;
}

static struct picture_cell copy_cell(const struct resultset *rs, const struct cell *cell)
{
	struct picture_cell copy = { .state = picture_state(cell->state) };

	if (cell->state != CELL_MEASURED)
		return copy;
	if (!has_value(rs, cell)) {
		copy.state = isfinite(cell->median) ? PICTURE_FAILED : PICTURE_PLANNED;
		return copy;
	}
	copy.value = cell->median;
	copy.min = fmax(cell->min, 0);
	copy.max = cell->max;
	copy.n = (unsigned)cell->samples_n;
	copy.noisy = is_doubtful(cell->verdict) && !rs->metric->of_cell;
	return copy;
}

static struct picture_cell *copy_cells(const struct resultset *rs, const struct surface *s)
{
	size_t n = resultset_cells_n(rs);
	struct picture_cell *cells = calloc(n ? n : 1, sizeof(*cells));

	for (size_t i = 0; cells && i < n; i++)
		cells[i] = copy_cell(rs, &s->cells[i]);
	return cells;
}

static void widen(struct value_range *range, const struct picture_surface *s)
{
	for (size_t i = 0; i < s->x.n * s->y.n; i++) {
		const struct picture_cell *cell = &s->cells[i];

		if (cell->state != PICTURE_MEASURED)
			continue;
		range->min = fmin(range->min, cell->value);
		range->max = fmax(range->max, cell->n > 1 ? cell->max : cell->value);
		if (cell->value > 0)
			range->least = fmin(range->least, cell->n > 1 && cell->min > 0 ? cell->min : cell->value);
	}
}

static struct picture_ruler ruler(const struct resultset *rs, enum axis axis)
{
	return (struct picture_ruler){
		.title = axes[axis].title,
		.noun = axes[axis].head,
		.bytes = axes[axis].bytes,
		.v = rs->axes[axis].v,
		.n = rs->axes[axis].n,
	};
}

static enum picture_family family(const struct surface *s)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);

	if (!strcmp(s->test->api, "stdio"))
		return PICTURE_STDIO;
	if (!pattern || (pattern->flags & PATTERN_READS && pattern->flags & PATTERN_WRITES))
		return PICTURE_OTHER;
	return pattern->flags & PATTERN_READS ? PICTURE_READS : PICTURE_WRITES;
}

static bool writes(const struct surface *s)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);

	return !pattern || pattern->flags & PATTERN_WRITES;
}

/* The diagonals of a picture are those of x over y. */
static bool can_be_drawn(const struct page *page, const struct cliff *c)
{
	return c->axis != CLIFF_RATIO || page->rs->x == page->all_cliffs->first;
}

static enum picture_axis picture_axis(const struct page *page, enum cliff_axis axis)
{
	if (axis == CLIFF_RATIO)
		return PICTURE_DIAGONAL;
	return cliffs_axis(page->all_cliffs, axis) == page->rs->x ? PICTURE_X : PICTURE_Y;
}

/* The test's cliffs that are sure, clearest first as the list has them. */
static struct picture_cliff *copy_cliffs(const struct page *page, const struct surface *s, size_t *n)
{
	struct picture_cliff *cliffs = calloc(page->cliffs->list.n + 1, sizeof(*cliffs));

	*n = 0;
	/* They are cliffs of throughput. */
	if (!metric_is_throughput(page->rs->metric))
		return cliffs;
	for (size_t i = 0; cliffs && i < page->cliffs->list.n; i++) {
		const struct cliff *c = &page->cliffs->list.v[i];

		if (page->cliffs->tests[c->test] != s || !cliffs_is_sure(page->cliffs->status[i]) ||
		    !can_be_drawn(page, c))
			continue;
		cliffs[(*n)++] = (struct picture_cliff){
			.axis = picture_axis(page, c->axis),
			.from = (uint64_t)c->from,
			.to = (uint64_t)c->to,
			.first = (uint64_t)c->other_from,
			.last = (uint64_t)c->other_to,
			.ratio = c->ratio,
		};
	}
	return cliffs;
}

/* What is not throughput has its metric behind it. */
static void file_name(const struct metric *metric, const char *surface, char name[PICTURE_NAME_LEN])
{
	bool plain = metric_is_throughput(metric);

	snprintf(name, PICTURE_NAME_LEN, "%s%s%s", surface, plain ? "" : "-", plain ? "" : metric->name);
}

static void add_load(const struct page *page, const struct surface *s, struct strbuf *caption)
{
	size_t before = caption->len;

	strbuf_addstr(caption, " · ");
	surface_text_load(page->rs, s, caption);
	if (caption->len == before + strlen(" · "))
		strbuf_setlen(caption, before);
}

/* How far the numbers of these surfaces can be trusted. */
static void add_summary(const struct page *page, const struct surface *const *list, size_t n, struct strbuf *caption)
{
	double spread = NAN;
	unsigned passes = 0;
	size_t points = 0;

	for (size_t i = 0; i < n; i++) {
		points += list[i]->measured_n;
		passes = list[i]->passes > passes ? list[i]->passes : passes;
		spread = fmax(spread, list[i]->typical_spread);
	}
	strbuf_addf(caption, "iosweep %s · %.10s · ", page->rs->version, page->rs->started);
	if (passes == 1)
		strbuf_addstr(caption, "1 pass: spread unknown");
	else if (passes)
		strbuf_addf(caption, "median of %u passes", passes);
	else
		strbuf_addstr(caption, "no pass");
	if (isfinite(spread))
		strbuf_addf(caption, ", typical spread %s%.1f %%", n == 1 ? "" : "at most ", 100 * spread);
	strbuf_addf(caption, " · %zu point%s measured", points, points == 1 ? "" : "s");
}

static void add_captions(struct page *page)
{
	picture_caption_add_facts(&page->caption1, page->rs->environment, page->mode);
}

static int add_surface(struct page *page, const struct surface *s)
{
	struct picture_surface *p = &page->surfaces[page->surfaces_n];
	size_t cliffs_n;

	file_name(page->rs->metric, s->name, page->names[page->surfaces_n]);
	add_summary(page, &s, 1, &page->captions[page->surfaces_n]);
	add_load(page, s, &page->captions[page->surfaces_n]);
	page->sources[page->surfaces_n] = s;
	*p = (struct picture_surface){
		.mode = mode_name(s->mode),
		.name = page->names[page->surfaces_n],
		.title = s->title,
		.family = family(s),
		.quantity = page->rs->metric->title,
		.unit = page->rs->metric->unit,
		.caption1 = page->caption1.buf,
		.caption2 = page->captions[page->surfaces_n].buf,
		.x = ruler(page->rs, page->rs->x),
		.y = ruler(page->rs, page->rs->y),
		.cells = copy_cells(page->rs, s),
		.refs = page->refs,
		.refs_n = page->refs_n - (writes(s) ? 0 : page->write_refs_n),
		.cliffs = copy_cliffs(page, s, &cliffs_n),
	};
	p->cliffs_n = cliffs_n;
	for (size_t i = 0; i < p->x.n * p->y.n && !s->measured_n && !p->reason; i++)
		p->reason = s->cells[i].trouble ? s->cells[i].trouble->error : NULL;
	page->surfaces_n++;
	return p->cells && p->cliffs ? 0 : -ENOMEM;
}

static void add_ref(struct page *page, enum axis axis, uint64_t size, const char *what)
{
	char text[UNITS_TEXT_LEN];

	if (page->refs_n == REFS_MAX || (axis != page->rs->x && axis != page->rs->y))
		return;
	strbuf_addf(&page->labels[page->refs_n], "%s %s", what, units_format_size(size, text));
	page->refs[page->refs_n] = (struct picture_ref){
		.axis = axis == page->rs->x ? PICTURE_X : PICTURE_Y,
		.size_bytes = size,
		.label = page->labels[page->refs_n].buf,
		.repeats = !strcmp(what, STRIPE),
	};
	page->refs_n++;
}

/* What a file may fit into. */
static void add_memory_refs(struct page *page, const json_t *env)
{
	size_t before;
	uint64_t size;
	bool limited;

	if (envfacts_cpu_cache(env, 2, &size))
		add_ref(page, AXIS_FILE_SIZE, size, "L2");
	if (envfacts_cpu_cache(env, 3, &size))
		add_ref(page, AXIS_FILE_SIZE, size, "L3");
	if (envfacts_memory_end(env, &size, &limited))
		add_ref(page, AXIS_FILE_SIZE, size, limited ? "memory limit" : "RAM");
	before = page->refs_n;
	if (envfacts_u64(env, "memory.dirty.limit_bytes", &size))
		add_ref(page, AXIS_FILE_SIZE, size, "dirty limit");
	page->write_refs_n = page->refs_n - before;
}

/* Where the hardware says that something may happen. */
static void add_refs(struct page *page)
{
	const json_t *env = page->rs->environment;
	struct envfacts_stripe stripe;

	if (page->mode == MODE_DEVICE && envfacts_stripe(env, &stripe)) {
		add_ref(page, AXIS_RECORD, stripe.chunk_bytes, "chunk");
		if (stripe.data_disks > 1)
			add_ref(page, AXIS_RECORD, stripe.chunk_bytes * stripe.data_disks, STRIPE);
	}
	if (page->mode == MODE_CACHED)
		add_memory_refs(page, env);
}

static int page_init(struct page *page, const struct resultset *rs, const struct run_cliffs *cliffs, enum mode mode)
{
	*page = (struct page){ .rs = rs, .all_cliffs = cliffs, .cliffs = &cliffs->modes[mode], .mode = mode,
				.common = { NAN, NAN, NAN } };
	strbuf_init(&page->caption1);
	for (int i = 0; i < REFS_MAX; i++)
		strbuf_init(&page->labels[i]);
	page->surfaces = calloc(rs->surfaces_n + 1, sizeof(*page->surfaces));
	page->names = calloc(rs->surfaces_n + 1, sizeof(*page->names));
	page->captions = calloc(rs->surfaces_n + 1, sizeof(*page->captions));
	page->sources = calloc(rs->surfaces_n + 1, sizeof(*page->sources));
	if (!page->surfaces || !page->names || !page->captions || !page->sources)
		return -ENOMEM;
	for (size_t i = 0; i <= rs->surfaces_n; i++)
		strbuf_init(&page->captions[i]);
	add_refs(page);
	add_captions(page);
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].mode == mode && add_surface(page, &rs->surfaces[i]))
			return -ENOMEM;
	}
	return strbuf_failed(&page->caption1) ? -ENOMEM : 0;
}

static void page_release(struct page *page)
{
	for (size_t i = 0; i < page->surfaces_n; i++) {
		free((void *)(uintptr_t)page->surfaces[i].cells);
		free((void *)(uintptr_t)page->surfaces[i].cliffs);
	}
	for (int i = 0; i < REFS_MAX; i++)
		strbuf_release(&page->labels[i]);
	for (size_t i = 0; page->captions && i <= page->rs->surfaces_n; i++)
		strbuf_release(&page->captions[i]);
	free(page->captions);
	free(page->surfaces);
	free(page->names);
	free(page->sources);
	strbuf_release(&page->caption1);
}

static void add_overview_title(const struct page *page, const struct surface *lead, struct strbuf *title)
{
	if (metric_is_throughput(page->rs->metric))
		strbuf_addf(title, "All tests, %s mode", mode_name(page->mode));
	else
		strbuf_addf(title, "%s of all tests, %s mode", page->rs->metric->title, mode_name(page->mode));
	if (*lead->place)
		strbuf_addf(title, ", %s", lead->place);
}

/* What one overview needs; owns it. */
struct overview {
	struct picture_surface *surfaces;
	const struct surface **sources;
	size_t n;
	struct strbuf title, caption;
	char name[PICTURE_NAME_LEN];
};

/* Their places are that of the page, and no longer told by each. */
static int overview_init(struct overview *o, const struct page *page, const struct surface *lead)
{
	struct strbuf name;

	*o = (struct overview){
		.surfaces = calloc(page->surfaces_n, sizeof(*o->surfaces)),
		.sources = calloc(page->surfaces_n, sizeof(*o->sources)),
	};
	strbuf_init(&o->title);
	strbuf_init(&o->caption);
	if (!o->surfaces || !o->sources)
		return -ENOMEM;
	for (size_t i = 0; i < page->surfaces_n; i++) {
		if (!overview_place_has(lead, page->sources[i]))
			continue;
		o->surfaces[o->n] = page->surfaces[i];
		o->surfaces[o->n].title = page->sources[i]->heading;
		o->sources[o->n++] = page->sources[i];
	}
	strbuf_init(&name);
	overview_place_name(page->rs, lead, &name);
	file_name(page->rs->metric, name.buf, o->name);
	add_overview_title(page, lead, &o->title);
	add_summary(page, o->sources, o->n, &o->caption);
	strbuf_release(&name);
	return 0;
}

static void overview_release(struct overview *o)
{
	free(o->surfaces);
	free(o->sources);
	strbuf_release(&o->title);
	strbuf_release(&o->caption);
}

static int write_overview(const struct page *page, const struct surface *lead, const struct picture_output *out,
			  struct err *err)
{
	struct overview o;
	int ret = overview_init(&o, page, lead);

	if (ret) {
		err_sys(err, ERR_ENVIRONMENT, ret, "pictures");
	} else {
		const struct picture_overview overview = {
			.mode = mode_name(page->mode),
			.name = o.name,
			.title = o.title.buf,
			.caption1 = page->caption1.buf,
			.caption2 = o.caption.buf,
			.surfaces = o.surfaces,
			.surfaces_n = o.n,
		};

		ret = picture_write_overview(out, &overview, err);
	}
	overview_release(&o);
	return ret;
}

static void set_common_scale(struct page *page)
{
	for (size_t i = 0; i < page->surfaces_n; i++)
		widen(&page->common, &page->surfaces[i]);
	for (size_t i = 0; i < page->surfaces_n && !isnan(page->common.min); i++)
		page->surfaces[i].range = &page->common;
}

static int write_page(struct page *page, const struct picture_output *out, struct err *err)
{
	if (out->options->common_scale)
		set_common_scale(page);
	for (size_t i = 0; i < page->surfaces_n; i++) {
		if (picture_write(out, &page->surfaces[i], err))
			return -1;
	}
	for (size_t i = 0; i < page->surfaces_n && (out->options->kinds & PICTURES_OVERVIEW); i++) {
		if (overview_place_leads(page->sources, page->surfaces_n, i) &&
		    write_overview(page, page->sources[i], out, err))
			return -1;
	}
	return 0;
}

int pictures_write(const struct resultset *rs, const struct run_cliffs *cliffs, const struct picture_output *out,
		   struct err *err)
{
	int ret = 0;

	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		struct page page;

		ret = page_init(&page, rs, cliffs, (enum mode)mode);
		if (ret)
			err_sys(err, ERR_ENVIRONMENT, ret, "pictures");
		else
			ret = write_page(&page, out, err);
		page_release(&page);
	}
	return ret ? -1 : 0;
}
