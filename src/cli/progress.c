#include "cli/progress.h"

#include "base/clock.h"
#include "base/units.h"
#include "cli/again.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define REDRAW_NS 100000000U
#define DEFAULT_COLUMNS 80

void progress_init(struct progress *p, int fd)
{
	*p = (struct progress){ .fd = fd, .terminal = isatty(fd) };
	strbuf_init(&p->rate);
}

static unsigned columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col ? DEFAULT_COLUMNS : size.ws_col;
}

/* Progress that cannot be written is no reason to end a run. */
static void say(const struct progress *p, const struct strbuf *line)
{
	if (write(p->fd, line->buf, line->len) < 0)
		return;
}

static double share(const struct sweep_status *status)
{
	return status->cells_total ? (double)status->cells_done / (double)status->cells_total : 0;
}

/* By time where it is known: cells of large files take longest, and come at random. */
static double done_now(const struct sweep_status *status)
{
	if (status->left_ns == UINT64_MAX || !(status->elapsed_ns + status->left_ns))
		return share(status);
	return (double)status->elapsed_ns / (double)(status->elapsed_ns + status->left_ns);
}

/* The rate stands behind the place, so it must be from there. */
static void note_rate(struct progress *p, const struct sample *last)
{
	char value[UNITS_TEXT_LEN];

	strbuf_reset(&p->rate);
	if (!last || !*last->status)
		return;
	if (sample_ok(last))
		strbuf_addf(&p->rate, "%s %s MiB/s", last->test, units_format_value(last->throughput_mib_s, value));
	else
		strbuf_addf(&p->rate, "%s %s", last->test, last->status);
}

/* Behind the sweep cliffs are looked for again: how long is known when they are found. */
static void add_behind(const struct progress *p, const struct sweep_status *status, struct strbuf *line)
{
	double sweep_ns = (double)status->elapsed_ns + (double)status->left_ns;
	double most = p->config ? again_most_ns(p->config, p->measuring_ns, sweep_ns) : 0;
	char text[UNITS_TEXT_LEN];

	if (status->purpose || !(most > 0))
		return;
	if (isfinite(most))
		strbuf_addf(line, ", then up to %s for cliffs", units_format_duration((uint64_t)most, text));
	else
		strbuf_addstr(line, ", then cliffs");
}

static void describe(const struct progress *p, const struct sweep_status *status, struct strbuf *line)
{
	char file[UNITS_TEXT_LEN], record[UNITS_TEXT_LEN], left[UNITS_TEXT_LEN];

	strbuf_addf(line, "%3.0f%% pass %llu/%llu", 100 * p->done, (unsigned long long)status->pass,
		    (unsigned long long)status->passes);
	if (status->left_ns != UINT64_MAX) {
		strbuf_addf(line, ", %s%s left", status->left_is_most ? "at most " : "",
			    units_format_duration(status->left_ns, left));
		add_behind(p, status, line);
	}
	if (status->failed)
		strbuf_addf(line, ", %llu failed", (unsigned long long)status->failed);
	strbuf_addf(line, ", %s file %s record %s", mode_name(status->mode),
		    units_format_size(status->file_size, file), units_format_size(status->record_size, record));
	if (status->depth > 1)
		strbuf_addf(line, " depth %llu", (unsigned long long)status->depth);
	if (status->jobs > 1)
		strbuf_addf(line, " jobs %llu", (unsigned long long)status->jobs);
	if (p->rate.len)
		strbuf_addf(line, ", %s", p->rate.buf);
}

/* The words say more than the bar, and come first where both have no room. */
static void add_bar(double share, unsigned columns, struct strbuf *line)
{
	unsigned width = columns < 90 ? 0 : 20, filled = (unsigned)(share * width);

	if (!width)
		return;
	strbuf_addch(line, '[');
	strbuf_addchars(line, '#', filled);
	strbuf_addchars(line, '-', width - filled);
	strbuf_addstr(line, "] ");
}

static void draw(struct progress *p, const struct sweep_status *status)
{
	unsigned width = columns(p->fd);
	struct strbuf line;

	strbuf_init(&line);
	strbuf_addch(&line, '\r');
	add_bar(p->done, width, &line);
	describe(p, status, &line);
	if (line.len > width) /* the carriage return takes no column, the last one stays free */
		strbuf_setlen(&line, width);
	strbuf_addstr(&line, "\033[K");
	say(p, &line);
	strbuf_release(&line);
}

static void log_line(const struct progress *p, const struct sweep_status *status)
{
	struct strbuf line;

	strbuf_init(&line);
	describe(p, status, &line);
	strbuf_addch(&line, '\n');
	say(p, &line);
	strbuf_release(&line);
}

void progress_show(void *progress, const struct sweep_status *status)
{
	struct progress *p = progress;
	uint64_t now = clock_monotonic_ns();
	unsigned tenths;

	p->done = fmax(p->done, done_now(status));
	tenths = (unsigned)(p->done * 10);
	note_rate(p, status->last);
	if (p->terminal) {
		if (p->drawn_ns && now - p->drawn_ns < REDRAW_NS)
			return;
		p->drawn_ns = now;
		draw(p, status);
	} else if (status->pass != p->pass || tenths > p->tenths) {
		p->pass = status->pass;
		p->tenths = tenths;
		log_line(p, status);
	}
}

void progress_end(struct progress *p)
{
	static const char clear[] = "\r\033[K";

	if (p->terminal && p->drawn_ns && write(p->fd, clear, sizeof(clear) - 1) < 0)
		p->terminal = false;
	strbuf_release(&p->rate);
}
