#include "store/resultset_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int append(const struct sample ***list, size_t *n, const struct sample *sample)
{
	const struct sample **longer = reallocarray(*list, *n + 1, sizeof(*longer));

	if (!longer)
		return -ENOMEM;
	longer[(*n)++] = sample;
	*list = longer;
	return 0;
}

static int cell_add(struct cell *cell, const struct sample *sample)
{
	if (sample_confirms(sample))
		return sample_ok(sample) ? append(&cell->again, &cell->again_n, sample) : 0;
	if (!sample_ok(sample)) {
		cell->trouble = sample;
		if (cell->state != CELL_MEASURED && cell->state != CELL_FAILED)
			cell->state = strcmp(sample->status, "skipped") != 0 ? CELL_FAILED : CELL_SKIPPED;
		return 0;
	}
	cell->state = CELL_MEASURED;
	return append(&cell->samples, &cell->samples_n, sample);
}

static void surface_count(struct surface *s, const struct cell *cell)
{
	s->measured_n += cell->state == CELL_MEASURED;
	s->failed_n += cell->state == CELL_FAILED;
	s->skipped_n += cell->state == CELL_SKIPPED;
	s->planned_n += cell->state == CELL_PLANNED;
	if (cell->samples_n > s->passes)
		s->passes = (unsigned)cell->samples_n;
}

/* Returns 0 or -ENOMEM. */
static int fill_cells(struct resultset *rs)
{
	size_t cells_n = resultset_cells_n(rs);
	int ret = 0;

	for (size_t i = 0; !ret && i < rs->samples_n; i++) {
		struct cell *cell = resultset_find_cell(rs, &rs->samples[i]);

		if (cell)
			ret = cell_add(cell, &rs->samples[i]);
	}
	for (size_t s = 0; !ret && s < rs->surfaces_n; s++) {
		for (size_t i = 0; i < cells_n; i++)
			surface_count(&rs->surfaces[s], &rs->surfaces[s].cells[i]);
	}
	return ret;
}

int resultset_build_surfaces(struct resultset *rs)
{
	int ret;

	resultset_release_surfaces(rs);
	ret = resultset_make_surfaces(rs);
	if (!ret)
		ret = resultset_name_surfaces(rs);
	if (!ret)
		ret = fill_cells(rs);
	return ret ? ret : resultset_summarise(rs);
}

int resultset_build(struct resultset *rs)
{
	int ret = resultset_build_axes(rs);

	if (ret)
		return ret;
	resultset_choose_axes(rs, AXES_N, AXES_N);
	rs->usual_x = rs->x;
	rs->usual_y = rs->y;
	return resultset_build_surfaces(rs);
}
