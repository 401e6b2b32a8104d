/* What a surface is called: a title for people, and a name for files. */
#include "store/resultset_build.h"

#include "base/strbuf.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The API that a test's name need not name. */
static const char *first_api(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strchr(config->tests[i].name, ':'))
			return config->tests[i].api;
	}
	return config->tests[0].api;
}

/* Whether other surfaces of the test and mode have another value there. */
static bool tells_apart(const struct resultset *rs, const struct surface *s, enum axis axis)
{
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		const struct surface *other = &rs->surfaces[i];

		if (other->mode == s->mode && other->test == s->test && other->fixed[axis] != s->fixed[axis])
			return true;
	}
	return false;
}

static void add_value(enum axis axis, uint64_t value, struct strbuf *place)
{
	if (place->len)
		strbuf_addstr(place, ", ");
	axis_add_value(axis, value, place);
}

void surface_add_place(const struct surface *s, struct strbuf *name)
{
	char text[UNITS_TEXT_LEN];

	for (int i = 0; i < AXES_N; i++) {
		enum axis axis = (enum axis)i;

		if (s->tells[i])
			strbuf_addf(name, "-%s-%s", axes[i].head,
				    axes[i].bytes ? units_format_size_exact(s->fixed[i], text)
						  : axis_format(axis, s->fixed[i], text));
	}
}

static void add_heading(const struct resultset *rs, const struct surface *s, struct strbuf *title)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);

	strbuf_addstr(title, pattern ? pattern->title : s->test->pattern);
	if (pattern && (pattern->flags & PATTERN_READS) && (pattern->flags & PATTERN_WRITES))
		strbuf_addf(title, ", %u %% reads", s->test->read_percent);
	if (strcmp(s->test->api, first_api(&rs->config)) != 0)
		strbuf_addf(title, ", %s", s->test->api);
}

/* "stdio:write" is stdio-write. */
static void add_name(const struct surface *s, struct strbuf *name)
{
	for (const char *c = s->test->name; *c; c++)
		strbuf_addch(name, *c == ':' ? '-' : *c);
}

const char *resultset_by(const struct resultset *rs, char buf[64])
{
	*buf = '\0';
	if (rs->x != rs->usual_x || rs->y != rs->usual_y)
		snprintf(buf, 64, "-by-%s-%s", axes[rs->x].head, axes[rs->y].head);
	return buf;
}

static char *take(const struct strbuf *text)
{
	return strbuf_failed(text) ? NULL : strdup(text->buf);
}

static int name_surface(const struct resultset *rs, struct surface *s)
{
	struct strbuf title, name, place;
	char by[64];

	strbuf_init(&title);
	strbuf_init(&name);
	strbuf_init(&place);
	add_heading(rs, s, &title);
	s->heading = take(&title);
	add_name(s, &name);
	for (int axis = 0; axis < AXES_N; axis++) {
		s->tells[axis] = tells_apart(rs, s, (enum axis)axis);
		if (s->tells[axis])
			add_value((enum axis)axis, s->fixed[axis], &place);
	}
	surface_add_place(s, &name);
	strbuf_addstr(&name, resultset_by(rs, by));
	if (place.len)
		strbuf_addf(&title, ", %s", place.buf);
	s->title_names_api = strcmp(s->test->api, first_api(&rs->config)) != 0;
	s->title = take(&title);
	s->name = take(&name);
	s->place = take(&place);
	strbuf_release(&title);
	strbuf_release(&name);
	strbuf_release(&place);
	return s->heading && s->title && s->name && s->place ? 0 : -ENOMEM;
}

int resultset_name_surfaces(struct resultset *rs)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < rs->surfaces_n; i++)
		ret = name_surface(rs, &rs->surfaces[i]);
	return ret;
}
