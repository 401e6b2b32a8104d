#include "report/comparison_grid.h"

#include <errno.h>
#include <stdlib.h>

static int compare_values(const void *va, const void *vb)
{
	uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;

	return (a > b) - (a < b);
}

static bool is_shown(const struct comparison *c, size_t cell, bool all)
{
	return all || c->cells[cell].basis != COMPARE_NOTHING;
}

static int values_of(const struct comparison *c, const struct comparison_table *table, bool all, enum axis axis,
		     struct size_list *list)
{
	size_t n = 0;

	list->v = calloc(table->n + 1, sizeof(*list->v));
	if (!list->v)
		return -ENOMEM;
	for (size_t i = table->first; i < table->first + table->n; i++) {
		if (is_shown(c, i, all))
			list->v[n++] = c->places[i].at[axis];
	}
	qsort(list->v, n, sizeof(*list->v), compare_values);
	for (size_t i = 0; i < n; i++) {
		if (!list->n || list->v[list->n - 1] != list->v[i])
			list->v[list->n++] = list->v[i];
	}
	return 0;
}

static size_t place_of(const struct size_list *list, uint64_t value)
{
	const uint64_t *found = bsearch(&value, list->v, list->n, sizeof(value), compare_values);

	return (size_t)(found - list->v);
}

static void put_cells(struct comparison_grid *grid, const struct comparison *c,
		      const struct comparison_table *table, bool all)
{
	for (size_t i = 0; i < grid->x.n * grid->y.n; i++)
		grid->cells[i] = COMPARISON_GRID_NONE;
	for (size_t i = table->first; i < table->first + table->n; i++) {
		const struct comparison_place *place = &c->places[i];

		if (is_shown(c, i, all))
			grid->cells[place_of(&grid->x, place->at[c->x]) * grid->y.n +
				    place_of(&grid->y, place->at[c->y])] = i;
	}
}

int comparison_grid_init(struct comparison_grid *grid, const struct comparison *comparison,
			 const struct comparison_table *table, bool all)
{
	*grid = (struct comparison_grid){ 0 };
	if (!values_of(comparison, table, all, comparison->x, &grid->x) &&
	    !values_of(comparison, table, all, comparison->y, &grid->y))
		grid->cells = calloc(grid->x.n * grid->y.n + 1, sizeof(*grid->cells));
	if (!grid->cells) {
		comparison_grid_release(grid);
		return -ENOMEM;
	}
	put_cells(grid, comparison, table, all);
	return 0;
}

void comparison_grid_release(struct comparison_grid *grid)
{
	size_list_release(&grid->x);
	size_list_release(&grid->y);
	free(grid->cells);
}
