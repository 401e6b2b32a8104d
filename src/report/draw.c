#include "report/draw.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/gnuplot_run.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORKERS_MAX 64

struct pool {
	const struct draw *d;
	char **environment; /* owned array of borrowed strings */
	pthread_mutex_t lock; /* of what follows */
	size_t next, drawn, failed;
	size_t first_failed;
	struct err first;
};

/* The names of one picture. */
struct names {
	struct strbuf folder; /* of the script */
	struct strbuf raw, tagged, final; /* gnuplot's picture, the one with text, the finished one */
	struct strbuf script, out; /* arguments: NAME.gp and the assignment of OUT */
};

static void names_init(struct names *n, const char *run_dir, const struct picture_job *job)
{
	strbuf_init(&n->folder);
	strbuf_init(&n->raw);
	strbuf_init(&n->tagged);
	strbuf_init(&n->final);
	strbuf_init(&n->script);
	strbuf_init(&n->out);
	strbuf_addf(&n->folder, "%s/gnuplot/%s", run_dir, job->mode);
	strbuf_addf(&n->raw, "%s/png/%s/.%s.drawn", run_dir, job->mode, job->name);
	strbuf_addf(&n->tagged, "%s/png/%s/.%s.tagged", run_dir, job->mode, job->name);
	strbuf_addf(&n->final, "%s/png/%s/%s.png", run_dir, job->mode, job->name);
	strbuf_addf(&n->script, "%s.gp", job->name);
	strbuf_addf(&n->out, "OUT='../../png/%s/.%s.drawn'", job->mode, job->name);
}

static bool names_failed(const struct names *n)
{
	return strbuf_failed(&n->folder) || strbuf_failed(&n->raw) || strbuf_failed(&n->tagged) ||
	       strbuf_failed(&n->final) || strbuf_failed(&n->script) || strbuf_failed(&n->out);
}

static void names_release(struct names *n)
{
	strbuf_release(&n->folder);
	strbuf_release(&n->raw);
	strbuf_release(&n->tagged);
	strbuf_release(&n->final);
	strbuf_release(&n->script);
	strbuf_release(&n->out);
}

static int tag(const struct draw *d, const struct picture_job *job, const struct names *n, struct err *err)
{
	struct picture_text *texts = calloc(d->texts_n + 2, sizeof(*texts));
	struct png_rewrite rewrite = { n->raw.buf, n->tagged.buf, PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX, texts,
				       d->texts_n + 2 };
	int ret;

	if (!texts)
		return err_sys(err, ERR_CELLS, ENOMEM, "picture");
	texts[0] = (struct picture_text){ "Title", job->title };
	texts[1] = (struct picture_text){ "Description", job->description };
	if (d->texts_n)
		memcpy(texts + 2, d->texts, d->texts_n * sizeof(*texts));
	ret = png_text_rewrite(&rewrite, err);
	free(texts);
	return ret;
}

static int draw_named(const struct pool *pool, const struct picture_job *job, const struct names *n,
		      struct err *err)
{
	const struct gnuplot_run run = {
		.program = pool->d->gnuplot,
		.folder = n->folder.buf,
		.before = n->out.buf,
		.script = n->script.buf,
		.environment = pool->environment,
		.timeout_s = pool->d->timeout_s ? pool->d->timeout_s : DRAW_TIMEOUT_S,
	};
	int ret;

	if (names_failed(n))
		return err_sys(err, ERR_CELLS, ENOMEM, "picture");
	unlink(n->raw.buf);
	ret = gnuplot_run(&run, err);
	if (!ret)
		ret = tag(pool->d, job, n, err);
	unlink(n->raw.buf);
	if (!ret && rename(n->tagged.buf, n->final.buf)) {
		ret = err_sys(err, ERR_CELLS, errno, "%s", n->final.buf);
		unlink(n->tagged.buf);
	}
	if (ret)
		unlink(n->final.buf);
	return ret;
}

static int draw_one(const struct pool *pool, const struct picture_job *job, struct err *err)
{
	struct names names;
	int ret;

	names_init(&names, pool->d->run_dir, job);
	ret = draw_named(pool, job, &names, err);
	names_release(&names);
	return ret ? err_clause(err, "picture %s/%s", job->mode, job->name) : 0;
}

static size_t take_next(struct pool *pool)
{
	size_t i;

	pthread_mutex_lock(&pool->lock);
	i = pool->next++;
	pthread_mutex_unlock(&pool->lock);
	return i;
}

static void note_outcome(struct pool *pool, size_t i, int ret, const struct err *err)
{
	pthread_mutex_lock(&pool->lock);
	if (!ret) {
		pool->drawn++;
	} else {
		if (!pool->failed || i < pool->first_failed) {
			pool->first_failed = i;
			pool->first = *err;
		}
		pool->failed++;
	}
	pthread_mutex_unlock(&pool->lock);
}

static void *work(void *arg)
{
	struct pool *pool = arg;
	size_t i;

	while ((i = take_next(pool)) < pool->d->jobs->n) {
		struct err err = ERR_INIT;

		note_outcome(pool, i, draw_one(pool, &pool->d->jobs->v[i], &err), &err);
	}
	return NULL;
}

/* This thread is one of the workers, so that all is drawn even where no other can be had. */
static void run_workers(struct pool *pool)
{
	long processors = pool->d->parallel ? (long)pool->d->parallel : sysconf(_SC_NPROCESSORS_ONLN);
	size_t want = processors < 1 ? 1 : processors > WORKERS_MAX ? WORKERS_MAX : (size_t)processors, n = 0;
	pthread_t threads[WORKERS_MAX];

	if (want > pool->d->jobs->n)
		want = pool->d->jobs->n;
	while (n + 1 < want && !pthread_create(&threads[n], NULL, work, pool))
		n++;
	work(pool);
	while (n)
		pthread_join(threads[--n], NULL);
}

static int make_folder(const char *path, struct err *err)
{
	if (mkdir(path, 0777) && errno != EEXIST)
		return err_sys(err, ERR_CELLS, errno, "%s", path);
	return 0;
}

static int make_folders(const struct draw *d, struct err *err)
{
	struct strbuf path;
	size_t root;
	int ret;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/png", d->run_dir);
	root = path.len;
	ret = make_folder(path.buf, err);
	for (size_t i = 0; i < d->jobs->n && !ret; i++) {
		strbuf_setlen(&path, root);
		strbuf_addf(&path, "/%s", d->jobs->v[i].mode);
		ret = make_folder(path.buf, err);
	}
	strbuf_release(&path);
	return ret;
}

static int sum_up(const struct pool *pool, struct err *err)
{
	if (!pool->failed)
		return 0;
	*err = pool->first;
	if (pool->failed > 1) {
		size_t len = strlen(err->text);

		snprintf(err->text + len, sizeof(err->text) - len, " (and %zu more)", pool->failed - 1);
	}
	return -1;
}

int draw_all(const struct draw *d, size_t *drawn, struct err *err)
{
	struct pool pool = { .d = d, .lock = PTHREAD_MUTEX_INITIALIZER };
	int ret;

	*drawn = 0;
	if (!d->jobs->n)
		return 0;
	if (make_folders(d, err))
		return -1;
	pool.environment = gnuplot_environment();
	if (!pool.environment)
		return err_sys(err, ERR_CELLS, ENOMEM, "pictures");
	run_workers(&pool);
	*drawn = pool.drawn;
	ret = sum_up(&pool, err);
	pthread_mutex_destroy(&pool.lock);
	free(pool.environment);
	return ret;
}
