/* All tests of a mode on one picture, one for each place on the axes that are not drawn. */
#include "report/pictures_internal.h"

#include "base/err.h"
#include "report/overview_place.h"

#include <errno.h>
#include <stdlib.h>

static void add_overview_title(const struct picture_page *page, const struct surface *lead, struct strbuf *title)
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
static int overview_init(struct overview *o, const struct picture_page *page, const struct surface *lead)
{
	struct strbuf name;
	bool failed;

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
	picture_file_name(page->rs->metric, name.buf, o->name);
	add_overview_title(page, lead, &o->title);
	picture_add_summary(page, o->sources, o->n, &o->caption);
	failed = strbuf_failed(&name) || strbuf_failed(&o->title) || strbuf_failed(&o->caption);
	strbuf_release(&name);
	return failed ? -ENOMEM : 0;
}

static void overview_release(struct overview *o)
{
	free(o->surfaces);
	free(o->sources);
	strbuf_release(&o->title);
	strbuf_release(&o->caption);
}

int picture_page_write_overview(const struct picture_page *page, const struct surface *lead,
				const struct picture_output *out, struct err *err)
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
