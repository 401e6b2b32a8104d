#include "report/comparison_format.h"

#include "base/err.h"
#include "report/comparison_fields.h"
#include "report/csv_value.h"

#include <errno.h>

static int write_cell(const struct comparison_view *view, struct strbuf *out)
{
	for (size_t i = 0; i < comparison_fields_n; i++) {
		if (i)
			strbuf_addch(out, ',');
		if (csv_add_value(comparison_fields[i].get(view), out))
			return -ENOMEM;
	}
	strbuf_addch(out, '\n');
	return 0;
}

static int write_csv(const struct comparison *runs, size_t n, struct strbuf *out, struct err *err)
{
	for (size_t i = 0; i < comparison_fields_n; i++)
		strbuf_addf(out, "%s%s", i ? "," : "", comparison_fields[i].name);
	strbuf_addch(out, '\n');
	for (size_t run = 0; run < n; run++) {
		for (size_t i = 0; i < runs[run].cells_n; i++) {
			struct comparison_view view = comparison_view_at(&runs[run], i);

			if (write_cell(&view, out))
				return err_sys(err, ERR_CELLS, ENOMEM, "cannot be made");
		}
	}
	return 0;
}

const struct comparison_format comparison_format_csv = {
	.name = "csv",
	.summary = "one line for each cell: figures, ratio, interval and verdict, as CSV",
	.file_name = "compare.csv",
	.write = write_csv,
};
