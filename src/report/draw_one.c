#include "report/draw_one.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "report/draw_check.h"
#include "report/gnuplot_run.h"
#include "report/raster_sketch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static int draw_with_gnuplot(const struct draw_means *means, const struct picture_job *job, const struct names *n,
			     struct err *err)
{
	const struct gnuplot_run run = {
		.program = means->d->gnuplot,
		.folder = n->folder.buf,
		.before = n->out.buf,
		.script = n->script.buf,
		.environment = means->environment,
		.timeout_s = means->d->timeout_s ? means->d->timeout_s : DRAW_TIMEOUT_S,
	};
	int ret;

	unlink(n->raw.buf);
	ret = gnuplot_run(&run, err);
	if (ret)
		return ret;
	if (means->d->options->format == PICTURE_PNG)
		return tag(means->d, job, n, err);
	ret = draw_check(n->raw.buf, means->d->options->format, means->d->date, err);
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

static enum draw_outcome draw_named(const struct draw_means *means, const struct picture_job *job, const struct names *n,
			       struct err *err)
{
	struct err plainly = ERR_INIT;

	if (names_failed(n)) {
		err_sys(err, ERR_CELLS, ENOMEM, "picture");
		return DRAW_FAILED;
	}
	if (means->usable && !finish(n, draw_with_gnuplot(means, job, n, err), err))
		return DRAWN;
	if (can_rasterise(means->d, job) && !finish(n, rasterise(means->d, job, n, &plainly), &plainly))
		return DRAWN_PLAINLY;
	if (can_rasterise(means->d, job))
		*err = plainly;
	finish(n, -1, err);
	return DRAW_FAILED;
}

enum draw_outcome draw_one(const struct draw_means *means, const struct picture_job *job, struct err *err)
{
	struct names names;
	enum draw_outcome outcome;

	names_init(&names, means->d, job);
	outcome = draw_named(means, job, &names, err);
	names_release(&names);
	if (*err->text)
		err_clause(err, "picture %s/%s", job->mode, job->name);
	return outcome;
}
