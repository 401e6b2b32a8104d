/* The surfaces of a mode with what they say beside their cells: titles, sides, captions. */
#include "report/pictures_internal.h"

#include "pattern/pattern.h"
#include "report/picture_caption.h"
#include "report/surface_text.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void picture_file_name(const struct metric *metric, const char *surface, char name[PICTURE_NAME_LEN])
{
	bool plain = metric_is_throughput(metric);

	snprintf(name, PICTURE_NAME_LEN, "%s%s%s", surface, plain ? "" : "-", plain ? "" : metric->name);
}

static void add_load(const struct picture_page *page, const struct surface *s, struct strbuf *caption)
{
	size_t before = caption->len;

	strbuf_addstr(caption, " · ");
	surface_text_load(page->rs, s, caption);
	if (caption->len == before + strlen(" · "))
		strbuf_setlen(caption, before);
}

void picture_add_summary(const struct picture_page *page, const struct surface *const *list, size_t n,
			 struct strbuf *caption)
{
	double spread = NAN;
	unsigned passes = 0;
	size_t points = 0;

	for (size_t i = 0; i < n; i++) {
		points += list[i]->measured_n;
		passes = list[i]->passes > passes ? list[i]->passes : passes;
		spread = fmax(spread, list[i]->typical_spread);
	}
	strbuf_addf(caption, "iosweep %s · %.10s · ", page->rs->version,
		    *page->rs->started ? page->rs->started : "no date");
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

static int add_surface(struct picture_page *page, const struct surface *s)
{
	struct picture_surface *p = &page->surfaces[page->surfaces_n];
	size_t cliffs_n;

	picture_file_name(page->rs->metric, s->name, page->names[page->surfaces_n]);
	picture_add_summary(page, &s, 1, &page->captions[page->surfaces_n]);
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
		.cells = picture_copy_cells(page->rs, s),
		.refs = page->refs,
		.refs_n = page->refs_n - (writes(s) ? 0 : page->write_refs_n),
		.cliffs = picture_copy_cliffs(page, s, &cliffs_n),
	};
	p->cliffs_n = cliffs_n;
	for (size_t i = 0; i < p->x.n * p->y.n && !s->measured_n && !p->reason; i++)
		p->reason = s->cells[i].trouble ? s->cells[i].trouble->error : NULL;
	page->surfaces_n++;
	return p->cells && p->cliffs ? 0 : -ENOMEM;
}

static bool texts_failed(const struct picture_page *page)
{
	bool failed = strbuf_failed(&page->caption1);

	for (int i = 0; i < PICTURE_REFS_MAX; i++)
		failed |= strbuf_failed(&page->labels[i]);
	for (size_t i = 0; i < page->surfaces_n; i++)
		failed |= strbuf_failed(&page->captions[i]);
	return failed;
}

int picture_page_init(struct picture_page *page, const struct resultset *rs, const struct run_cliffs *cliffs,
		      enum mode mode)
{
	*page = (struct picture_page){
		.rs = rs,
		.all_cliffs = cliffs,
		.cliffs = &cliffs->modes[mode],
		.mode = mode,
		.common = { NAN, NAN, NAN },
	};
	strbuf_init(&page->caption1);
	for (int i = 0; i < PICTURE_REFS_MAX; i++)
		strbuf_init(&page->labels[i]);
	page->surfaces = calloc(rs->surfaces_n + 1, sizeof(*page->surfaces));
	page->names = calloc(rs->surfaces_n + 1, sizeof(*page->names));
	page->captions = calloc(rs->surfaces_n + 1, sizeof(*page->captions));
	page->sources = calloc(rs->surfaces_n + 1, sizeof(*page->sources));
	if (!page->surfaces || !page->names || !page->captions || !page->sources)
		return -ENOMEM;
	for (size_t i = 0; i <= rs->surfaces_n; i++)
		strbuf_init(&page->captions[i]);
	picture_page_add_refs(page);
	picture_caption_add_facts(&page->caption1, rs->environment, mode);
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].mode == mode && add_surface(page, &rs->surfaces[i]))
			return -ENOMEM;
	}
	return texts_failed(page) ? -ENOMEM : 0;
}

void picture_page_release(struct picture_page *page)
{
	for (size_t i = 0; i < page->surfaces_n; i++) {
		free((void *)(uintptr_t)page->surfaces[i].cells);
		free((void *)(uintptr_t)page->surfaces[i].cliffs);
	}
	for (int i = 0; i < PICTURE_REFS_MAX; i++)
		strbuf_release(&page->labels[i]);
	for (size_t i = 0; page->captions && i <= page->rs->surfaces_n; i++)
		strbuf_release(&page->captions[i]);
	free(page->captions);
	free(page->surfaces);
	free(page->names);
	free(page->sources);
	strbuf_release(&page->caption1);
}
