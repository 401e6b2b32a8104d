#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "report/comparison_format.h"
#include "report/comparison_pictures.h"
#include "store/rundir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The runs, of which the first is the base, and what they are compared to. */
struct work {
	struct resultset **sets;
	size_t sets_n;
	struct comparison *runs; /* [sets_n - 1] */
	size_t runs_n;
};

static int load(const struct option_values *values, struct work *work, struct err *err)
{
	work->sets = calloc(values->operands_n, sizeof(*work->sets));
	work->runs = calloc(values->operands_n, sizeof(*work->runs));
	if (!work->sets || !work->runs)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "compare");
	for (; work->sets_n < values->operands_n; work->sets_n++) {
		if (resultset_load(values->operands[work->sets_n], &work->sets[work->sets_n], err))
			return -1;
	}
	if (resultset_set_axes(work->sets[0], &values->axes, err))
		return -1;
	for (; work->runs_n + 1 < work->sets_n; work->runs_n++) {
		if (comparison_make(work->sets[0], work->sets[work->runs_n + 1], values->metric,
				    &work->runs[work->runs_n], err))
			return -1;
	}
	return 0;
}

static void release(struct work *work)
{
	for (size_t i = 0; i < work->runs_n; i++)
		comparison_release(&work->runs[i]);
	for (size_t i = 0; i < work->sets_n; i++)
		resultset_free(work->sets[i]);
	free(work->runs);
	free(work->sets);
}

static int print(const struct option_values *values, const struct work *work, struct err *err)
{
	struct strbuf text;
	int ret;

	strbuf_init(&text);
	ret = comparison_write(values->compare_format, work->runs, work->runs_n, &text, err);
	if (!ret)
		fwrite(text.buf, 1, text.len, stdout);
	strbuf_release(&text);
	return ret;
}

/* A run's own pictures would be overwritten by those of the comparison, whose names are the same. */
static int make_directory(const char *dir, struct err *err)
{
	struct strbuf run;
	struct stat st;
	int ret = 0;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return err_sys(err, ERR_ENVIRONMENT, errno, "%.200s", dir);
	strbuf_init(&run);
	strbuf_addf(&run, "%s/run.json", dir);
	if (strbuf_failed(&run))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "compare");
	else if (!stat(run.buf, &st))
		ret = err_set(err, ERR_USAGE, "--output: %.200s is the directory of a run; name another one", dir);
	strbuf_release(&run);
	return ret;
}

static int write_files(const char *dir, const struct work *work, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < comparison_formats_n; i++) {
		const struct comparison_format *format = comparison_formats[i];
		struct strbuf text;

		if (!format->file_name)
			continue;
		strbuf_init(&text);
		ret = comparison_write(format, work->runs, work->runs_n, &text, err);
		if (!ret)
			ret = rundir_write_file(dir, format->file_name, text.buf, text.len, err);
		strbuf_release(&text);
	}
	return ret;
}

static int draw_one(const struct comparison *c, const char *dir, size_t *drawn, struct err *err)
{
	size_t n;
	int ret = comparison_draw(c, dir, &n, err);

	*drawn += n;
	return ret;
}

/* Several runs have a folder each, by their place on the command line. */
static int draw(const char *dir, const struct work *work, struct err *err)
{
	size_t drawn = 0;
	int ret = 0;

	for (size_t i = 0; !ret && i < work->runs_n; i++) {
		struct strbuf folder;
		char number[24];

		snprintf(number, sizeof(number), "%zu", i + 1);
		strbuf_init(&folder);
		strbuf_addf(&folder, "%s/%s", dir, number);
		if (work->runs_n == 1)
			ret = draw_one(&work->runs[i], dir, &drawn, err);
		else if (strbuf_failed(&folder))
			ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "compare");
		else
			ret = rundir_make_folder(dir, number, err) || draw_one(&work->runs[i], folder.buf, &drawn, err);
		strbuf_release(&folder);
	}
	fprintf(stderr, "%s: compare.txt, compare.csv, compare.json, %zu picture%s\n", dir, drawn, drawn == 1 ? "" : "s");
	return ret ? -1 : 0;
}

static int write_to(const char *dir, const struct work *work, struct err *err)
{
	return write_files(dir, work, err) ? -1 : draw(dir, work, err);
}

static void say_worse(const struct comparison *c, double share, size_t n, size_t worst)
{
	const struct comparison_table *table = &c->tables[c->cells[worst].group];
	char at[COMPARISON_AT_LEN];
	struct strbuf fixed;

	strbuf_init(&fixed);
	comparison_add_fixed(c, table, &fixed);
	fprintf(stderr,
		"iosweep: %s: %zu cell%s %s by more than %g %% and beyond noise; the worst is %s %s %s%s, %+.1f %%\n",
		c->side[COMPARISON_RUN]->run_dir, n, n == 1 ? " is" : "s are",
		comparison_word(c->metric, c->metric->better == METRIC_LOWER), 100 * share, mode_name(table->mode),
		table->test[COMPARISON_BASE]->name, comparison_at(c, &c->places[worst], at), fixed.buf,
		100 * (c->cells[worst].ratio - 1));
	strbuf_release(&fixed);
}

/* ERR_CELLS where a run is worse than is allowed; 0 where none is. */
static int judge(const struct option_values *values, const struct work *work)
{
	int status = 0;

	for (size_t i = 0; i < work->runs_n; i++) {
		const struct comparison *c = &work->runs[i];
		size_t worst = 0, n = comparison_count_worse(c, values->fail_on, &worst);

		if (n)
			say_worse(c, values->fail_on, n, worst);
		if (c->newly_failed)
			fprintf(stderr, "iosweep: %s: %zu cell%s failed that %s a figure in %s\n",
				c->side[COMPARISON_RUN]->run_dir, c->newly_failed, c->newly_failed == 1 ? "" : "s",
				c->newly_failed == 1 ? "has" : "have", c->side[COMPARISON_BASE]->run_dir);
		if (n || c->newly_failed)
			status = ERR_CELLS;
	}
	return status;
}

static int check(const struct option_values *values, struct err *err)
{
	if (option_given(values, "fail-on") && values->metric->better == METRIC_NEITHER)
		return err_set(err, ERR_USAGE, "--fail-on: of two figures of %s neither is the worse one",
			       values->metric->name);
	return 0;
}

static int run_compare(const struct option_values *values, struct err *err)
{
	struct work work = { 0 };
	int ret = check(values, err), status = 0;

	if (!ret)
		ret = load(values, &work, err);
	if (!ret && values->output)
		ret = make_directory(values->output, err);
	if (!ret)
		ret = print(values, &work, err);
	if (!ret && option_given(values, "fail-on"))
		status = judge(values, &work);
	if (!ret && values->output)
		ret = write_to(values->output, &work, err);
	release(&work);
	return ret ? ret : status;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "says what has changed from a run to others, and whether it is more than noise",
	.operands = "BASE RUN...",
	.operand_is = "BASE or RUN, the directory of a run",
	.operands_min = 2,
	.operands_max = 1000,
	.bit = COMMAND_COMPARE,
	.run = run_compare,
};
