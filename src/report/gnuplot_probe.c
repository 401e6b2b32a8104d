#include "report/gnuplot_probe.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/gnuplot_run.h"
#include "report/gnuplot_terminal.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT_S 10
#define MARK "iosweep-probe "

/* Whether name is one of the words of text. */
static bool has_word(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at += len)
		if ((at == text || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\n' || !at[len]))
			return true;
	return false;
}

/* "5.4" in any locale. */
static double version_number(const char *text)
{
	char *end;
	double major = (double)strtoul(text, &end, 10);

	return *end == '.' ? major + (double)strtoul(end + 1, NULL, 10) / 10 : major;
}

static int judge(const struct gnuplot_probe *probe, const char *said, struct gnuplot_found *found, struct err *err)
{
	struct terminal_names names = terminal_names_of(probe->format);
	const char *at = strstr(said, MARK);

	if (!at)
		return err_set(err, ERR_CELLS, "gnuplot: does not tell its version; %.1f or newer is needed", GNUPLOT_OLDEST);
	found->version = version_number(at + strlen(MARK));
	if (found->version < GNUPLOT_OLDEST)
		return err_set(err, ERR_CELLS, "gnuplot: version %.1f is too old; %.1f or newer is needed", found->version,
			       GNUPLOT_OLDEST);
	found->plain = !has_word(at, names.best);
	if (found->plain && !(names.plain && has_word(at, names.plain)))
		return err_set(err, ERR_CELLS, "gnuplot: has no terminal %s for format %s", names.best,
			       picture_format_name(probe->format));
	return 0;
}

int gnuplot_probe(const struct gnuplot_probe *probe, struct gnuplot_found *found, struct err *err)
{
	struct strbuf said;
	const struct gnuplot_run run = {
		.program = probe->program,
		.folder = "/",
		.before = "print '" MARK "', GPVAL_VERSION, ' ', GPVAL_TERMINALS, ' '",
		.environment = probe->environment,
		.timeout_s = TIMEOUT_S,
		.said = &said,
	};
	int ret;

	*found = (struct gnuplot_found){ 0 };
	strbuf_init(&said);
	ret = gnuplot_run(&run, err);
	if (!ret)
		ret = judge(probe, said.buf ? said.buf : "", found, err);
	strbuf_release(&said);
	return ret;
}
