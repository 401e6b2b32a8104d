#include "cli/results.h"

#include "base/err.h"
#include "report/pictures.h"
#include "report/report.h"
#include "store/rundir.h"

#include <stdio.h>

int results_load_until(const char *run_dir, uint64_t last_sequence, struct results *results, struct err *err)
{
	*results = (struct results){ 0 };
	if (resultset_load_until(run_dir, last_sequence, &results->rs, err))
		return -1;
	return cliffs_find(results->rs, &results->cliffs, err);
}

int results_load(const char *run_dir, const struct axis_pair *pair, struct results *results, struct err *err)
{
	*results = (struct results){ 0 };
	if (resultset_load(run_dir, &results->rs, err))
		return -1;
	if (pair && resultset_set_axes(results->rs, pair, err))
		return -1;
	return cliffs_find(results->rs, &results->cliffs, err);
}

void results_release(struct results *results)
{
	cliffs_release(&results->cliffs);
	resultset_free(results->rs);
}

typedef int cliffs_fn(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err);

static int write_cliffs(const struct results *results, const char *run_dir, const char *name, cliffs_fn *form,
			struct err *err)
{
	struct strbuf text;
	int ret;

	strbuf_init(&text);
	ret = form(&results->cliffs, &text, err);
	if (!ret)
		ret = rundir_write_file(run_dir, name, text.buf, text.len, err);
	strbuf_release(&text);
	return ret;
}

static int print_text(const struct results *results, const char *format, struct err *err)
{
	struct strbuf text;
	int ret;

	strbuf_init(&text);
	ret = report_write(reporter_find(format), results->rs, &text, err);
	if (!ret) {
		strbuf_addch(&text, '\n');
		ret = cliffs_text(&results->cliffs, &text, err);
	}
	if (!ret)
		fputs(text.buf, stdout);
	strbuf_release(&text);
	return ret;
}

int results_report(const struct results *results, const char *run_dir, const char *format, struct err *err)
{
	int ret = print_text(results, format, err);

	if (!ret)
		ret = report_write_all(results->rs, run_dir, err);
	if (!ret)
		ret = write_cliffs(results, run_dir, "cliffs.txt", cliffs_text, err);
	if (!ret)
		ret = write_cliffs(results, run_dir, "cliffs.json", cliffs_json, err);
	return ret;
}

int results_draw(const struct results *results, const char *dir, const struct picture_options *options, size_t *drawn,
		 struct err *err)
{
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	const struct picture_output out = { dir, options, &jobs };
	struct strbuf remark;
	int ret = pictures_write(results->rs, &results->cliffs, &out, err);

	strbuf_init(&remark);
	*drawn = 0;
	if (!ret)
		ret = pictures_draw(results->rs, &out, &remark, drawn, err);
	if (remark.len)
		fprintf(stderr, "iosweep: %s", remark.buf);
	strbuf_release(&remark);
	picture_jobs_release(&jobs);
	return ret;
}
