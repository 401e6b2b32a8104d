/* The cells of a second look: each once, with what it costs. */
#include "report/second_look_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OVERHEAD 1.5 /* of a sample's own time: the standing file, and tests that run for what they leave behind */

static double present(uint64_t ns)
{
	return ns == SAMPLE_ABSENT ? 0 : (double)ns;
}

double look_cost_ns(const struct sample *s)
{
	return OVERHEAD * (present(s->clocked_ns) + present(s->flush_ns) + present(s->close_ns) + present(s->setup_ns) +
			   present(s->quiet_ns));
}

static bool is_same(const struct look_cell *a, const struct look_cell *b)
{
	return a->mode == b->mode && !strcmp(a->test, b->test) && a->file_size == b->file_size &&
	       a->record_size == b->record_size && a->depth == b->depth && a->jobs == b->jobs;
}

static struct second_look_cell *find(struct second_look *look, const struct look_cell *cell)
{
	for (size_t i = 0; i < look->cells_n; i++) {
		if (is_same(&look->cells[i].cell, cell))
			return &look->cells[i];
	}
	return NULL;
}

int look_add(struct second_look *look, const struct second_look_cell *cell)
{
	struct second_look_cell *had = find(look, &cell->cell), *longer;
	unsigned more = had && had->passes >= cell->passes ? 0 : cell->passes - (had ? had->passes : 0);

	look->cost_ns += more * cell->cost_ns;
	if (had) {
		had->passes += more;
		return 0;
	}
	if (look->cells_n == look->alloc) {
		longer = reallocarray(look->cells, 2 * look->alloc + 16, sizeof(*longer));
		if (!longer)
			return -ENOMEM;
		look->cells = longer;
		look->alloc = 2 * look->alloc + 16;
	}
	look->cells[look->cells_n++] = *cell;
	return 0;
}

struct second_look_cell look_cell_like(const struct surface *s, const struct sample *sample, unsigned passes)
{
	return (struct second_look_cell){
		.cell = {
			.mode = s->mode,
			.test = s->test->name,
			.file_size = sample->file_size_bytes,
			.record_size = sample->record_size_bytes,
			.depth = sample->depth,
			.jobs = sample->jobs,
		},
		.passes = passes,
		.cost_ns = look_cost_ns(sample),
	};
}

double second_look_passes_ns(const struct resultset *rs)
{
	double ns = 0;

	for (size_t i = 0; i < rs->samples_n; i++)
		ns += *rs->samples[i].purpose ? 0 : look_cost_ns(&rs->samples[i]);
	return ns;
}

void second_look_release(struct second_look *look)
{
	free(look->cells);
	*look = (struct second_look){ 0 };
}
