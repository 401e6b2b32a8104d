#include "report/cell_marks.h"

#include <assert.h>
#include <string.h>

static bool is_cut(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->cut;
}

static void explain_cut(const struct resultset *rs, struct strbuf *out)
{
	(void)rs;
	strbuf_addstr(out, "the time limit came before the whole file was accessed");
}

static bool has_failed(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->trouble && strcmp(cell->trouble->status, "skipped") != 0;
}

static bool is_noisy(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->verdict == VERDICT_NOISY;
}

static void explain_noisy(const struct resultset *rs, struct strbuf *out)
{
	const struct judge_rule rule = resultset_rule(rs);

	strbuf_addf(out, "noisy: the %.0f %% interval of the median reaches further than %.3g %% from it",
		    100 * rule.confidence, 100 * rule.precision);
}

static bool is_drifting(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->verdict == VERDICT_DRIFTING;
}

static void explain_drifting(const struct resultset *rs, struct strbuf *out)
{
	(void)rs;
	strbuf_addstr(out, "drifting: the passes have a trend");
}

static bool is_contaminated(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->verdict == VERDICT_CONTAMINATED;
}

static void explain_contaminated(const struct resultset *rs, struct strbuf *out)
{
	(void)rs;
	strbuf_addstr(out, "contaminated: others used the device, or its array lost a member, in at least half of the samples");
}

/* Where all cells have one sample the caption says so. */
static bool is_single(const struct surface *surface, const struct cell *cell)
{
	return cell->verdict == VERDICT_SINGLE && surface->passes > 1;
}

static void explain_single(const struct resultset *rs, struct strbuf *out)
{
	(void)rs;
	strbuf_addstr(out, "a single sample");
}

static bool has_fallen(const struct surface *surface, const struct cell *cell)
{
	(void)surface;
	return cell->fell;
}

static void explain_fallen(const struct resultset *rs, struct strbuf *out)
{
	(void)rs;
	strbuf_addstr(out, "throughput fell to less than half in the course of a sample: a fast cache was full");
}

const struct cell_mark cell_marks[] = {
	{ CELL_MARK_FAILED, has_failed, NULL },
	{ '*', is_cut, explain_cut },
	{ '?', is_noisy, explain_noisy },
	{ '/', is_drifting, explain_drifting },
	{ '#', is_contaminated, explain_contaminated },
	{ '\'', is_single, explain_single },
	{ 'v', has_fallen, explain_fallen },
};

const size_t cell_marks_n = sizeof(cell_marks) / sizeof(*cell_marks);

const char *cell_marks_of(const struct surface *surface, const struct cell *cell, char marks[CELL_MARKS_LEN])
{
	size_t n = 0;

	_Static_assert(sizeof(cell_marks) / sizeof(*cell_marks) < CELL_MARKS_LEN, "no room for all marks");
	for (size_t i = 0; cell->state == CELL_MEASURED && i < cell_marks_n; i++) {
		if (cell_marks[i].holds(surface, cell))
			marks[n++] = cell_marks[i].sign;
	}
	marks[n] = '\0';
	return marks;
}

static bool is_sign(char c)
{
	for (size_t i = 0; i < cell_marks_n; i++) {
		if (cell_marks[i].sign == c)
			return true;
	}
	return false;
}

size_t cell_marks_length(const char *text)
{
	size_t len = strlen(text), n = 0;

	/* A sign may be a letter: it stands behind a figure. */
	while (n < len && is_sign(text[len - n - 1]))
		n++;
	return n;
}
