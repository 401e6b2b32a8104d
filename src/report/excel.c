/* The Excel text of IOzone's -R: a block a test. */
#include "report/report.h"

#include "report/iozone_tables.h"

#include <inttypes.h>

#define KIB 1024U

/* Up to the record size of the file; what is missing is 0 there, as with IOzone. */
static void add_row(const struct resultset *rs, const struct surface *surface, size_t ix, struct strbuf *out)
{
	strbuf_addf(out, "\"%" PRIu64 "\"  ", resultset_x(rs)->v[ix] / KIB);
	for (size_t iy = 0; iy < resultset_y(rs)->n && resultset_y(rs)->v[iy] <= resultset_x(rs)->v[ix]; iy++) {
		if (resultset_y(rs)->v[iy] % KIB == 0)
			strbuf_addf(out, " %" PRIu64 " ", iozone_tables_kib(rs, surface, ix, iy));
	}
	strbuf_addch(out, '\n');
}

static bool has_figure(const struct resultset *rs, const struct surface *surface, size_t ix)
{
	bool any = false;

	for (size_t iy = 0; iy < resultset_y(rs)->n; iy++)
		any |= iozone_tables_kib(rs, surface, ix, iy) > 0;
	return any;
}

static void add_block(const struct resultset *rs, const struct iozone_table *table, size_t column, struct strbuf *out)
{
	strbuf_addf(out, "\n\"%s report\"\n      ", iozone_tests[column].excel);
	for (size_t iy = 0; iy < resultset_y(rs)->n; iy++) {
		if (resultset_y(rs)->v[iy] % KIB == 0)
			strbuf_addf(out, "  \"%" PRIu64 "\"", resultset_y(rs)->v[iy] / KIB);
	}
	strbuf_addch(out, '\n');
	for (size_t ix = 0; ix < resultset_x(rs)->n; ix++) {
		if (has_figure(rs, table->column[column], ix))
			add_row(rs, table->column[column], ix, out);
	}
}

static void add_blocks(const struct resultset *rs, const struct iozone_table *table, struct strbuf *out)
{
	strbuf_addstr(out, "Excel output is below:\n");
	for (size_t column = 0; column < table->columns_n; column++) {
		if (table->column[column])
			add_block(rs, table, column, out);
	}
}

static int write_excel(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	return iozone_tables_write(rs, add_blocks, out, err);
}

const struct reporter reporter_excel = {
	.name = "excel",
	.summary = "medians as the Excel text of IOzone's -R, in kB/s",
	.sizes_only = true,
	.write = write_excel,
};
