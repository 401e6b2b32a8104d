#include "stats/cliff.h"

#include <errno.h>
#include <stdlib.h>

#include "stats/cliff_internal.h"

#define LEAST_CELLS 4U /* fewer hold no trend to differ from */

void cliff_list_release(struct cliff_list *list)
{
	free(list->v);
	*list = (struct cliff_list)CLIFF_LIST_INIT;
}

int cliff_list_add(struct cliff_list *list, const struct cliff *c)
{
	if (list->n == list->alloc) {
		size_t alloc = list->alloc ? 2 * list->alloc : 8;
		struct cliff *v = reallocarray(list->v, alloc, sizeof(*v));

		if (!v)
			return -ENOMEM;
		list->v = v;
		list->alloc = alloc;
	}
	list->v[list->n++] = *c;
	return 0;
}

int cliff_detect(const struct cliff_grid *grid, struct cliff_list *out, struct cliff_sight *sight)
{
	size_t before = out->n;
	struct search q;
	int ret = search_init(&q, grid);

	if (ret)
		return ret;
	if (sight)
		ret = search_sight(&q, sight);
	if (!ret && q.s.present >= LEAST_CELLS)
		ret = search_select(&q, out);
	for (size_t k = before; k < out->n && !ret; k++)
		if (out->v[k].axis == CLIFF_RATIO)
			ret = cliff_narrow_quotient(grid, &out->v[k]);
	if (ret)
		out->n = before;
	search_release(&q);
	return ret;
}
