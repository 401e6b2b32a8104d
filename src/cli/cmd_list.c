#include "api/api.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/resolve_tests.h"
#include "pattern/pattern.h"
#include "report/comparison_format.h"
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Two columns with two blanks behind each; the third takes the rest of the line. */
struct columns {
	int first, second;
};

static int wider(int width, const char *text)
{
	int len = (int)strlen(text);

	return len > width ? len : width;
}

static void put_row(const struct columns *columns, const char *first, const char *second, const char *third)
{
	printf("  %-*s  %-*s  %s\n", columns->first, first, columns->second, second, third);
}

static int list_apis(struct err *err)
{
	struct columns columns = { 0, (int)strlen("usable") };
	struct strbuf reason;
	int ret = 0;

	strbuf_init(&reason);
	for (size_t i = 0; i < io_apis_n; i++)
		columns.first = wider(columns.first, io_apis[i]->name);
	printf("APIs\n");
	for (size_t i = 0; i < io_apis_n; i++) {
		bool usable;

		strbuf_reset(&reason);
		usable = io_api_usable(io_apis[i], &reason);
		put_row(&columns, io_apis[i]->name, usable ? "usable" : "no", io_apis[i]->summary);
		if (!usable)
			put_row(&columns, "", "", reason.buf); /* below, as it may be long */
		ret = strbuf_failed(&reason) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "list") : ret;
	}
	strbuf_release(&reason);
	return ret;
}

static void list_tests(void)
{
	struct columns columns = { 0, 0 };
	char name[NAME_LEN + 2];

	for (size_t i = 0; i < patterns_n; i++) {
		columns.first = wider(columns.first, patterns[i]->name);
		columns.second = wider(columns.second, patterns[i]->title);
	}
	columns.first += 2; /* the marks */
	printf("\nTests (*: automatic; +: and, in mode cached, through stdio)\n");
	for (size_t i = 0; i < patterns_n; i++) {
		const struct pattern *p = patterns[i];

		snprintf(name, sizeof(name), "%s%s%s", p->name, p->flags & PATTERN_AUTOMATIC ? "*" : "",
			 resolve_adds_stdio(p->name) ? "+" : "");
		put_row(&columns, name, p->title, p->summary);
	}
}

static void list_formats(void)
{
	int width = 0;

	for (size_t i = 0; i < reporters_n; i++)
		width = wider(width, reporters[i]->name);
	printf("\nFormats of report\n");
	for (size_t i = 0; i < reporters_n; i++)
		printf("  %-*s  %s\n", width, reporters[i]->name, reporters[i]->summary);
}

static void list_compare_formats(void)
{
	int width = 0;

	for (size_t i = 0; i < comparison_formats_n; i++)
		width = wider(width, comparison_formats[i]->name);
	printf("\nFormats of compare\n");
	for (size_t i = 0; i < comparison_formats_n; i++)
		printf("  %-*s  %s\n", width, comparison_formats[i]->name, comparison_formats[i]->summary);
}

static int run(const struct option_values *values, struct err *err)
{
	(void)values;
	if (list_apis(err))
		return -1;
	list_tests();
	list_formats();
	list_compare_formats();
	return 0;
}

const struct command command_list = {
	.name = "list",
	.summary = "lists the APIs (and why one cannot be used here), the tests and the formats",
	.operands = "",
	.operand_is = "",
	.bit = COMMAND_LIST,
	.run = run,
};
