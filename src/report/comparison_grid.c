#include "report/comparison_grid.h"

#include <errno.h>
#include <stdlib.h>

static int compare_sizes(const void *va, const void *vb)
{
	uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;

	return (a > b) - (a < b);
}

static uint64_t size_of(const struct comparison_place *place, bool files)
{
	return files ? place->file_size : place->record;
}

static bool is_shown(const struct comparison *c, size_t cell, bool all)
{
	return all || c->cells[cell].basis != COMPARE_NOTHING;
}

static int sizes_of(const struct comparison *c, const struct comparison_table *table, bool all, bool files,
		    struct size_list *list)
{
	size_t n = 0;

	list->v = calloc(table->n + 1, sizeof(*list->v));
	if (!list->v)
		return -ENOMEM;
	for (size_t i = table->first; i < table->first + table->n; i++) {
		if (is_shown(c, i, all))
			list->v[n++] = size_of(&c->places[i], files);
	}
	qsort(list->v, n, sizeof(*list->v), compare_sizes);
	for (size_t i = 0; i < n; i++) {
		if (!list->n || list->v[list->n - 1] != list->v[i])
			list->v[list->n++] = list->v[i];
	}
	return 0;
}

static size_t place_of(const struct size_list *list, uint64_t size)
{
	const uint64_t *found = bsearch(&size, list->v, list->n, sizeof(size), compare_sizes);

	return (size_t)(found - list->v);
}

static void put_cells(struct comparison_grid *grid, const struct comparison *c, const struct comparison_table *table,
		      bool all)
{
	for (size_t i = 0; i < grid->files.n * grid->records.n; i++)
		grid->cells[i] = COMPARISON_GRID_NONE;
	for (size_t i = table->first; i < table->first + table->n; i++) {
		const struct comparison_place *place = &c->places[i];

		if (is_shown(c, i, all))
			grid->cells[place_of(&grid->files, place->file_size) * grid->records.n +
				    place_of(&grid->records, place->record)] = i;
	}
}

int comparison_grid_init(struct comparison_grid *grid, const struct comparison *comparison,
			 const struct comparison_table *table, bool all)
{
	*grid = (struct comparison_grid){ 0 };
	if (!sizes_of(comparison, table, all, true, &grid->files) &&
	    !sizes_of(comparison, table, all, false, &grid->records))
		grid->cells = calloc(grid->files.n * grid->records.n + 1, sizeof(*grid->cells));
	if (!grid->cells) {
		comparison_grid_release(grid);
		return -ENOMEM;
	}
	put_cells(grid, comparison, table, all);
	return 0;
}

void comparison_grid_release(struct comparison_grid *grid)
{
	size_list_release(&grid->files);
	size_list_release(&grid->records);
	free(grid->cells);
}
