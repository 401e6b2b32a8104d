/*
 * libaio_contexts: contexts of io_setup(2) that are kept for the next file. Only for libaio.c.
 *
 * io_destroy(2) waits for a grace period of the kernel's, some 30 ms, which a run of many short samples would spend for
 * each of them. So a context that has nothing in flight goes back to the session, and is taken again for the same depth.
 * A process that was forked has none of its parent's, and makes its own. Any thread may take and give back.
 */
#ifndef IOSWEEP_API_LIBAIO_CONTEXTS_H
#define IOSWEEP_API_LIBAIO_CONTEXTS_H

#ifdef HAVE_LIBAIO

#include <libaio.h>

struct libaio_contexts;

struct libaio_contexts *libaio_contexts_new(void); /* NULL: no memory */

/* Destroys what is kept. All that was taken has been given back; NULL is ignored. */
void libaio_contexts_free(struct libaio_contexts *contexts);

/* A context of that depth with nothing in flight. contexts may be NULL: then it is new. 0 or -errno. */
int libaio_contexts_take(struct libaio_contexts *contexts, unsigned depth, io_context_t *context);

/* Gives it back, with nothing in flight and all events taken; one that finds no room is destroyed. */
void libaio_contexts_give(struct libaio_contexts *contexts, unsigned depth, io_context_t context);

#endif

#endif
