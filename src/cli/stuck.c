#include "cli/stuck.h"

#include "base/units.h"

#include <unistd.h>

static void describe_place(const struct watchdog_event *event, struct strbuf *line)
{
	const struct watchdog_place *place = event->place;
	char size[UNITS_TEXT_LEN];

	if (*place->test)
		strbuf_addf(line, "%s %s, ", place->mode, place->test);
	if (place->file_size)
		strbuf_addf(line, "file %s, ", units_format_size(place->file_size, size));
	if (place->record_size)
		strbuf_addf(line, "record %s, ", units_format_size(place->record_size, size));
	if (event->offset != UINT64_MAX)
		strbuf_addf(line, "offset %llu, ", (unsigned long long)event->offset);
	if (place->jobs > 1)
		strbuf_addf(line, "job %u, ", event->job + 1);
}

void stuck_describe(const struct watchdog_event *event, struct strbuf *line)
{
	char time[UNITS_TEXT_LEN];

	units_format_duration(event->ns, time);
	strbuf_addstr(line, event->news == WATCHDOG_WENT_ON ? "went on: " : "stuck: ");
	describe_place(event, line);
	strbuf_addf(line, event->news == WATCHDOG_WENT_ON ? "%s took about %s" : "%s takes %s so far", event->step, time);
	if (event->others)
		strbuf_addf(line, ", and %u more", event->others);
	if (event->news == WATCHDOG_CANNOT_STOP)
		strbuf_addstr(line, "; the run ends when that does, a second signal (Ctrl-C) leaves at once");
}

/* That nobody listens is no reason to end. */
static void say(const struct strbuf *line)
{
	if (write(STDERR_FILENO, line->buf, line->len) < 0)
		return;
}

void stuck_tell(void *context, const struct watchdog_event *event)
{
	struct strbuf line;

	(void)context;
	strbuf_init(&line);
	if (isatty(STDERR_FILENO))
		strbuf_addstr(&line, "\r\033[K"); /* over the line of the progress */
	strbuf_addstr(&line, "iosweep: ");
	stuck_describe(event, &line);
	strbuf_addch(&line, '\n');
	say(&line);
	strbuf_release(&line);
}
