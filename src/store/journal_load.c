/*
 * The loader reads with a buffer of the longest line: what is longer, such as a hole left by a crashed file system,
 * is one damaged line and costs no memory. The checksum stands before the parser, so that only what iosweep has
 * written is parsed.
 */
#include "store/journal.h"

#include "base/err.h"
#include "base/json_memory.h"
#include "base/strbuf.h"
#include "store/journal_format.h"
#include "store/sample_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct loader {
	const struct journal_visitor *visitor;
	struct journal_contents *counts;
};

bool journal_check_line(const char *line, size_t *len)
{
	char tail[JOURNAL_TAIL_LEN + 1];
	size_t body = *len - JOURNAL_TAIL_LEN;

	if (*len <= JOURNAL_TAIL_LEN)
		return false;
	snprintf(tail, sizeof(tail), JOURNAL_CRC_START "%08lx" JOURNAL_CRC_END,
		 crc32(0, (const Bytef *)line, (uInt)body));
	if (memcmp(line + body, tail, JOURNAL_TAIL_LEN))
		return false;
	*len = body;
	return true;
}

/*
 * Cuts the histograms off, whose parsing takes most of the time. A quote inside a string is always escaped, so this
 * text can only be the key.
 */
static size_t without_latency(const char *line, size_t len)
{
	const char *found = memmem(line, len, ",\"latency\":", strlen(",\"latency\":"));

	return found ? (size_t)(found - line) : len;
}

/* line has room for one more byte. 0, -EINVAL: no good line, -ENOMEM. */
static int parse(const struct loader *loader, char *line, size_t len, struct sample *sample)
{
	json_error_t where;
	json_t *json;
	int ret;

	if (!journal_check_line(line, &len))
		return -EINVAL;
	if (!(loader->visitor->flags & JOURNAL_LATENCY))
		len = without_latency(line, len);
	line[len] = '}';
	json_memory_watch();
	json = json_loadb(line, len + 1, 0, &where);
	ret = json_memory_check(&json);
	if (ret)
		return ret;
	ret = sample_from_json(json, sample);
	json_decref(json);
	return ret;
}

/* Returns 0, -ENOMEM, or what each has returned. */
static int take_line(const struct loader *loader, char *line, size_t len, bool whole)
{
	struct sample sample;
	int ret;

	if (!len)
		return 0;
	ret = parse(loader, line, len, &sample);
	if (ret == -EINVAL) {
		if (whole)
			loader->counts->damaged_lines++;
		else
			loader->counts->cut = true;
		return 0;
	}
	if (ret)
		return ret;
	ret = loader->visitor->visit(&sample, loader->visitor->arg);
	sample_release(&sample);
	return ret;
}

/* Takes the whole lines of the buffer and moves the rest to its start. */
static int take_lines(const struct loader *loader, char *buf, size_t *len, bool *skipping)
{
	char *line = buf, *end;
	int ret = 0;

	while (!ret && (end = memchr(line, '\n', *len - (size_t)(line - buf)))) {
		if (!*skipping)
			ret = take_line(loader, line, (size_t)(end - line), true);
		*skipping = false;
		line = end + 1;
	}
	*len -= (size_t)(line - buf);
	memmove(buf, line, *len);
	if (*len == JOURNAL_LINE_MAX || *skipping) {
		if (!*skipping)
			loader->counts->damaged_lines++;
		*skipping = true;
		*len = 0;
	}
	return ret;
}

static int read_lines(const struct loader *loader, int fd, char *buf)
{
	bool skipping = false;
	size_t len = 0;
	int ret = 0;

	while (!ret) {
		ssize_t got = read(fd, buf + len, JOURNAL_LINE_MAX - len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		len += (size_t)got;
		ret = take_lines(loader, buf, &len, &skipping);
	}
	return ret ? ret : take_line(loader, buf, len, false);
}

static int read_file(const struct loader *loader, const char *path)
{
	char *buf = malloc(JOURNAL_LINE_MAX + 1);
	int fd, ret;

	if (!buf)
		return -ENOMEM;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		ret = read_lines(loader, fd, buf);
		close(fd);
	} else {
		ret = errno == ENOENT ? 0 : -errno;
	}
	free(buf);
	return ret;
}

int journal_each(const char *run_dir, const struct journal_visitor *visitor, struct journal_contents *counts,
		 struct err *err)
{
	const struct loader loader = { visitor, counts };
	struct strbuf path;
	int ret;

	*counts = (struct journal_contents){ 0 };
	strbuf_init(&path);
	strbuf_addf(&path, "%s/" JOURNAL_FILE, run_dir);
	ret = strbuf_failed(&path) ? -ENOMEM : read_file(&loader, path.buf);
	strbuf_release(&path);
	return ret < 0 ? err_sys(err, ERR_ENVIRONMENT, ret, "cannot read %s/" JOURNAL_FILE, run_dir) : ret;
}

struct gathered {
	struct sample *samples;
	size_t n, alloc;
};

static int gather(struct sample *sample, void *arg)
{
	struct gathered *all = arg;

	if (all->n == all->alloc) {
		size_t alloc = all->alloc ? 2 * all->alloc : 256;
		struct sample *samples = reallocarray(all->samples, alloc, sizeof(*samples));

		if (!samples)
			return -ENOMEM;
		all->samples = samples;
		all->alloc = alloc;
	}
	all->samples[all->n++] = *sample;
	sample_init(sample);
	return 0;
}

/* By cell and pass, then by place in the journal. */
static int compare(const void *va, const void *vb)
{
	const struct sample *a = *(const struct sample *const *)va, *b = *(const struct sample *const *)vb;
	const uint64_t pairs[][2] = {
		{ a->file_size_bytes, b->file_size_bytes }, { a->record_size_bytes, b->record_size_bytes },
		{ a->depth, b->depth }, { a->jobs, b->jobs }, { a->pass, b->pass },
	};
	int order = strcmp(a->mode, b->mode);

	if (!order)
		order = strcmp(a->test, b->test);
	for (size_t i = 0; !order && i < sizeof(pairs) / sizeof(*pairs); i++)
		order = (pairs[i][0] > pairs[i][1]) - (pairs[i][0] < pairs[i][1]);
	return order;
}

static int compare_places(const void *va, const void *vb)
{
	const struct sample *a = *(const struct sample *const *)va, *b = *(const struct sample *const *)vb;
	int order = compare(va, vb);

	return order ? order : (a > b) - (a < b);
}

static void close_gaps(struct journal_contents *contents, const bool *drop)
{
	size_t kept = 0;

	for (size_t i = 0; i < contents->samples_n; i++) {
		if (drop[i])
			sample_release(&contents->samples[i]);
		else
			contents->samples[kept++] = contents->samples[i];
	}
	contents->duplicate_lines = contents->samples_n - kept;
	contents->samples_n = kept;
}

/* Of the samples of one cell and pass, the first stays. Returns 0 or -ENOMEM. */
static int drop_duplicates(struct journal_contents *contents)
{
	size_t n = contents->samples_n;
	struct sample **order = calloc(n + 1, sizeof(*order));
	bool *drop = calloc(n + 1, sizeof(*drop));
	int ret = order && drop ? 0 : -ENOMEM;

	if (!ret) {
		for (size_t i = 0; i < n; i++)
			order[i] = &contents->samples[i];
		qsort(order, n, sizeof(*order), compare_places);
		for (size_t i = 1; i < n; i++)
			drop[order[i] - contents->samples] = !compare(&order[i - 1], &order[i]);
		close_gaps(contents, drop);
	}
	free(order);
	free(drop);
	return ret;
}

int journal_load(const char *run_dir, unsigned flags, struct journal_contents *contents, struct err *err)
{
	struct gathered all = { NULL, 0, 0 };
	const struct journal_visitor visitor = { gather, &all, flags };
	int ret = journal_each(run_dir, &visitor, contents, err);

	contents->samples = all.samples;
	contents->samples_n = all.n;
	if (!ret && drop_duplicates(contents))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot read %s/" JOURNAL_FILE, run_dir);
	if (ret)
		journal_contents_release(contents);
	return ret;
}

void journal_contents_release(struct journal_contents *contents)
{
	for (size_t i = 0; i < contents->samples_n; i++)
		sample_release(&contents->samples[i]);
	free(contents->samples);
	*contents = (struct journal_contents){ 0 };
}
