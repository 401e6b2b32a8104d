#include "api/map_guard.h"

#include "base/err.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct copy {
	uintptr_t to, from;
	size_t len;
	bool struck;
};

/*
 * A handler is told nothing but the signal, so what it needs can only be found from file scope: the guarded copy that
 * this thread is in, NULL when it is in none, and what was to be done before there was a guard.
 */
static _Thread_local struct copy *volatile guarded;
static struct sigaction previous;
static uintptr_t page_size;
static unsigned users;

/* Replaces the pages from the fault to the end of the range, if it lies there. */
static bool replace(uintptr_t start, size_t len, uintptr_t fault)
{
	uintptr_t page = fault & -page_size, end = (start + len + page_size - 1) & -page_size;

	if (page < (start & -page_size) || page >= end)
		return false;
	return mmap((void *)page, end - page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
	       MAP_FAILED;
}

static bool rescue(struct copy *copy, const siginfo_t *info)
{
	uintptr_t fault = (uintptr_t)info->si_addr;
	int error = errno;

	if (!copy || info->si_code <= 0)
		return false;
	if (!replace(copy->to, copy->len, fault) && !replace(copy->from, copy->len, fault))
		return false;
	copy->struck = true;
	errno = error;
	return true;
}

/* A fault is raised again when the handler returns; a signal that was sent has to be sent again. */
static void take_default(int signum, const siginfo_t *info)
{
	signal(signum, SIG_DFL);
	if (info->si_code <= 0)
		raise(signum);
}

static void on_bus(int signum, siginfo_t *info, void *context)
{
	if (rescue(guarded, info))
		return;
	if (previous.sa_flags & SA_SIGINFO)
		previous.sa_sigaction(signum, info, context);
	else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
		previous.sa_handler(signum);
	else if (previous.sa_handler == SIG_DFL || info->si_code > 0)
		take_default(signum, info); /* the kernel does not let a fault be ignored */
}

int map_guard_install(struct err *err)
{
	struct sigaction action = { .sa_sigaction = on_bus, .sa_flags = SA_SIGINFO };

	page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	sigemptyset(&action.sa_mask);
	if (!users && sigaction(SIGBUS, &action, &previous))
		return err_sys(err, ERR_ENVIRONMENT, errno, "handler for SIGBUS");
	users++;
	return 0;
}

void map_guard_remove(void)
{
	if (!--users)
		sigaction(SIGBUS, &previous, NULL);
}

/* The fences hold the compiler to the order in which the handler must see things. */
int map_guard_copy(void *to, const void *from, size_t len)
{
	struct copy copy = { .to = (uintptr_t)to, .from = (uintptr_t)from, .len = len };

	guarded = &copy;
	atomic_signal_fence(memory_order_seq_cst);
	memcpy(to, from, len);
	atomic_signal_fence(memory_order_seq_cst);
	guarded = NULL;
	return copy.struck ? -EIO : 0;
}
