/* A run's directory, and all that is told of it: reports, cliffs, what gnuplot gets, and a comparison with itself. */
#include "fuzz/rundir.h"

#include "base/err.h"
#include "report/cliffs.h"
#include "report/comparison_format.h"
#include "report/pictures.h"
#include "report/report.h"

#include <assert.h>

static void report(struct resultset *rs)
{
	struct err err = ERR_INIT;

	for (size_t i = 0; i < reporters_n; i++) {
		struct strbuf out;

		strbuf_init(&out);
		if (report_write(reporters[i], rs, &out, &err))
			assert(err.text[0]);
		strbuf_release(&out);
	}
}

static void find_cliffs(const struct resultset *rs, const char *dir)
{
	const struct picture_options options = PICTURE_OPTIONS_INIT;
	struct picture_jobs jobs = PICTURE_JOBS_INIT;
	const struct picture_output out = { dir, &options, &jobs };
	struct run_cliffs cliffs = { 0 };
	struct err err = ERR_INIT;
	struct strbuf text;

	strbuf_init(&text);
	if (cliffs_find(rs, &cliffs, &err) || cliffs_text(&cliffs, &text, &err) || cliffs_json(&cliffs, &text, &err) ||
	    pictures_write(rs, &cliffs, &out, &err))
		assert(err.text[0]);
	strbuf_release(&text);
	picture_jobs_release(&jobs);
	cliffs_release(&cliffs);
}

static void compare(const struct resultset *rs)
{
	struct comparison comparison;
	struct err err = ERR_INIT;

	if (comparison_make(rs, rs, metrics[0], &comparison, &err)) {
		assert(err.text[0]);
		return;
	}
	for (size_t i = 0; i < comparison_formats_n; i++) {
		struct strbuf out;

		strbuf_init(&out);
		if (comparison_write(comparison_formats[i], &comparison, 1, &out, &err))
			assert(err.text[0]);
		strbuf_release(&out);
	}
	comparison_release(&comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = ERR_INIT;
	struct resultset *rs;
	char dir[64];

	fuzz_write_run(data, size, fuzz_dir(dir, sizeof(dir)));
	if (resultset_load(dir, &rs, &err))
		return 0;
	report(rs);
	find_cliffs(rs, dir);
	compare(rs);
	resultset_free(rs);
	return 0;
}
