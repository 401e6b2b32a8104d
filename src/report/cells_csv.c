#include "report/report.h"

#include "base/err.h"
#include "report/cell_fields.h"
#include "report/csv_value.h"

#include <errno.h>

static int write_cell(const struct cell_view *view, struct strbuf *out)
{
	for (size_t i = 0; i < cell_fields_n; i++) {
		if (i)
			strbuf_addch(out, ',');
		if (csv_add_value(cell_fields[i].get(&cell_fields[i], view), out))
			return -ENOMEM;
	}
	strbuf_addch(out, '\n');
	return 0;
}

static int write_surface(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	for (size_t i = 0; i < resultset_cells_n(rs); i++) {
		struct cell_view view = cell_view_at(rs, surface, i);

		if (cell_view_any(&view) && write_cell(&view, out))
			return -ENOMEM;
	}
	return 0;
}

static int write_cells(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	for (size_t i = 0; i < cell_fields_n; i++)
		strbuf_addf(out, "%s%s", i ? "," : "", cell_fields[i].name);
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (write_surface(rs, &rs->surfaces[i], out))
			return err_sys(err, ERR_CELLS, ENOMEM, "%s", rs->surfaces[i].title);
	}
	return 0;
}

const struct reporter reporter_cells = {
	.name = "cells",
	.summary = "one line for each cell: median, extremes, spread and latencies, as CSV",
	.file_name = "cells.csv",
	.write = write_cells,
};
