#ifdef HAVE_LIBAIO

#include "api/libaio_contexts.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* Kept ones count against the machine's limit (fs.aio-max-nr, 65536 as it comes), which is for others too. */
#define KEPT_MAX 64
#define KEPT_DEPTH_MAX 8192

struct kept {
	io_context_t context;
	unsigned depth;
	pid_t process;
};

struct libaio_contexts {
	pthread_mutex_t lock;
	struct kept kept[KEPT_MAX];
	size_t n;
};

struct libaio_contexts *libaio_contexts_new(void)
{
	struct libaio_contexts *contexts = calloc(1, sizeof(*contexts));

	if (contexts)
		pthread_mutex_init(&contexts->lock, NULL);
	return contexts;
}

static void forget(struct libaio_contexts *contexts, size_t i)
{
	contexts->kept[i] = contexts->kept[--contexts->n];
}

/* Those of another process are not there to be destroyed. */
static void destroy_all(struct libaio_contexts *contexts)
{
	pid_t process = getpid();

	for (; contexts->n; forget(contexts, contexts->n - 1)) {
		if (contexts->kept[contexts->n - 1].process == process)
			io_destroy(contexts->kept[contexts->n - 1].context);
	}
}

void libaio_contexts_free(struct libaio_contexts *contexts)
{
	if (!contexts)
		return;
	destroy_all(contexts);
	pthread_mutex_destroy(&contexts->lock);
	free(contexts);
}

static io_context_t find(struct libaio_contexts *contexts, unsigned depth)
{
	pid_t process = getpid();

	for (size_t i = 0; i < contexts->n; i++) {
		const struct kept kept = contexts->kept[i];

		if (kept.depth == depth && kept.process == process) {
			forget(contexts, i);
			return kept.context;
		}
	}
	return NULL;
}

static int make(unsigned depth, io_context_t *context)
{
	*context = NULL;
	return io_setup((int)depth, context);
}

int libaio_contexts_take(struct libaio_contexts *contexts, unsigned depth, io_context_t *context)
{
	int ret = 0;

	if (!contexts)
		return make(depth, context);
	pthread_mutex_lock(&contexts->lock);
	*context = find(contexts, depth);
	if (!*context)
		ret = make(depth, context);
	if (ret == -EAGAIN && contexts->n) {
		destroy_all(contexts);
		ret = make(depth, context);
	}
	pthread_mutex_unlock(&contexts->lock);
	return ret;
}

static bool has_room(const struct libaio_contexts *contexts, unsigned depth)
{
	size_t sum = depth;

	for (size_t i = 0; i < contexts->n; i++)
		sum += contexts->kept[i].depth;
	return contexts->n < KEPT_MAX && sum <= KEPT_DEPTH_MAX;
}

void libaio_contexts_give(struct libaio_contexts *contexts, unsigned depth, io_context_t context)
{
	bool kept = false;

	if (contexts) {
		pthread_mutex_lock(&contexts->lock);
		kept = has_room(contexts, depth);
		if (kept)
			contexts->kept[contexts->n++] = (struct kept){ context, depth, getpid() };
		pthread_mutex_unlock(&contexts->lock);
	}
	if (!kept)
		io_destroy(context);
}

#else

/* A file must hold something. */
typedef int libaio_contexts_absent;

#endif
