#include "store/import.h"

#include "store/json_text.h"

#include <string.h>

#define WORD_LEN 256

static const struct iozone_facts *facts_of(const struct import_part *part)
{
	return &part->log->runs[part->run].facts;
}

static json_t *text_or_null(const char *text)
{
	return text ? json_text_lossy(text) : json_null();
}

static json_t *statements_json(const struct iozone_facts *facts)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < facts->statements_n; i++) {
		if (json_array_append_new(list, json_text_lossy(facts->statements[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* What a head does not say was not asked for; without a head nothing is known. */
static json_t *said(const struct iozone_facts *facts, bool yes)
{
	return facts->head_seen ? json_boolean(yes) : json_null();
}

static json_t *part_json(const struct import_part *part)
{
	const struct iozone_facts *facts = facts_of(part);

	return json_pack("{s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "file", json_text_lossy(part->file),
			 "line", (int)part->log->runs[part->run].line, "version", text_or_null(facts->version),
			 "build", text_or_null(facts->build), "began", text_or_null(facts->began), "machine",
			 text_or_null(facts->machine), "command", text_or_null(facts->command), "include_flush",
			 said(facts, facts->include_flush), "include_close", said(facts, facts->include_close),
			 "purge", said(facts, facts->purge), "statements", statements_json(facts));
}

static json_t *parts_json(const struct import *import)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < import->parts_n; i++) {
		if (json_array_append_new(list, part_json(&import->parts[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* The i-th word of `uname -a`, where it begins with "Linux": system, host, release. */
static json_t *uname_word(const char *machine, unsigned i)
{
	char word[WORD_LEN];
	size_t len;

	if (!machine || strncmp(machine, "Linux ", strlen("Linux ")))
		return json_null();
	for (;; i--) {
		machine += strspn(machine, " ");
		len = strcspn(machine, " ");
		if (!i || !len)
			break;
		machine += len;
	}
	if (!len || len >= sizeof(word))
		return json_null();
	memcpy(word, machine, len);
	word[len] = '\0';
	return json_text_lossy(word);
}

json_t *import_environment(const struct import *import)
{
	const char *machine = facts_of(&import->parts[0])->machine;

	return json_pack("{s:o, s:n, s:{s:o, s:o, s:n, s:n}, s:n, s:n, s:n, s:n, s:{s:s, s:o}}", "host_name",
			 uname_word(machine, 1), "os_name", "kernel", "sysname", uname_word(machine, 0), "release",
			 uname_word(machine, 2), "version", "machine", "cpu", "memory", "file_system", "device",
			 "import", "program", "IOzone", "runs", parts_json(import));
}
