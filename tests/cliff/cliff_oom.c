/*
 * cliff_oom: fails the first allocation of the detector, the second, ... until all succeed. Each failure must give
 * -ENOMEM, leave the list as it was and leave nothing allocated. The allocator of this program stands before the C
 * library's, so it needs glibc, and no sanitizer that has an allocator of its own.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "surfaces.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

/* Not for the detector to see: an allocator has no argument to carry state in. */
static long left = -1; /* allocations until one fails; negative: none does */
static long live; /* blocks of this program's own */

static bool refuse(void)
{
	return left >= 0 && left-- == 0;
}

void *calloc(size_t n, size_t size)
{
	void *p = refuse() ? NULL : __libc_calloc(n, size);

	live += p != NULL;
	return p;
}

void *reallocarray(void *old, size_t n, size_t size)
{
	void *p = refuse() ? NULL : __libc_realloc(old, n * size);

	live += p && !old;
	return p;
}

void free(void *p)
{
	live -= p != NULL;
	__libc_free(p);
}

struct job {
	struct cliff_test test[3];
	struct made_surface *surface;
};

/* All entry points one after the other. */
static int run(const struct job *job, struct cliff_list *list, size_t *groups)
{
	struct cliff_sight sight[3];
	struct cliff_merge merge;
	int ret = cliff_detect_tests(job->test, 3, list, sight);

	if (ret)
		return ret;
	ret = cliff_merge(list, &merge);
	if (ret)
		return ret;
	*groups = merge.n;
	cliff_merge_release(&merge);
	return 0;
}

static void draw(struct job *job, unsigned nx)
{
	for (unsigned k = 0; k < 3; k++) {
		struct made_surface *s = &job->surface[k];

		s->noise = (struct noise){ .02, 0, 3 };
		twister_seed(&s->twister, k);
		made_surface_init(s, nx, 12);
		for (unsigned i = 0; i < nx; i++)
			for (unsigned j = 0; j < 12; j++)
				made_surface_cell(s, i, j, 30 - 1.5 * (j > 5) - .5 * (j > 8));
		job->test[k] = (struct cliff_test){ &s->grid, 0 };
	}
}

static long fail_each(const struct job *job)
{
	long before = live;
	size_t groups = 0;

	for (long k = 0;; k++) {
		struct cliff_list list = CLIFF_LIST_INIT;
		int ret;

		left = k;
		ret = run(job, &list, &groups);
		left = -1;
		if (ret && ret != -ENOMEM)
			return -1;
		cliff_list_release(&list);
		if (live != before)
			return -1;
		if (!ret)
			return groups > 0 ? k : -1;
	}
}

int main(void)
{
	struct job job = { .surface = calloc(3, sizeof(*job.surface)) };
	int bad = 0;

	if (!job.surface)
		return 1;
	for (unsigned nx = 1; nx <= 6; nx += 5) {
		long n;

		draw(&job, nx);
		n = fail_each(&job);
		printf("cliff_oom: %u lines: %ld allocations, each failed once%s\n", nx, n < 0 ? 0 : n,
			n > 10 ? "" : ": BAD");
		bad |= n <= 10;
	}
	free(job.surface);
	return bad;
}

#else

int main(void)
{
	printf("cliff_oom: skipped: the allocator cannot be replaced here\n");
	return 0;
}

#endif
