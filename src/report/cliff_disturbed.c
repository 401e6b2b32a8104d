#include "report/cliff_disturbed.h"

#include "model/contamination.h"
#include "report/cliff_lines.h"

static bool has_samples(const struct cell *cell)
{
	return cell->samples_n;
}

static bool has_fresh(const struct cell *cell)
{
	return cell->again_n;
}

static bool is_disturbed(const struct cell *cell, bool again)
{
	return again ? contamination_marks(cell->again, cell->again_n) : contamination_marks(cell->samples, cell->samples_n);
}

struct cliff_disturbed cliff_disturbed(const struct resultset *rs, const struct surface *s, const struct cliff *c,
				       bool again)
{
	struct cliff_disturbed d = { 0 };
	struct cliff_line line;

	for (size_t i = 0; i < cliff_lines_n(rs, c); i++) {
		if (!cliff_line_find(rs, s, c, i, again ? has_fresh : has_samples, &line))
			continue;
		d.of_lines++;
		d.lines += is_disturbed(line.cell[1], again) || is_disturbed(line.cell[2], again);
	}
	return d;
}
