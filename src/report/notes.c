/* The lines around the tables: what the signs in a grid mean, and what run this is. */
#include "report/surface_text.h"

#include "model/envfacts.h"
#include "report/cell_marks.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOTES_MAX 10U

struct note {
	const char *sign; /* as it stands in the grid */
	char reason[SAMPLE_ERROR_LEN];
	size_t cells;
};

struct notes {
	struct note v[NOTES_MAX];
	size_t n;
	size_t others; /* cells in trouble for which there was no room */
};

/* A skip has its own words; a failure is known by its errno, since its words name the place and so differ. */
static void get_reason(const struct sample *trouble, char reason[SAMPLE_ERROR_LEN])
{
	bool by_number = trouble->error_number != SAMPLE_ABSENT && trouble->error_number <= INT_MAX;
	const char *text = *trouble->error ? trouble->error : "no reason was recorded";

	if (by_number && (strcmp(trouble->status, "skipped") != 0 || !*trouble->error))
		text = strerror((int)trouble->error_number);
	snprintf(reason, SAMPLE_ERROR_LEN, "%s", text);
}

/* NULL: not in trouble. */
static const char *sign_of(const struct surface *surface, const struct cell *cell)
{
	char marks[CELL_MARKS_LEN];

	if (cell->state == CELL_FAILED)
		return "fail";
	if (cell->state == CELL_SKIPPED)
		return "skip";
	return strchr(cell_marks_of(surface, cell, marks), CELL_MARK_FAILED) ? "!" : NULL;
}

static void count(struct notes *notes, const struct surface *surface, const struct cell *cell)
{
	const char *sign = sign_of(surface, cell);
	char reason[SAMPLE_ERROR_LEN];
	size_t i = 0;

	if (!sign)
		return;
	get_reason(cell->trouble, reason);
	while (i < notes->n && (strcmp(notes->v[i].sign, sign) != 0 || strcmp(notes->v[i].reason, reason) != 0))
		i++;
	if (i == NOTES_MAX) {
		notes->others++;
		return;
	}
	if (i == notes->n) {
		notes->v[notes->n++].sign = sign;
		memcpy(notes->v[i].reason, reason, sizeof(reason));
	}
	notes->v[i].cells++;
}

static void add_line(const struct note_style *style, struct strbuf *out, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void add_line(const struct note_style *style, struct strbuf *out, const char *fmt, ...)
{
	struct strbuf line;
	va_list ap;

	strbuf_init(&line);
	va_start(ap, fmt);
	strbuf_vaddf(&line, fmt, ap);
	va_end(ap);
	strbuf_addstr(out, style->prefix);
	style->add(out, line.buf);
	strbuf_addch(out, '\n');
	out->failed |= strbuf_failed(&line);
	strbuf_release(&line);
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static bool is_axis(const struct resultset *rs, enum axis axis)
{
	return rs->x == axis || rs->y == axis;
}

static void add_jobs(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	bool own = rs->config.job_files == JOB_FILES_OWN;
	uint64_t jobs = surface->fixed[AXIS_JOBS];

	if (jobs > 1)
		strbuf_addf(out, "%s%" PRIu64 " jobs%s", out->len ? ", " : "", jobs, own ? " with a file each" : " on one file");
	else if (is_axis(rs, AXIS_JOBS) && rs->axes[AXIS_JOBS].n > 1)
		strbuf_addf(out, "%s%s", out->len ? ", " : "", own ? "a file for each job" : "all jobs on one file");
}

void surface_text_load(const struct resultset *rs, const struct surface *surface, struct strbuf *out)
{
	struct strbuf load;

	strbuf_init(&load);
	if (surface->fixed[AXIS_DEPTH] > 1)
		strbuf_addf(&load, "depth %" PRIu64, surface->fixed[AXIS_DEPTH]);
	add_jobs(rs, surface, &load);
	strbuf_addstr(out, load.buf);
	out->failed |= strbuf_failed(&load);
	strbuf_release(&load);
}

static void add_load(const struct resultset *rs, const struct surface *surface, const struct note_style *style,
		     struct strbuf *out)
{
	struct strbuf load;

	strbuf_init(&load);
	surface_text_load(rs, surface, &load);
	if (load.len)
		add_line(style, out, "Measured with %s.", load.buf);
	out->failed |= strbuf_failed(&load);
	strbuf_release(&load);
}

static size_t cells_with(const struct surface *surface, const struct cell_mark *mark)
{
	size_t n = 0;

	for (size_t i = 0; i < surface->cells_n; i++)
		n += surface->cells[i].state == CELL_MEASURED && mark->holds(surface, &surface->cells[i]);
	return n;
}

static void add_marks(const struct resultset *rs, const struct surface *surface, const struct note_style *style,
		      struct strbuf *out)
{
	for (size_t i = 0; i < cell_marks_n; i++) {
		size_t n = cell_marks[i].explain ? cells_with(surface, &cell_marks[i]) : 0;
		struct strbuf meaning;

		if (!n)
			continue;
		strbuf_init(&meaning);
		cell_marks[i].explain(rs, &meaning);
		add_line(style, out, "%c: %s (%zu cell%s)", cell_marks[i].sign, meaning.buf, n, plural(n));
		out->failed |= strbuf_failed(&meaning);
		strbuf_release(&meaning);
	}
}

static void add_first_pass(const struct surface *surface, const struct note_style *style, struct strbuf *out)
{
	double percent = 100 * (surface->first_ratio - 1);

	if (surface->first_left_out)
		add_line(style, out, "The first pass was %.1f %% %s than the later ones and is left out of the medians.",
			 percent < 0 ? -percent : percent, percent < 0 ? "lower" : "higher");
}

void surface_text_notes(const struct resultset *rs, const struct surface *surface, const struct note_style *style,
			struct strbuf *out)
{
	struct notes notes = { .n = 0 };
	bool flush = false, close = false;

	for (size_t i = 0; i < surface->cells_n; i++) {
		const struct cell *cell = &surface->cells[i];

		count(&notes, surface, cell);
		flush |= cell->samples_n && cell->samples[0]->flush_counted == 1;
		close |= cell->samples_n && cell->samples[0]->close_counted == 1;
	}
	for (size_t i = 0; i < notes.n; i++)
		add_line(style, out, "%s: %s%s (%zu cell%s)", notes.v[i].sign,
			 *notes.v[i].sign == '!' ? "failed in some passes: " : "", notes.v[i].reason,
			 notes.v[i].cells, plural(notes.v[i].cells));
	if (notes.others)
		add_line(style, out, "fail, skip or !: other reasons (%zu cell%s)", notes.others, plural(notes.others));
	add_marks(rs, surface, style, out);
	add_first_pass(surface, style, out);
	add_load(rs, surface, style, out);
	if (flush)
		add_line(style, out, "The flush that makes the data stable is counted.");
	if (close)
		add_line(style, out, "Closing the file is counted.");
}

static void add_state(const struct resultset *rs, const struct note_style *style, struct strbuf *out)
{
	const char *state = json_string_value(json_object_get(rs->run, "state"));
	const json_t *signal = json_object_get(rs->run, "stopped_by");
	const char *finished = json_string_value(json_object_get(rs->run, "finished"));

	if (json_is_integer(signal))
		add_line(style, out, "Stopped by signal %lld: the tables show what was measured until then.",
			 (long long)json_integer_value(signal));
	else if (!state || strcmp(state, "complete") != 0)
		add_line(style, out, "Not complete: the tables show what has been measured so far.");
	else if (finished)
		add_line(style, out, "Finished: %s", finished);
}

static void add_machine(const json_t *env, struct strbuf *line)
{
	envfacts_cpu_line(env, line);
	strbuf_addstr(line, ", ");
	envfacts_memory_line(env, line);
}

static void add_fact(const struct note_style *style, const char *what, const struct strbuf *fact, struct strbuf *out)
{
	add_line(style, out, "%s: %s", what, fact->buf);
	out->failed |= strbuf_failed(fact);
}

static void add_environment(const struct resultset *rs, const struct note_style *style, struct strbuf *out)
{
	static const struct {
		const char *what;
		void (*add)(const json_t *env, struct strbuf *line);
	} facts[] = {
		{ "Host", envfacts_host_line },
		{ "CPU", add_machine },
		{ "File system", envfacts_file_system_line },
		{ "Device", envfacts_device_line },
	};
	struct strbuf fact;

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++) {
		strbuf_init(&fact);
		facts[i].add(rs->environment, &fact);
		add_fact(style, facts[i].what, &fact, out);
		strbuf_release(&fact);
	}
}

/* What the array lacked at the start stands with the device. */
static void add_lost_members(const struct resultset *rs, const struct note_style *style, struct strbuf *out)
{
	uint64_t before, most = 0;
	size_t n = 0;

	if (!envfacts_degraded(rs->environment, &before))
		return;
	for (size_t i = 0; i < rs->samples_n; i++) {
		uint64_t lacked = rs->samples[i].md_degraded;

		if (lacked == SAMPLE_ABSENT || lacked <= before)
			continue;
		n++;
		most = lacked > most ? lacked : most;
	}
	if (n)
		add_line(style, out, "The array lost a member in the course of the run: in %zu of %zu samples it lacked up to %" PRIu64
				     ".", n, rs->samples_n, most);
}

static bool has_any(const struct resultset *rs)
{
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (surface_text_any(&rs->surfaces[i]))
			return true;
	}
	return false;
}

void run_text(const struct resultset *rs, const struct note_style *style, struct strbuf *out)
{
	if (*rs->started)
		add_line(style, out, "iosweep %s, started %s", rs->version, rs->started);
	else
		add_line(style, out, "iosweep %s, started at a time that is not recorded", rs->version);
	if (rs->config.command)
		add_line(style, out, "Command: %s", rs->config.command);
	if (rs->config.target)
		add_line(style, out, "Target: %s", rs->config.target);
	add_environment(rs, style, out);
	add_state(rs, style, out);
	add_lost_members(rs, style, out);
	if (rs->damaged_lines)
		add_line(style, out, "%zu damaged line%s of the journal %s left out.", rs->damaged_lines,
			 plural(rs->damaged_lines), rs->damaged_lines == 1 ? "was" : "were");
	if (!has_any(rs))
		add_line(style, out, "There are no samples.");
}
