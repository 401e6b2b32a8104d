#include "report/json_document.h"

#include "base/json_memory.h"

#include <errno.h>
#include <stdlib.h>

void json_document_begin(void)
{
	json_memory_watch();
}

int json_document_add(json_t *json, size_t flags, struct strbuf *out)
{
	bool whole = json && !json_memory_ran_out();
	char *text = whole ? json_memory_dump(json, flags) : NULL;

	json_decref(json);
	if (!text)
		return -ENOMEM;
	strbuf_addstr(out, text);
	strbuf_addch(out, '\n');
	free(text);
	return strbuf_failed(out) ? -ENOMEM : 0;
}
