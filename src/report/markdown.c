#include "report/report.h"

#include "base/err.h"
#include "report/surface_text.h"

#include <ctype.h>
#include <errno.h>

static const struct note_style style = { "- ", text_add_markdown };

static void write_row(const struct layout *grid, size_t row, struct strbuf *out)
{
	for (size_t column = 0; column < grid->columns; column++) {
		strbuf_addstr(out, column ? " " : "| ");
		text_add_markdown(out, layout_text(grid, row, column));
		strbuf_addstr(out, " |");
	}
	strbuf_addch(out, '\n');
}

static void write_grid(const struct layout *grid, struct strbuf *out)
{
	strbuf_addstr(out, "\n\n");
	write_row(grid, 0, out);
	strbuf_addch(out, '|');
	for (size_t column = 0; column < grid->columns; column++)
		strbuf_addstr(out, "---:|");
	strbuf_addch(out, '\n');
	for (size_t row = 1; row < grid->rows; row++)
		write_row(grid, row, out);
}

static int write_surface(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	struct strbuf notes;
	struct layout grid;

	if (surface_text_grid(rs, surface, &grid))
		return -ENOMEM;
	strbuf_init(&notes);
	strbuf_addstr(out, "\n## ");
	surface_text_caption(rs, surface, out);
	write_grid(&grid, out);
	surface_text_notes(rs, surface, &style, &notes);
	if (notes.len)
		strbuf_addf(out, "\n%s", notes.buf);
	out->failed |= strbuf_failed(&notes);
	strbuf_release(&notes);
	layout_release(&grid);
	return 0;
}

static int write_markdown(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	run_text(rs, &style, out);
	strbuf_addf(out, "\n%c%s run down, %s across.\n", toupper((unsigned char)*axes[rs->x].values),
		    axes[rs->x].values + 1, axes[rs->y].values);
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (surface_text_any(&rs->surfaces[i]) && write_surface(rs, &rs->surfaces[i], out))
			return err_sys(err, ERR_CELLS, ENOMEM, "%s", rs->surfaces[i].title);
	}
	return 0;
}

const struct reporter reporter_markdown = {
	.name = "markdown",
	.summary = "the tables as GitHub Markdown",
	.file_name = NULL,
	.one_figure = true,
	.write = write_markdown,
};
