#include "report/picture_caption.h"

#include "model/envfacts.h"

#include <string.h>

#define BETWEEN " \xc2\xb7 "
#define NOT_RECORDED "not recorded"

static const struct fact {
	const char *noun;
	void (*add)(const json_t *environment, struct strbuf *line);
} facts[] = {
	{ "host", envfacts_host_line },
	{ "file system", envfacts_file_system_line },
	{ "device", envfacts_device_line },
	{ "RAM", envfacts_memory_line },
};

#define FACTS_N (sizeof(facts) / sizeof(facts[0]))

/* Takes the line away again where it says nothing. */
static bool add_known(struct strbuf *sb, const struct fact *fact, const json_t *environment)
{
	size_t before = sb->len, start;

	strbuf_addstr(sb, before ? BETWEEN : "");
	start = sb->len;
	fact->add(environment, sb);
	if (sb->len > start && !strstr(sb->buf + start, NOT_RECORDED))
		return true;
	strbuf_setlen(sb, before);
	return false;
}

/* "host, device and RAM not recorded" */
static void add_unknown(struct strbuf *sb, const bool unknown[FACTS_N], size_t n)
{
	size_t named = 0;

	strbuf_addstr(sb, sb->len ? BETWEEN : "");
	for (size_t i = 0; i < FACTS_N; i++) {
		if (!unknown[i])
			continue;
		strbuf_addstr(sb, !named ? "" : named + 1 == n ? " and " : ", ");
		strbuf_addstr(sb, facts[i].noun);
		named++;
	}
	strbuf_addstr(sb, " " NOT_RECORDED);
}

void picture_caption_add_facts(struct strbuf *sb, const json_t *environment, enum mode mode)
{
	bool unknown[FACTS_N];
	size_t n = 0;

	for (size_t i = 0; i < FACTS_N; i++) {
		unknown[i] = !add_known(sb, &facts[i], environment);
		n += unknown[i];
	}
	if (n)
		add_unknown(sb, unknown, n);
	strbuf_addstr(sb, mode == MODE_DEVICE ? BETWEEN "past the page cache" : BETWEEN "through the page cache");
}
