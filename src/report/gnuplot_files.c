#include "report/gnuplot_files.h"

#include "base/err.h"
#include "base/fd_write.h"
#include "report/picture_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes beside path, then renames. */
static int write_file(const struct strbuf *path, const struct strbuf *content, struct err *err)
{
	struct strbuf beside;
	int fd, ret = 0;

	strbuf_init(&beside);
	strbuf_addf(&beside, "%s.tmp", path->buf);
	fd = strbuf_failed(path) || strbuf_failed(&beside) || strbuf_failed(content) ? -ENOMEM :
		open(beside.buf, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		ret = fd == -1 ? -errno : fd;
		goto out;
	}
	ret = fd_write_all(fd, content->buf, content->len);
	if (close(fd) && !ret)
		ret = -errno;
	if (!ret && rename(beside.buf, path->buf))
		ret = -errno;
	if (ret)
		unlink(beside.buf);
out:
	strbuf_release(&beside);
	return ret ? err_sys(err, ERR_CELLS, ret, "%s", path->buf) : 0;
}

static int write_files(const struct page *p, const struct page_name *name, struct err *err)
{
	struct strbuf path;
	size_t folder;
	int ret;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/gnuplot", name->out->run_dir);
	ret = picture_folder_make(&path, err);
	strbuf_addf(&path, "/%s", name->mode);
	if (!ret)
		ret = picture_folder_make(&path, err);
	folder = path.len;
	strbuf_addf(&path, "/%s.dat", name->name);
	if (!ret)
		ret = write_file(&path, &p->dat, err);
	strbuf_setlen(&path, folder);
	strbuf_addf(&path, "/%s.gp", name->name);
	if (!ret)
		ret = write_file(&path, &p->gp, err);
	strbuf_release(&path);
	return ret;
}

/* NULL: no memory, or gnuplot draws more than the sketch. */
static struct sketch *take_sketch(struct page *p)
{
	struct sketch *sketch = p->flat ? malloc(sizeof(*sketch)) : NULL;

	if (sketch) {
		*sketch = p->sketch;
		sketch_init(&p->sketch, p->width_px, p->height_px);
	}
	return sketch;
}

static void job_release(struct picture_job *job)
{
	free(job->mode);
	free(job->name);
	free(job->title);
	free(job->description);
	if (job->sketch)
		sketch_release(job->sketch);
	free(job->sketch);
}

static int jobs_append(struct page *p, const struct page_name *name, struct err *err)
{
	struct picture_jobs *jobs = name->out->jobs;
	struct picture_job job = { .sketch = take_sketch(p), .scale = p->scale,
				   .mode = strdup(name->mode), .name = strdup(name->name),
				   .title = strdup(name->title), .description = strdup(name->description) };
	struct picture_job *grown = realloc(jobs->v, (jobs->n + 1) * sizeof(*grown));

	if (grown)
		jobs->v = grown;
	if (grown && job.mode && job.name && job.title && job.description && (job.sketch || !p->flat)) {
		jobs->v[jobs->n++] = job;
		return 0;
	}
	job_release(&job);
	return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", name->mode, name->name);
}

int page_write(struct page *p, const struct page_name *name, struct err *err)
{
	if (p->sketch.failed)
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", name->mode, name->name);
	return write_files(p, name, err) || jobs_append(p, name, err) ? -1 : 0;
}

void page_remove(const struct page_name *name)
{
	struct strbuf path;

	strbuf_init(&path);
	for (unsigned i = 0; i < 2 + PICTURE_FORMATS_N; i++) {
		const char *suffix = i == 0 ? "dat" : i == 1 ? "gp" : picture_format_name((enum picture_format)(i - 2));

		strbuf_reset(&path);
		strbuf_addf(&path, "%s/%s/%s/%s.%s", name->out->run_dir, i < 2 ? "gnuplot" : suffix, name->mode, name->name,
			    suffix);
		unlink(path.buf);
	}
	strbuf_release(&path);
}

void picture_jobs_release(struct picture_jobs *jobs)
{
	for (size_t i = 0; i < jobs->n; i++)
		job_release(&jobs->v[i]);
	free(jobs->v);
	*jobs = (struct picture_jobs)PICTURE_JOBS_INIT;
}
