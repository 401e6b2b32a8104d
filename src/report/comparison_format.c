#include "report/comparison_format.h"

#include "base/err.h"

#include <errno.h>

extern const struct comparison_format comparison_format_table, comparison_format_detail, comparison_format_csv,
	comparison_format_json;

const struct comparison_format *const comparison_formats[] = {
	&comparison_format_table,
	&comparison_format_detail,
	&comparison_format_csv,
	&comparison_format_json,
};

const size_t comparison_formats_n = sizeof(comparison_formats) / sizeof(*comparison_formats);

int comparison_write(const struct comparison_format *format, const struct comparison *runs, size_t n,
		     struct strbuf *out, struct err *err)
{
	if (format->write(runs, n, out, err))
		return err_clause(err, "compare %s", format->name);
	if (strbuf_failed(out))
		return err_sys(err, ERR_CELLS, ENOMEM, "compare %s", format->name);
	return 0;
}
