#include "measure/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MOST_NS 250000000U /* how often it looks */
#define LOOK_LEAST_NS 2000000U
#define LOOKS 8 /* within the limit */
#define PATIENCE_NS 2000000000U /* for an I/O to end once the run is to end */

/* An I/O, as it was seen. */
struct sight {
	const struct watch_io *io; /* NULL: none */
	unsigned job;
	uint64_t begun_ns, offset;
	const char *step;
};

struct watchdog {
	struct watchdog_config config;
	pthread_t thread;
	_Atomic bool ending;
	struct watch *own;
	pthread_mutex_t lock; /* for what follows */
	struct watch *watches;
	unsigned n;
	struct watchdog_place place;
	uint64_t longest_ns, longest_offset; /* 0: none */
	/* the thread's own */
	struct sight told; /* the last one that was called stuck */
	struct watchdog_place told_place;
	uint64_t told_ns; /* its age then */
	uint64_t last_seen_ns;
	uint64_t stop_seen_ns; /* 0: not yet */
	bool complained;
};

static uint64_t relaxed(const _Atomic uint64_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

static void look_at(const struct watch *watch, unsigned job, struct sight *oldest)
{
	for (unsigned i = 0; i < watch->n; i++) {
		const struct watch_io *io = &watch->io[i];
		uint64_t begun = relaxed(&io->begun_ns), offset = watch_offset(io);

		/* One that begins in between is young. */
		if (!begun || begun != relaxed(&io->begun_ns) || (oldest->io && begun >= oldest->begun_ns))
			continue;
		*oldest = (struct sight){ io, job, begun, offset,
					  atomic_load_explicit(&watch->step, memory_order_relaxed) };
	}
}

static struct sight find_oldest(const struct watchdog *w)
{
	struct sight oldest = { NULL, 0, 0, 0, NULL };

	look_at(w->own, 0, &oldest);
	for (unsigned i = 0; i < w->n; i++)
		look_at(&w->watches[i], i, &oldest);
	return oldest;
}

static unsigned count_old(const struct watchdog *w, uint64_t before_ns)
{
	unsigned old = 0;

	for (unsigned i = 0; i < w->n; i++) {
		for (unsigned j = 0; j < w->watches[i].n; j++) {
			uint64_t begun = relaxed(&w->watches[i].io[j].begun_ns);

			old += begun && begun <= before_ns;
		}
	}
	return old;
}

static void tell(const struct watchdog *w, enum watchdog_news news, const struct sight *sight, uint64_t ns)
{
	uint64_t now = sight->begun_ns + ns, limit = w->config.stuck_after_ns;
	unsigned old = limit && now > limit ? count_old(w, now - limit) : 0;
	const struct watchdog_event event = {
		.news = news,
		.place = news == WATCHDOG_WENT_ON ? &w->told_place : &w->place,
		.step = sight->step ? sight->step : "I/O",
		.job = sight->job,
		.offset = sight->offset,
		.ns = ns,
		.others = old > 1 && news != WATCHDOG_WENT_ON ? old - 1 : 0,
	};

	if (w->config.tell)
		w->config.tell(w->config.context, &event);
}

static bool same(const struct sight *a, const struct sight *b)
{
	return a->io == b->io && a->begun_ns == b->begun_ns;
}

static void look_for_stuck(struct watchdog *w, const struct sight *oldest, uint64_t now)
{
	uint64_t limit = w->config.stuck_after_ns;
	uint64_t age = oldest->io && now > oldest->begun_ns ? now - oldest->begun_ns : 0;

	if (w->told.io && !same(&w->told, oldest)) {
		tell(w, WATCHDOG_WENT_ON, &w->told, w->last_seen_ns - w->told.begun_ns);
		w->told.io = NULL;
	}
	if (!limit || age < limit)
		return;
	w->last_seen_ns = now;
	if (age > w->longest_ns) {
		w->longest_ns = age;
		w->longest_offset = oldest->offset;
	}
	if (w->told.io && age < 2 * w->told_ns)
		return;
	w->told = *oldest;
	w->told_place = w->place;
	w->told_ns = age;
	tell(w, WATCHDOG_STUCK, oldest, age);
}

static void nudge(const struct watch *watch)
{
	pid_t process = atomic_load_explicit(&watch->process, memory_order_relaxed);
	pid_t thread = atomic_load_explicit(&watch->thread, memory_order_relaxed);

	for (unsigned i = 0; thread && i < watch->n; i++) {
		if (!relaxed(&watch->io[i].begun_ns))
			continue;
		syscall(SYS_tgkill, process, thread, WATCH_NUDGE);
		return;
	}
}

static void hurry(struct watchdog *w, const struct sight *oldest, uint64_t now)
{
	if (!w->stop_seen_ns)
		w->stop_seen_ns = now;
	nudge(w->own);
	for (unsigned i = 0; i < w->n; i++)
		nudge(&w->watches[i]);
	if (!oldest->io || w->complained || now - w->stop_seen_ns < PATIENCE_NS ||
	    now - oldest->begun_ns < PATIENCE_NS)
		return;
	w->complained = true;
	tell(w, WATCHDOG_CANNOT_STOP, oldest, now - oldest->begun_ns);
}

static void look(struct watchdog *w)
{
	uint64_t now;
	struct sight oldest;

	pthread_mutex_lock(&w->lock);
	oldest = find_oldest(w);
	now = clock_now_ns(w->config.clock);
	look_for_stuck(w, &oldest, now);
	if (*w->config.stop)
		hurry(w, &oldest, now);
	pthread_mutex_unlock(&w->lock);
}

static uint64_t interval_ns(const struct watchdog *w)
{
	uint64_t ns = w->config.stuck_after_ns / LOOKS;

	if (!w->config.stuck_after_ns || ns > LOOK_MOST_NS)
		return LOOK_MOST_NS;
	return ns < LOOK_LEAST_NS ? LOOK_LEAST_NS : ns;
}

/* What is ignored stays so. */
static void choose_signals(const struct watchdog *w, sigset_t *set)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action;

	sigemptyset(set);
	sigaddset(set, WATCH_NUDGE); /* watchdog_end() */
	for (size_t i = 0; w->config.signalled && i < sizeof(ends) / sizeof(*ends); i++) {
		if (!sigaction(ends[i], NULL, &action) && action.sa_handler != SIG_IGN)
			sigaddset(set, ends[i]);
	}
}

static void *run(void *watchdog)
{
	struct watchdog *w = watchdog;
	const struct timespec interval = { .tv_nsec = (long)interval_ns(w) };
	sigset_t set;

	choose_signals(w, &set);
	while (!w->ending) {
		int signum = sigtimedwait(&set, NULL, &interval);

		if (signum > 0 && signum != WATCH_NUDGE)
			w->config.signalled(signum);
		if (!w->ending)
			look(w);
	}
	return NULL;
}

static int start_thread(struct watchdog *w)
{
	sigset_t all, old;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(&w->thread, NULL, run, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -ret;
}

int watchdog_start(const struct watchdog_config *config, struct watchdog **watchdog)
{
	struct watchdog *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return -ENOMEM;
	w->config = *config;
	w->own = watch_new(1, 1);
	pthread_mutex_init(&w->lock, NULL);
	ret = w->own ? start_thread(w) : -ENOMEM;
	if (ret) {
		pthread_mutex_destroy(&w->lock);
		watch_free(w->own, 1, 1);
		free(w);
		return ret;
	}
	*watchdog = w;
	return 0;
}

void watchdog_end(struct watchdog *w)
{
	if (!w)
		return;
	w->ending = true;
	pthread_kill(w->thread, WATCH_NUDGE);
	pthread_join(w->thread, NULL);
	pthread_mutex_destroy(&w->lock);
	watch_free(w->own, 1, 1);
	free(w);
}

void watchdog_set(struct watchdog *w, struct watch *watches, unsigned n)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->watches = watches;
	w->n = n;
	pthread_mutex_unlock(&w->lock);
}

struct watch *watchdog_own(struct watchdog *w)
{
	return w ? w->own : NULL;
}

void watchdog_go(struct watchdog *w, const struct watchdog_place *place)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->place = *place;
	w->longest_ns = 0;
	pthread_mutex_unlock(&w->lock);
}

bool watchdog_longest(struct watchdog *w, uint64_t *ns, uint64_t *offset)
{
	bool any = false;

	if (!w)
		return false;
	pthread_mutex_lock(&w->lock);
	if (w->longest_ns) {
		any = true;
		*ns = w->longest_ns;
		*offset = w->longest_offset;
	}
	pthread_mutex_unlock(&w->lock);
	return any;
}
