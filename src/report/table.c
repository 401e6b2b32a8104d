#include "report/report.h"

#include "base/err.h"
#include "report/surface_text.h"

#include <errno.h>

static const struct note_style style = { "", text_add_plain };

static int write_surface(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	struct layout grid;

	if (surface_text_grid(rs, surface, &grid))
		return -ENOMEM;
	strbuf_addch(out, '\n');
	surface_text_caption(rs, surface, out);
	strbuf_addch(out, '\n');
	layout_write(&grid, axes[rs->y].head, LAYOUT_WIDTH, out);
	surface_text_notes(rs, surface, &style, out);
	layout_release(&grid);
	return 0;
}

static int write_table(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	run_text(rs, &style, out);
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (surface_text_any(&rs->surfaces[i]) && write_surface(rs, &rs->surfaces[i], out))
			return err_sys(err, ERR_CELLS, ENOMEM, "%s", rs->surfaces[i].title);
	}
	return 0;
}

const struct reporter reporter_table = {
	.name = "table",
	.summary = "a table for each test and mode: median throughput by file size and record size",
	.file_name = "tables.txt",
	.one_figure = true,
	.write = write_table,
};
