#include "store/iozone_facts.h"

#include "store/iozone_statement.h"
#include "store/iozone_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void iozone_facts_init(struct iozone_facts *facts)
{
	*facts = (struct iozone_facts){ .api = "sync", .depth = 1 };
}

void iozone_facts_release(struct iozone_facts *facts)
{
	free(facts->version);
	free(facts->build);
	free(facts->began);
	free(facts->machine);
	free(facts->command);
	for (size_t i = 0; i < facts->statements_n; i++)
		free(facts->statements[i]);
	iozone_facts_init(facts);
}

static int copy_text(char **text)
{
	if (*text)
		*text = strdup(*text);
	return *text ? 0 : -ENOMEM;
}

int iozone_facts_copy(struct iozone_facts *to, const struct iozone_facts *from)
{
	char **texts[] = { &to->version, &to->build, &to->began, &to->machine, &to->command };
	int ret = 0;

	*to = *from;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (*texts[i] && copy_text(texts[i]))
			ret = -ENOMEM;
	}
	for (size_t i = 0; i < to->statements_n; i++) {
		if (copy_text(&to->statements[i]))
			ret = -ENOMEM;
	}
	return ret;
}

enum iozone_statement iozone_statement_kind(const struct iozone_line *line)
{
	const char *text = line->text + strspn(line->text, " ");
	const struct iozone_statement_row *known = iozone_statement_find(text);

	if (known)
		return known->kind;
	return *text ? IOZONE_UNKNOWN : IOZONE_NO_STATEMENT;
}

static int keep(struct iozone_facts *facts, const char *text)
{
	char *copy;

	if (facts->statements_n == IOZONE_STATEMENTS_MAX)
		return 0;
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	facts->statements[facts->statements_n++] = copy;
	return 0;
}

int iozone_facts_take(struct iozone_facts *facts, const struct iozone_line *line)
{
	const char *text = line->text + strspn(line->text, " ");
	const struct iozone_statement_row *known = iozone_statement_find(text);
	int ret = 0;

	facts->head_seen = true;
	if (known)
		ret = known->take(facts, text + strlen(known->start), known->member);
	if (!ret && (!known || known->kept))
		ret = keep(facts, text);
	return ret;
}
