#include "report/report.h"

#include "base/err.h"
#include "store/rundir.h"

#include <errno.h>
#include <string.h>

extern const struct reporter reporter_table, reporter_csv, reporter_cells, reporter_json, reporter_markdown,
	reporter_detail, reporter_verdict;
extern const struct reporter reporter_iozone, reporter_excel;

const struct reporter *const reporters[] = {
	&reporter_table,
	&reporter_detail,
	&reporter_verdict,
	&reporter_csv,
	&reporter_cells,
	&reporter_json,
	&reporter_markdown,
	&reporter_iozone,
	&reporter_excel,
};

const size_t reporters_n = sizeof(reporters) / sizeof(reporters[0]);

const struct reporter *reporter_find(const char *name)
{
	for (size_t i = 0; i < reporters_n; i++) {
		if (!strcmp(reporters[i]->name, name))
			return reporters[i];
	}
	return NULL;
}

int report_write(const struct reporter *reporter, const struct resultset *rs, struct strbuf *out, struct err *err)
{
	if (reporter->write(rs, out, err))
		return err_clause(err, "report %s", reporter->name);
	if (strbuf_failed(out))
		return err_sys(err, ERR_CELLS, ENOMEM, "report %s", reporter->name);
	return 0;
}

static int write_file(const struct reporter *reporter, const struct resultset *rs, const char *run_dir,
		      struct err *err)
{
	struct strbuf out;
	int ret;

	strbuf_init(&out);
	ret = report_write(reporter, rs, &out, err);
	if (!ret)
		ret = rundir_write_file(run_dir, reporter->file_name, out.buf, out.len, err);
	strbuf_release(&out);
	return ret;
}

int report_write_all(const struct resultset *rs, const char *run_dir, struct err *err)
{
	struct err later = ERR_INIT;
	int ret = 0;

	for (size_t i = 0; i < reporters_n; i++) {
		if (reporters[i]->file_name && write_file(reporters[i], rs, run_dir, ret ? &later : err))
			ret = -1;
	}
	return ret;
}
