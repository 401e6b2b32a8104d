#include "report/draw.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/draw_check.h"
#include "report/gnuplot_probe.h"
#include "report/gnuplot_run.h"
#include "report/gnuplot_terminal.h"
#include "report/raster_sketch.h"

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
	bool usable; /* there is a gnuplot */
	pthread_mutex_t lock; /* of what follows */
	size_t next, drawn, plainly, failed; /* plainly: of those drawn, without gnuplot */
	size_t errors, first_error; /* what went wrong, also for those that were drawn in the end */
	struct err first;
};

/* The names of one picture. */
struct names {
	struct strbuf folder; /* of the script */
	struct strbuf raw, tagged, final; /* gnuplot's picture, the one with text, the finished one */
	struct strbuf script, out; /* arguments: NAME.gp and the assignment of OUT */
};

static void names_init(struct names *n, const struct draw *d, const struct picture_job *job)
{
	const char *format = picture_format_name(d->options->format);

	strbuf_init(&n->folder);
	strbuf_init(&n->raw);
	strbuf_init(&n->tagged);
	strbuf_init(&n->final);
	strbuf_init(&n->script);
	strbuf_init(&n->out);
	strbuf_addf(&n->folder, "%s/gnuplot/%s", d->run_dir, job->mode);
	strbuf_addf(&n->raw, "%s/%s/%s/.%s.drawn", d->run_dir, format, job->mode, job->name);
	strbuf_addf(&n->tagged, "%s/%s/%s/.%s.tagged", d->run_dir, format, job->mode, job->name);
	strbuf_addf(&n->final, "%s/%s/%s/%s.%s", d->run_dir, format, job->mode, job->name, format);
	strbuf_addf(&n->script, "%s.gp", job->name);
	strbuf_addf(&n->out, "OUT='../../%s/%s/.%s.drawn'", format, job->mode, job->name);
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

/* The texts of one picture; NULL: no memory. */
static struct picture_text *texts_of(const struct draw *d, const struct picture_job *job)
{
	struct picture_text *texts = calloc(d->texts_n + 2, sizeof(*texts));

	if (!texts)
		return NULL;
	texts[0] = (struct picture_text){ "Title", job->title };
	texts[1] = (struct picture_text){ "Description", job->description };
	if (d->texts_n)
		memcpy(texts + 2, d->texts, d->texts_n * sizeof(*texts));
	return texts;
}

static int tag(const struct draw *d, const struct picture_job *job, const struct names *n, struct err *err)
{
	struct picture_text *texts = texts_of(d, job);
	struct png_rewrite rewrite = { n->raw.buf, n->tagged.buf, d->options->width_px, d->options->height_px, texts,
				       d->texts_n + 2 };
	int ret;

	if (!texts)
		return err_sys(err, ERR_CELLS, ENOMEM, "picture");
	ret = png_text_rewrite(&rewrite, err);
	free(texts);
	return ret;
}

static int draw_with_gnuplot(const struct pool *pool, const struct picture_job *job, const struct names *n,
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

	unlink(n->raw.buf);
	ret = gnuplot_run(&run, err);
	if (ret)
		return ret;
	if (pool->d->options->format == PICTURE_PNG)
		return tag(pool->d, job, n, err);
	ret = draw_check(n->raw.buf, pool->d->options->format, pool->d->date, err);
	if (!ret && rename(n->raw.buf, n->tagged.buf))
		ret = err_sys(err, ERR_CELLS, errno, "%s", n->tagged.buf);
	return ret;
}

static bool can_rasterise(const struct draw *d, const struct picture_job *job)
{
	return job->sketch && d->options->format == PICTURE_PNG;
}

static int rasterise(const struct draw *d, const struct picture_job *job, const struct names *n, struct err *err)
{
	struct picture_text *texts = texts_of(d, job);
	struct raster_image image;
	int ret = texts ? raster_sketch(&image, job->sketch, job->scale) : -ENOMEM;

	if (ret) {
		free(texts);
		return err_sys(err, ERR_CELLS, ret, "picture");
	}
	ret = png_text_write(n->tagged.buf,
			     &(struct png_picture){ image.rgb, image.width, image.height, texts, d->texts_n + 2 }, err);
	raster_release(&image);
	free(texts);
	return ret;
}

/* The finished picture takes its name; one that failed leaves none. */
static int finish(const struct names *n, int ret, struct err *err)
{
	unlink(n->raw.buf);
	if (!ret && rename(n->tagged.buf, n->final.buf)) {
		ret = err_sys(err, ERR_CELLS, errno, "%s", n->final.buf);
		unlink(n->tagged.buf);
	}
	if (ret)
		unlink(n->final.buf);
	return ret;
}

/* What became of a picture. */
enum outcome { DRAWN, DRAWN_PLAINLY, FAILED };

/* One for which gnuplot fails is rasterised if it can be; err holds gnuplot's reason then. */
static enum outcome draw_named(const struct pool *pool, const struct picture_job *job, const struct names *n,
			       struct err *err)
{
	struct err plainly = ERR_INIT;

	if (names_failed(n)) {
		err_sys(err, ERR_CELLS, ENOMEM, "picture");
		return FAILED;
	}
	if (pool->usable && !finish(n, draw_with_gnuplot(pool, job, n, err), err))
		return DRAWN;
	if (can_rasterise(pool->d, job) && !finish(n, rasterise(pool->d, job, n, &plainly), &plainly))
		return DRAWN_PLAINLY;
	if (can_rasterise(pool->d, job))
		*err = plainly;
	finish(n, -1, err);
	return FAILED;
}

static enum outcome draw_one(const struct pool *pool, const struct picture_job *job, struct err *err)
{
	struct names names;
	enum outcome outcome;

	names_init(&names, pool->d, job);
	outcome = draw_named(pool, job, &names, err);
	names_release(&names);
	if (*err->text)
		err_clause(err, "picture %s/%s", job->mode, job->name);
	return outcome;
}

static size_t take_next(struct pool *pool)
{
	size_t i;

	pthread_mutex_lock(&pool->lock);
	i = pool->next++;
	pthread_mutex_unlock(&pool->lock);
	return i;
}

static void note_outcome(struct pool *pool, size_t i, enum outcome outcome, const struct err *err)
{
	pthread_mutex_lock(&pool->lock);
	pool->drawn += outcome != FAILED;
	pool->plainly += outcome == DRAWN_PLAINLY;
	pool->failed += outcome == FAILED;
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
	size_t i;

	while ((i = take_next(pool)) < pool->d->jobs->n) {
		struct err err = ERR_INIT;

		enum outcome outcome = draw_one(pool, &pool->d->jobs->v[i], &err);

		note_outcome(pool, i, outcome, &err);
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
	strbuf_addf(&path, "%s/%s", d->run_dir, picture_format_name(d->options->format));
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
	if (pool->errors)
		return sum_up(pool, err);
	if (pool->failed) {
		*err = *why;
		add_clause(err, "; ", pool->failed, pool->failed == 1 ? " picture needs it" : " pictures need it");
		if (pool->plainly)
			add_clause(err, ", the other ", pool->plainly, " were drawn without");
		return -1;
	}
	if (pool->d->remark)
		strbuf_addf(pool->d->remark, "%s; the pictures were drawn without it, surfaces would need it\n", why->text);
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
	const struct gnuplot_probe probe = { pool->d->gnuplot, pool->environment, pool->d->options->format };
	struct gnuplot_found found;
	struct err why = ERR_INIT;

	pool->usable = !gnuplot_probe(&probe, &found, &why);
	if (pool->usable && found.plain)
		remark_plain(pool->d);
	run_workers(pool);
	return pool->usable ? sum_up(pool, err) : sum_up_without(pool, &why, err);
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
	ret = draw_jobs(&pool, err);
	*drawn = pool.drawn;
	pthread_mutex_destroy(&pool.lock);
	free(pool.environment);
	return ret;
}
