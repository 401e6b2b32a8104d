/* Kept contexts: which one is taken again, by whom, and that what is kept has an end. */
#include "api/libaio_contexts.h"

#include <check.h>
#include <errno.h>
#include <sys/syscall.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef HAVE_LIBAIO

static io_context_t take(struct libaio_contexts *contexts, unsigned depth)
{
	io_context_t context = NULL;

	ck_assert_int_eq(libaio_contexts_take(contexts, depth, &context), 0);
	ck_assert_ptr_nonnull(context);
	return context;
}

/* The system call alone: the library would look into the memory of one that is gone. 0 or -errno. */
static int ask(io_context_t context)
{
	struct timespec none = { 0 };
	struct io_event event;

	return syscall(SYS_io_getevents, context, 0L, 1L, &event, &none) < 0 ? -errno : 0;
}

START_TEST(one_is_taken_again_for_its_depth)
{
	struct libaio_contexts *contexts = libaio_contexts_new();
	io_context_t first = take(contexts, 4), second = take(contexts, 4), deep;

	ck_assert_ptr_ne(first, second);
	libaio_contexts_give(contexts, 4, first);
	deep = take(contexts, 8);
	ck_assert_ptr_ne(deep, first);
	ck_assert_ptr_eq(take(contexts, 4), first);
	libaio_contexts_give(contexts, 4, first);
	libaio_contexts_give(contexts, 4, second);
	libaio_contexts_give(contexts, 8, deep);
	libaio_contexts_free(contexts);
}
END_TEST

/* One of the parent's would fail in the child with EINVAL. */
START_TEST(a_process_takes_its_own)
{
	struct libaio_contexts *contexts = libaio_contexts_new();
	pid_t child;
	int status;

	libaio_contexts_give(contexts, 1, take(contexts, 1));
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		io_context_t context = NULL;
		bool bad = libaio_contexts_take(contexts, 1, &context) || ask(context);

		io_destroy(context);
		libaio_contexts_free(contexts);
		_exit(bad);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	libaio_contexts_free(contexts);
}
END_TEST

/* What finds no room is destroyed, and without a session nothing is kept: either is then unknown to the kernel. */
START_TEST(what_is_kept_has_an_end)
{
	struct libaio_contexts *contexts = libaio_contexts_new();
	io_context_t deep = take(contexts, 5000), more = take(contexts, 5000), alone = take(NULL, 1);

	libaio_contexts_give(contexts, 5000, deep);
	libaio_contexts_give(contexts, 5000, more);
	libaio_contexts_give(NULL, 1, alone);
	ck_assert_int_eq(ask(more), -EINVAL);
	ck_assert_int_eq(ask(alone), -EINVAL);
	ck_assert_int_eq(ask(deep), 0);
	libaio_contexts_free(contexts);
}
END_TEST

#endif

Suite *suite_libaio_contexts(void)
{
	Suite *suite = suite_create("libaio contexts");
	TCase *tc = tcase_create("contexts");

#ifdef HAVE_LIBAIO
	tcase_add_test(tc, one_is_taken_again_for_its_depth);
	tcase_add_test(tc, a_process_takes_its_own);
	tcase_add_test(tc, what_is_kept_has_an_end);
#endif
	suite_add_tcase(suite, tc);
	return suite;
}
