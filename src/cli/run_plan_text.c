#include "cli/run_plan_text.h"

#include "cli/run_setup.h"

#include <stdio.h>

static void format_range(const struct size_list *list, struct strbuf *text)
{
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	strbuf_addf(text, "%zu (%s", list->n, units_format_size(list->v[0], from));
	if (list->n > 1)
		strbuf_addf(text, " to %s", units_format_size(list->v[list->n - 1], to));
	strbuf_addch(text, ')');
}

static void print_passes(const struct run_setup *run, struct strbuf *text)
{
	const struct config *c = &run->config;
	unsigned long long cells = run->plan.cells;

	if (c->preset)
		strbuf_addf(text, "preset      %s\n", c->preset);
	if (c->precision > 0)
		strbuf_addf(text, "cells       %llu, in up to %u passes, until 95 %% of them are known within %.3g %%\n", cells,
			    c->passes, 100 * c->precision);
	else
		strbuf_addf(text, "cells       %llu, %u pass%s: %llu sample%s\n", cells, c->passes,
			    c->passes == 1 ? "" : "es", cells * c->passes, cells * c->passes == 1 ? "" : "s");
}

/* The trials are over, which is why they are told. */
static void print_budget(const struct run_setup *run, struct strbuf *text)
{
	const struct budget *b = &run->budget;
	char all[UNITS_TEXT_LEN], trials[UNITS_TEXT_LEN], publish[UNITS_TEXT_LEN];

	strbuf_addf(text, ", at most %s in all\nbudget      %s went into trials",
		    units_format_duration(run->config.time_budget_ns, all), units_format_duration(b->trials_ns, trials));
	if (b->publish_ns)
		strbuf_addf(text, ", %s are kept for reports and pictures", units_format_duration(b->publish_ns, publish));
}

/* How many of its passes a run will have is not known where the precision decides. */
static void print_estimate(const struct run_setup *run, struct strbuf *text)
{
	const struct config *c = &run->config;
	const struct estimate_sum all = estimate_run(&run->estimate, c->precision > 0 ? 1 : c->passes);
	char bytes[UNITS_TEXT_LEN], time[UNITS_TEXT_LEN];
	const char *of = c->precision > 0 ? " for the first pass" : "";
	const char *about = units_format_size((uint64_t)all.bytes, bytes);

	strbuf_addf(text, "I/O         about %s%s\ntime        about %s%s", about + (*about == '~'), of,
		    units_format_duration((uint64_t)all.ns, time), of);
	if (c->time_budget_ns)
		print_budget(run, text);
	strbuf_addch(text, '\n');
}

/* How much that will be depends on what is found. */
static void print_again(const struct config *c, struct strbuf *text)
{
	if (!c->confirm && !c->refine)
		return;
	strbuf_addf(text, "then        cliffs are %s%s%s, ", c->confirm ? "looked for again" : "",
		    c->confirm && c->refine ? " and " : "", c->refine ? "halved" : "");
	if (c->time_budget_ns)
		strbuf_addstr(text, "for the rest of the time budget\n");
	else
		strbuf_addstr(text, c->confirm_all || c->refine ? "all that are found\n" : "for up to half as long as that\n");
}

void run_plan_print(const struct run_setup *run)
{
	const struct config *c = &run->config;
	char space[UNITS_TEXT_LEN];
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text, "target      %s\n", c->target ? c->target : "simulated");
	strbuf_addstr(&text, "file sizes  ");
	format_range(&c->file_sizes, &text);
	strbuf_addstr(&text, "\nrecords     ");
	format_range(&c->records, &text);
	strbuf_addstr(&text, "\ntests       ");
	for (size_t i = 0; i < c->tests_n; i++)
		strbuf_addf(&text, "%s%s", i ? " " : "", c->tests[i].name);
	strbuf_addf(&text, " (through %s)\nmodes      %s%s\n", c->tests[0].api, c->modes[MODE_DEVICE] ? " device" : "",
		    c->modes[MODE_CACHED] ? " cached" : "");
	print_passes(run, &text);
	strbuf_addf(&text, "space       %s at a time\n", units_format_size(run->plan.space_bytes, space));
	if (run->estimated) {
		print_estimate(run, &text);
	} else {
		strbuf_addstr(&text, "time        not known: trying the tests on a small file failed\n");
	}
	print_again(c, &text);
	strbuf_addf(&text, "seed        %llu\nresults     %s\n", (unsigned long long)c->seed, c->output);
	strbuf_addf(&text, "%s%s", run->remarks.buf, run->plan.remarks.buf);
	fputs(text.buf, stderr);
	strbuf_release(&text);
}
