#include "store/journal.h"

#include "base/err.h"
#include "base/json_memory.h"
#include "base/strbuf.h"
#include "store/journal_format.h"
#include "store/journal_tail.h"
#include "store/rundir.h"
#include "store/sample_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

struct journal {
	int fd;
	bool partial; /* the file does not end with a newline */
	uint64_t unsynced_bytes;
	struct strbuf path, line;
};

/* Whether the file ends within a line. 0, 1 or -errno. */
static int ends_within_line(int fd)
{
	struct stat st;
	char last;
	ssize_t got;

	if (fstat(fd, &st))
		return -errno;
	if (!st.st_size)
		return 0;
	got = pread(fd, &last, 1, st.st_size - 1);
	return got < 0 ? -errno : got == 1 && last != '\n';
}

/*
 * Of a run that was killed the lock is held until its workers are gone too, which follow at once; it may have been the
 * first of what they let go. Some network file systems have no locks; the run goes on without one there.
 */
static bool take_lock(int fd, bool patient)
{
	const struct timespec look = { .tv_nsec = 50000000 };
	int looks = 0;

	while (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
		if (!patient || ++looks > 40)
			return false;
		nanosleep(&look, NULL);
	}
	if (looks)
		nanosleep(&look, NULL);
	return true;
}

/* cut_bytes NULL: a new run's, of which nothing is cut off. */
static int open_file(struct journal *journal, int create_flags, uint64_t *cut_bytes, struct err *err)
{
	const char *path = journal->path.buf;
	int ret;

	journal->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | create_flags, 0666);
	if (journal->fd < 0 && errno == EEXIST)
		return err_set(err, ERR_ENVIRONMENT, "%s was made by another iosweep that began at the same time", path);
	if (journal->fd < 0)
		return err_sys(err, ERR_ENVIRONMENT, errno, "cannot open %s", path);
	if (!take_lock(journal->fd, cut_bytes))
		return err_set(err, ERR_ENVIRONMENT, "%s is being written by another iosweep", path);
	ret = cut_bytes ? journal_mend_tail(journal->fd, cut_bytes) : 0;
	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "cannot mend the end of %s", path);
	ret = ends_within_line(journal->fd);
	if (ret < 0)
		return err_sys(err, ERR_ENVIRONMENT, ret, "cannot read %s", path);
	journal->partial = ret;
	rundir_sync_name(path);
	return 0;
}

static int open_journal(const char *run_dir, int create_flags, uint64_t *cut_bytes, struct journal **journal,
			struct err *err)
{
	struct journal *j = malloc(sizeof(*j));

	if (!j)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot open the journal of %s", run_dir);
	j->fd = -1;
	j->partial = false;
	j->unsynced_bytes = 0;
	strbuf_init(&j->path);
	strbuf_init(&j->line);
	strbuf_addf(&j->path, "%s/" JOURNAL_FILE, run_dir);
	if (strbuf_failed(&j->path) || open_file(j, create_flags, cut_bytes, err)) {
		if (strbuf_failed(&j->path))
			err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot open the journal of %s", run_dir);
		journal_close(j);
		return -1;
	}
	*journal = j;
	return 0;
}

int journal_open(const char *run_dir, struct journal **journal, struct err *err)
{
	return open_journal(run_dir, O_CREAT, NULL, journal, err);
}

int journal_create(const char *run_dir, struct journal **journal, struct err *err)
{
	return open_journal(run_dir, O_CREAT | O_EXCL, NULL, journal, err);
}

void journal_abandon(struct journal *journal)
{
	unlink(journal->path.buf);
	journal_close(journal);
}

int journal_reopen(const char *run_dir, struct journal **journal, uint64_t *cut_bytes, struct err *err)
{
	return open_journal(run_dir, O_CREAT, cut_bytes, journal, err);
}

/* Returns 0 or -ENOMEM. */
static int format_line(struct strbuf *line, const struct sample *sample)
{
	json_t *json = sample_to_json(sample);
	char *text = json ? json_memory_dump(json, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
	size_t start = line->len;

	json_decref(json);
	if (!text)
		return -ENOMEM;
	strbuf_addstr(line, text);
	free(text);
	if (strbuf_failed(line))
		return -ENOMEM;
	strbuf_setlen(line, line->len - 1); /* the closing brace */
	strbuf_addf(line, JOURNAL_CRC_START "%08lx" JOURNAL_CRC_END "\n",
		    crc32(0, (const Bytef *)line->buf + start, (uInt)(line->len - start)));
	return strbuf_failed(line) ? -ENOMEM : 0;
}

static int write_line(struct journal *journal)
{
	const char *data = journal->line.buf;
	size_t left = journal->line.len;

	while (left) {
		ssize_t done = write(journal->fd, data, left);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done ? -errno : -EIO;
		data += done;
		left -= (size_t)done;
		journal->unsynced_bytes += (uint64_t)done;
		journal->partial = left;
	}
	return 0;
}

int journal_append(struct journal *journal, const struct sample *sample, struct err *err)
{
	int ret;

	strbuf_reset(&journal->line);
	if (journal->partial)
		strbuf_addch(&journal->line, '\n');
	ret = format_line(&journal->line, sample);
	if (!ret)
		ret = write_line(journal);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "cannot write %s", journal->path.buf) : 0;
}

int journal_sync(struct journal *journal, struct err *err)
{
	/* EINVAL: the file system knows no sync. */
	if (fdatasync(journal->fd) && errno != EINVAL)
		return err_sys(err, ERR_ENVIRONMENT, errno, "cannot sync %s", journal->path.buf);
	journal->unsynced_bytes = 0;
	return 0;
}

uint64_t journal_unsynced_bytes(const struct journal *journal)
{
	return journal->unsynced_bytes;
}

void journal_close(struct journal *journal)
{
	if (!journal)
		return;
	if (journal->fd >= 0)
		close(journal->fd);
	strbuf_release(&journal->path);
	strbuf_release(&journal->line);
	free(journal);
}
