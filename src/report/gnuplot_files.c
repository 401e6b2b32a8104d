#include "report/gnuplot_files.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_folder(const char *path, struct err *err)
{
	if (mkdir(path, 0777) && errno != EEXIST)
		return err_sys(err, ERR_CELLS, errno, "%s", path);
	return 0;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t put = write(fd, data, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		data += put;
		len -= (size_t)put;
	}
	return 0;
}

/* Writes beside path, then renames. */
static int write_file(const char *path, const struct strbuf *content, struct err *err)
{
	struct strbuf beside;
	int fd, ret = 0;

	strbuf_init(&beside);
	strbuf_addf(&beside, "%s.tmp", path);
	fd = strbuf_failed(&beside) || strbuf_failed(content) ? -ENOMEM :
		open(beside.buf, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		ret = fd == -1 ? -errno : fd;
		goto out;
	}
	ret = write_all(fd, content->buf, content->len);
	if (close(fd) && !ret)
		ret = -errno;
	if (!ret && rename(beside.buf, path))
		ret = -errno;
	if (ret)
		unlink(beside.buf);
out:
	strbuf_release(&beside);
	return ret ? err_sys(err, ERR_CELLS, ret, "%s", path) : 0;
}

static int write_files(const struct page *p, const struct page_name *name, struct err *err)
{
	struct strbuf path;
	size_t folder;
	int ret;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/gnuplot", name->run_dir);
	ret = make_folder(path.buf, err);
	strbuf_addf(&path, "/%s", name->mode);
	if (!ret)
		ret = make_folder(path.buf, err);
	folder = path.len;
	strbuf_addf(&path, "/%s.dat", name->name);
	if (!ret)
		ret = write_file(path.buf, &p->dat, err);
	strbuf_setlen(&path, folder);
	strbuf_addf(&path, "/%s.gp", name->name);
	if (!ret)
		ret = write_file(path.buf, &p->gp, err);
	strbuf_release(&path);
	return ret;
}

static int jobs_append(struct picture_jobs *jobs, const struct page_name *name, struct err *err)
{
	struct picture_job job = { .mode = strdup(name->mode), .name = strdup(name->name),
				   .title = strdup(name->title), .description = strdup(name->description) };
	struct picture_job *grown = realloc(jobs->v, (jobs->n + 1) * sizeof(*grown));

	if (grown)
		jobs->v = grown;
	if (grown && job.mode && job.name && job.title && job.description) {
		jobs->v[jobs->n++] = job;
		return 0;
	}
	free(job.mode);
	free(job.name);
	free(job.title);
	free(job.description);
	return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", name->mode, name->name);
}

int page_write(struct page *p, const struct page_name *name, struct picture_jobs *jobs, struct err *err)
{
	return write_files(p, name, err) || jobs_append(jobs, name, err) ? -1 : 0;
}

void page_remove(const struct page_name *name)
{
	static const struct {
		const char *folder, *suffix;
	} files[] = { { "gnuplot", "dat" }, { "gnuplot", "gp" }, { "png", "png" } };
	struct strbuf path;

	strbuf_init(&path);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		strbuf_reset(&path);
		strbuf_addf(&path, "%s/%s/%s/%s.%s", name->run_dir, files[i].folder, name->mode, name->name,
			    files[i].suffix);
		unlink(path.buf);
	}
	strbuf_release(&path);
}

void picture_jobs_release(struct picture_jobs *jobs)
{
	for (size_t i = 0; i < jobs->n; i++) {
		free(jobs->v[i].mode);
		free(jobs->v[i].name);
		free(jobs->v[i].title);
		free(jobs->v[i].description);
	}
	free(jobs->v);
	*jobs = (struct picture_jobs)PICTURE_JOBS_INIT;
}
