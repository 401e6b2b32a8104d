#include "measure/env_mount.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/sysfile.h"

/* A copy; NULL: no memory. */
static char *unescaped(const char *text)
{
	char *made = strdup(text);

	if (made)
		sysfile_unescape(made);
	return made;
}

/* "36 35 98:0 /root /mount rw,noatime optional fields - ext3 /dev/root rw"; the optional fields end with "-". */
static int add(struct mount_table *table, char *line)
{
	char *words[6], *type, *source, *super;
	struct mount_entry *entry;
	const char *word;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		words[i] = strsep(&line, " ");
	do
		word = strsep(&line, " ");
	while (word && strcmp(word, "-") != 0);
	type = strsep(&line, " ");
	source = strsep(&line, " ");
	super = strsep(&line, " ");
	if (!super)
		return 0;
	entry = mount_table_add(table);
	if (!entry)
		return -ENOMEM;
	entry->id = strtoull(words[0], NULL, 10);
	entry->type = unescaped(type);
	entry->mount_point = unescaped(words[4]);
	entry->source = unescaped(source);
	entry->mount_options = unescaped(words[5]);
	entry->super_options = unescaped(super);
	return entry->type && entry->mount_point && entry->source && entry->mount_options && entry->super_options
		? 0
		: -ENOMEM;
}

int mount_table_proc(struct mount_table *table, const char *mountinfo)
{
	struct strbuf text;
	char *rest, *line;
	int ret;

	*table = (struct mount_table){ 0 };
	strbuf_init(&text);
	ret = strbuf_read_file(&text, mountinfo);
	rest = text.len ? text.buf : NULL;
	while (!ret && (line = strsep(&rest, "\n")))
		ret = add(table, line);
	if (ret)
		mount_table_release(table);
	strbuf_release(&text);
	return ret;
}
