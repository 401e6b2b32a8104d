#include "report/json_document.h"

#include <errno.h>
#include <stdlib.h>

int json_document_add(json_t *json, size_t flags, struct strbuf *out)
{
	char *text = json ? json_dumps(json, flags) : NULL;

	json_decref(json);
	if (!text)
		return -ENOMEM;
	strbuf_addstr(out, text);
	strbuf_addch(out, '\n');
	free(text);
	return strbuf_failed(out) ? -ENOMEM : 0;
}
