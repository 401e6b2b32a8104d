#include "report/overview_place.h"

bool overview_place_has(const struct surface *lead, const struct surface *surface)
{
	for (int axis = 0; axis < AXES_N; axis++) {
		if (surface->tells[axis] && lead->tells[axis] && surface->fixed[axis] != lead->fixed[axis])
			return false;
	}
	return true;
}

static unsigned told(const struct surface *s)
{
	unsigned n = 0;

	for (int axis = 0; axis < AXES_N; axis++)
		n += s->tells[axis];
	return n;
}

bool overview_place_leads(const struct surface *const *surfaces, size_t n, size_t i)
{
	for (size_t other = 0; other < n; other++) {
		unsigned more = told(surfaces[other]), here = told(surfaces[i]);

		if (more > here || (other < i && more == here && overview_place_has(surfaces[other], surfaces[i])))
			return false;
	}
	return true;
}

void overview_place_name(const struct resultset *rs, const struct surface *lead, struct strbuf *name)
{
	char by[64];

	strbuf_addstr(name, "overview");
	surface_add_place(lead, name);
	strbuf_addstr(name, resultset_by(rs, by));
}
