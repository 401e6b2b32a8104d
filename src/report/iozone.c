/* The auto table of IOzone, in the layout of version 3.508. */
#include "report/report.h"

#include "report/iozone_tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FILE_WIDTH 16
#define RECORD_WIDTH 8
#define KIB 1024U

/* Two of the columns are wider, and the first name stands one to the left of its figures. */
static int width_of(size_t column)
{
	bool wide = !strcmp(iozone_tests[column].over, "record") || !strcmp(iozone_tests[column].over, "stride");

	return wide ? 11 : 10;
}

static void add_names(const struct iozone_table *table, bool over, struct strbuf *out)
{
	for (size_t i = 0; i < table->columns_n; i++) {
		int width = width_of(i) - (i == 0) + (i == 1);

		strbuf_addf(out, "%*s", width, over ? iozone_tests[i].over : iozone_tests[i].column);
	}
	strbuf_addch(out, '\n');
}

static bool has_figure(const struct resultset *rs, const struct iozone_table *table, size_t ix, size_t iy)
{
	bool any = false;

	for (size_t i = 0; i < table->columns_n; i++)
		any |= table->column[i] && iozone_tables_kib(rs, table->column[i], ix, iy);
	return any;
}

/* A figure that is wider than its column moves those behind it only as far as it must, so that none run together. */
static void add_figure(uint64_t kib, size_t end, size_t row_start, struct strbuf *out)
{
	char figure[24];
	size_t at = out->len - row_start;
	int len = kib ? snprintf(figure, sizeof(figure), "%" PRIu64, kib) : 0;

	strbuf_addchars(out, ' ', at + (size_t)len < end ? end - at - (size_t)len : len > 0);
	strbuf_add(out, figure, (size_t)len);
}

static void add_row(const struct resultset *rs, const struct iozone_table *table, size_t ix, size_t iy,
		    struct strbuf *out)
{
	size_t row_start = out->len, end = FILE_WIDTH + RECORD_WIDTH;

	strbuf_addf(out, "%*" PRIu64 "%*" PRIu64, FILE_WIDTH, resultset_x(rs)->v[ix] / KIB, RECORD_WIDTH,
		    resultset_y(rs)->v[iy] / KIB);
	for (size_t i = 0; i < table->columns_n; i++) {
		uint64_t kib = table->column[i] ? iozone_tables_kib(rs, table->column[i], ix, iy) : 0;

		end += (size_t)width_of(i);
		add_figure(kib, end, row_start, out);
	}
	strbuf_addch(out, '\n');
}

static void add_table(const struct resultset *rs, const struct iozone_table *table, struct strbuf *out)
{
	strbuf_addchars(out, ' ', FILE_WIDTH + RECORD_WIDTH);
	add_names(table, true, out);
	strbuf_addf(out, "%*s%*s", FILE_WIDTH, "kB", RECORD_WIDTH, "reclen");
	add_names(table, false, out);
	for (size_t ix = 0; ix < resultset_x(rs)->n; ix++) {
		for (size_t iy = 0; iy < resultset_y(rs)->n; iy++) {
			if (has_figure(rs, table, ix, iy))
				add_row(rs, table, ix, iy, out);
		}
	}
}

static int write_iozone(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	return iozone_tables_write(rs, add_table, out, err);
}

const struct reporter reporter_iozone = {
	.name = "iozone",
	.summary = "medians as the table of IOzone, in kB/s",
	.sizes_only = true,
	.write = write_iozone,
};
