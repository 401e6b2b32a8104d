#include "cli/resolve_file.h"

#include "api/api.h"
#include "base/err.h"
#include "base/units.h"
#include "cli/options.h"
#include "cli/resolve_sizes.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <sys/stat.h>

/* The other names are easily forgotten. */
static void remark_names(const struct config *config, struct strbuf *remarks)
{
	struct stat st;

	if (!stat(config->target, &st) && S_ISREG(st.st_mode) && st.st_nlink > 1)
		strbuf_addf(remarks, "%s is one of %llu names of this file, which is overwritten under all of them\n",
			    config->target, (unsigned long long)st.st_nlink);
}

static bool is_file(const char *path)
{
	struct stat st;

	return path && !stat(path, &st) && (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode));
}

static void leave_out_new_files(const struct option_values *values, struct config *config, struct strbuf *remarks)
{
	size_t kept = 0;

	for (size_t i = 0; i < config->tests_n; i++) {
		const struct test *test = &config->tests[i];

		if (!(pattern_find(test->pattern)->flags & PATTERN_NEW_FILE))
			config->tests[kept++] = *test;
		else if (values->tests_n)
			strbuf_addf(remarks, "%s is left out: it makes files of its own, and the target is one file\n",
				    test->name);
	}
	config->tests_n = kept;
}

static const struct test *find_writing(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (pattern_find(config->tests[i].pattern)->flags & PATTERN_WRITES)
			return &config->tests[i];
	}
	return NULL;
}

int resolve_file(const struct option_values *values, struct config *config, struct strbuf *remarks, struct err *err)
{
	const struct test *writing;

	config->target_is_file = is_file(config->target);
	config->overwrite = values->overwrite;
	if (!config->target_is_file && values->overwrite)
		return err_set(err, ERR_USAGE, "--overwrite: %s is no file or block device that could be overwritten; leave it "
					       "out", config->target ? config->target : "a simulated device");
	if (!config->target_is_file)
		return 0;
	writing = find_writing(config);
	if (writing && !values->overwrite)
		return err_set(err, ERR_ENVIRONMENT,
			       "%s: not a directory; the test %s would write to it, which takes --overwrite, and what it holds is "
			       "lost; tests that only read it go without (--tests read,reread,randread,backward,stride)",
			       config->target, writing->name);
	leave_out_new_files(values, config, remarks);
	if (writing)
		remark_names(config, remarks);
	if (!config->tests_n)
		return err_set(err, ERR_USAGE, "--tests: none of them can run on one file");
	if (config_files(config) > 1)
		return err_set(err, ERR_USAGE, "--jobs: the target is one file, which jobs must share; add --shared-file");
	if (config->verify && !values->overwrite)
		return err_set(err, ERR_USAGE, "--verify: what %s holds is not known, and nothing is written", config->target);
	return 0;
}

/* A file that is smaller than all of them has its own size. */
static int choose_sizes(uint64_t bytes, struct config *config)
{
	struct size_list *sizes = &config->file_sizes;

	if (resolve_double_file_sizes(0, bytes, config))
		return -ENOMEM;
	if (!sizes->n)
		sizes->v[sizes->n++] = bytes;
	return 0;
}

int resolve_file_sizes(uint64_t bytes, struct config *config, struct err *err)
{
	char want[UNITS_TEXT_LEN], have[UNITS_TEXT_LEN];

	if (!config->file_sizes.n && choose_sizes(bytes, config))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "file sizes");
	if (config->file_sizes.v[config->file_sizes.n - 1] <= bytes)
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "--file-size: %s is larger than %s, which has %s and does not grow",
		       units_format_size_exact(config->file_sizes.v[config->file_sizes.n - 1], want), config->target,
		       units_format_size_exact(bytes, have));
}
