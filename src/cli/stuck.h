/* stuck: what the watchdog sees, on standard error. */
#ifndef IOSWEEP_CLI_STUCK_H
#define IOSWEEP_CLI_STUCK_H

#include "base/strbuf.h"
#include "measure/watchdog.h"

/* For struct watchdog_config; context is not used. One line, in one write, from whatever thread. */
void stuck_tell(void *context, const struct watchdog_event *event);

/* The line, without its end. */
void stuck_describe(const struct watchdog_event *event, struct strbuf *line);

#endif
