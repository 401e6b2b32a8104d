#include "base/json_memory.h"

#include <errno.h>
#include <stdlib.h>

static _Thread_local bool ran_out;

static void *allocate(size_t size)
{
	void *memory = malloc(size);

	ran_out = ran_out || !memory;
	return memory;
}

void json_memory_watch(void)
{
	json_set_alloc_funcs(allocate, free);
	ran_out = false;
}

bool json_memory_ran_out(void)
{
	return ran_out;
}

int json_memory_check(json_t **json)
{
	if (ran_out) {
		json_decref(*json);
		*json = NULL;
		return -ENOMEM;
	}
	return *json ? 0 : -EINVAL;
}

char *json_memory_dump(const json_t *json, size_t flags)
{
	char *text;

	json_memory_watch();
	text = json_dumps(json, flags);
	if (!ran_out)
		return text;
	free(text);
	return NULL;
}
