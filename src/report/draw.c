#include "report/draw.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/draw_one.h"
#include "report/gnuplot_probe.h"
#include "report/gnuplot_run.h"
#include "report/gnuplot_terminal.h"
#include "report/picture_folder.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORKERS_MAX 64

struct pool {
	struct draw_means means;
	pthread_mutex_t lock; /* of what follows */
	size_t next, drawn, plainly, failed; /* plainly: of those drawn, without gnuplot */
	size_t errors, first_error; /* what went wrong, also for those that were drawn in the end */
	struct err first;
};

static size_t take_next(struct pool *pool)
{
	size_t i;

	pthread_mutex_lock(&pool->lock);
	i = pool->next++;
	pthread_mutex_unlock(&pool->lock);
	return i;
}

static void note_outcome(struct pool *pool, size_t i, enum draw_outcome outcome, const struct err *err)
{
	pthread_mutex_lock(&pool->lock);
	pool->drawn += outcome != DRAW_FAILED;
	pool->plainly += outcome == DRAWN_PLAINLY;
	pool->failed += outcome == DRAW_FAILED;
	if (*err->text) {
		if (!pool->errors++ || i < pool->first_error) {
			pool->first_error = i;
			pool->first = *err;
		}
	}
	pthread_mutex_unlock(&pool->lock);
}

static void *work(void *arg)
{
	struct pool *pool = arg;
	const struct picture_jobs *jobs = pool->means.d->jobs;
	size_t i;

	while ((i = take_next(pool)) < jobs->n) {
		struct err err = ERR_INIT;
		enum draw_outcome outcome = draw_one(&pool->means, &jobs->v[i], &err);

		note_outcome(pool, i, outcome, &err);
	}
	return NULL;
}

/* This thread is one of the workers, so that all is drawn even where no other can be had. */
static void run_workers(struct pool *pool)
{
	const struct draw *d = pool->means.d;
	long processors = d->parallel ? (long)d->parallel : sysconf(_SC_NPROCESSORS_ONLN);
	size_t want = processors < 1 ? 1 : processors > WORKERS_MAX ? WORKERS_MAX : (size_t)processors, n = 0;
	pthread_t threads[WORKERS_MAX];

	if (want > d->jobs->n)
		want = d->jobs->n;
	while (n + 1 < want && !pthread_create(&threads[n], NULL, work, pool))
		n++;
	work(pool);
	while (n)
		pthread_join(threads[--n], NULL);
}

static int make_folders(const struct draw *d, struct err *err)
{
	struct strbuf path;
	size_t root;
	int ret;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/%s", d->run_dir, picture_format_name(d->options->format));
	root = path.len;
	ret = picture_folder_make(&path, err);
	for (size_t i = 0; i < d->jobs->n && !ret; i++) {
		strbuf_setlen(&path, root);
		strbuf_addf(&path, "/%s", d->jobs->v[i].mode);
		ret = picture_folder_make(&path, err);
	}
	strbuf_release(&path);
	return ret;
}

/* Adds to the message; what does not fit is left out. */
static void add_clause(struct err *err, const char *before, size_t n, const char *after)
{
	size_t len = strlen(err->text);

	snprintf(err->text + len, sizeof(err->text) - len, "%s%zu%s", before, n, after);
}

static int sum_up(const struct pool *pool, struct err *err)
{
	if (!pool->errors)
		return 0;
	*err = pool->first;
	if (pool->errors > 1)
		add_clause(err, " (and ", pool->errors - 1, " more)");
	if (pool->plainly)
		add_clause(err, "; ", pool->plainly, " flat pictures were drawn without gnuplot");
	return -1;
}

/* There is no gnuplot, for the reason in why: an error if a picture is missing for it. */
static int sum_up_without(const struct pool *pool, const struct err *why, struct err *err)
{
	struct strbuf *remark = pool->means.d->remark;

	if (pool->errors)
		return sum_up(pool, err);
	if (pool->failed) {
		*err = *why;
		add_clause(err, "; ", pool->failed, pool->failed == 1 ? " picture needs it" : " pictures need it");
		if (pool->plainly)
			add_clause(err, ", the other ", pool->plainly, " were drawn without");
		return -1;
	}
	if (remark)
		strbuf_addf(remark, "%s; the pictures were drawn without it, surfaces would need it\n", why->text);
	return 0;
}

static void remark_plain(const struct draw *d)
{
	struct terminal_names names = terminal_names_of(d->options->format);

	if (d->remark)
		strbuf_addf(d->remark, "this gnuplot has no terminal %s: the pictures are by %s, with rougher text and lines\n",
			    names.best, names.plain);
}

static int draw_jobs(struct pool *pool, struct err *err)
{
	struct draw_means *means = &pool->means;
	const struct gnuplot_probe probe = { means->d->gnuplot, means->environment, means->d->options->format };
	struct gnuplot_found found;
	struct err why = ERR_INIT;

	means->usable = !gnuplot_probe(&probe, &found, &why);
	if (means->usable && found.plain)
		remark_plain(means->d);
	run_workers(pool);
	return means->usable ? sum_up(pool, err) : sum_up_without(pool, &why, err);
}

int draw_all(const struct draw *d, size_t *drawn, struct err *err)
{
	struct pool pool = { .means.d = d, .lock = PTHREAD_MUTEX_INITIALIZER };
	int ret;

	*drawn = 0;
	if (!d->jobs->n)
		return 0;
	if (make_folders(d, err))
		return -1;
	pool.means.environment = gnuplot_environment();
	if (!pool.means.environment)
		return err_sys(err, ERR_CELLS, ENOMEM, "pictures");
	ret = draw_jobs(&pool, err);
	*drawn = pool.drawn;
	pthread_mutex_destroy(&pool.lock);
	free(pool.means.environment);
	return ret;
}
