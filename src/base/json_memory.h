/*
 * json_memory: whether jansson had the memory for what it has parsed, built or dumped.
 *
 * Where memory runs out within a word, jansson (2.14) drops letters of it and goes on: its lexer finds another word, so
 * that a member is missing that was there, and json_dumps() writes what is no JSON. json_object_set_new() of a value for
 * which there was none leaves the member out. So its allocator is watched; an allocator is told nothing but a size, which
 * is why what it has seen is a variable of the thread.
 */
#ifndef IOSWEEP_BASE_JSON_MEMORY_H
#define IOSWEEP_BASE_JSON_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* From now on. */
void json_memory_watch(void);

/* Whether there was no memory for jansson, in this thread and since then. */
bool json_memory_ran_out(void);

/*
 * For what jansson has parsed since then. 0; -EINVAL: it is NULL, and jansson has said why; -ENOMEM: memory ran out, and
 * *json has been released and is NULL.
 */
int json_memory_check(json_t **json);

/* json_dumps(), whole or NULL. free() it. */
char *json_memory_dump(const json_t *json, size_t flags);

#endif
