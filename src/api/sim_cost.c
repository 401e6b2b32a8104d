#include "api/sim_session.h"

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static bool repeats(const struct sim_handle *h, const struct sim_transfer *t)
{
	return t->offset == h->last_offset && t->offset + t->len == h->last_end;
}

/* The cache that serves; caches_n: none has it. */
static size_t serving_cache(struct sim_handle *h, const struct sim_transfer *t)
{
	const struct sim_model *model = &h->session->model;
	double working_set = (double)(repeats(h, t) ? t->len : h->file_size);
	size_t i = 0;

	/* One draw decides for all caches: each has the record with the probability size / working set. */
	if (!t->sequential && !repeats(h, t) && working_set > (double)model->caches[0].size_bytes)
		working_set *= rng_uniform(&h->rng);
	while (i < model->caches_n && (double)model->caches[i].size_bytes < working_set)
		i++;
	return i;
}

static double missed_ns(struct sim_handle *h, const struct sim_transfer *t, bool cached)
{
	const struct sim_device *device = &h->session->model.device;
	struct sim_transfer missed = *t;
	uint64_t untouched = sim_residency_touch(&h->file->touched, t->offset, t->len);

	if (cached)
		missed.len = untouched;
	if (!missed.len)
		return 0;
	return t->sequential ? sim_device_stream_ns(device, IO_READ, missed.len) : sim_device_request_ns(device, &missed);
}

double sim_write_back_ns(struct sim_session *s, struct sim_file *file, uint64_t bytes)
{
	file->dirty_bytes -= bytes;
	s->dirty_bytes -= bytes;
	return sim_device_stream_ns(&s->model.device, IO_WRITE, bytes);
}

static double throttled_ns(struct sim_handle *h, const struct sim_transfer *t)
{
	struct sim_session *s = h->session;
	struct sim_file *file = h->file;
	bool dirty_already = repeats(h, t) && file->dirty_bytes >= t->len;
	uint64_t more = dirty_already ? 0 : least(t->len, file->size_bytes - file->dirty_bytes);
	uint64_t limit = s->model.dirty_limit_bytes;

	sim_residency_touch(&file->touched, t->offset, t->len);
	file->dirty_bytes += more;
	s->dirty_bytes += more;
	if (s->dirty_bytes <= limit)
		return 0;
	return sim_write_back_ns(s, file, least(s->dirty_bytes - limit, file->dirty_bytes));
}

static double cached_ns(struct sim_handle *h, const struct sim_transfer *t)
{
	const struct sim_model *model = &h->session->model;
	size_t i = serving_cache(h, t);
	bool cached = i < model->caches_n;
	const struct sim_cache *cache = &model->caches[cached ? i : model->caches_n - 1];
	double ns = cache->per_operation_ns + sim_transfer_ns(cache->mib_s[t->dir], t->len);

	return ns + (t->dir == IO_READ ? missed_ns(h, t, cached) : throttled_ns(h, t));
}

static double direct_ns(struct sim_handle *h, const struct sim_transfer *t)
{
	if (t->dir == IO_WRITE)
		sim_residency_forget(&h->file->touched, t->offset, t->len);
	return sim_device_request_ns(&h->session->model.device, t);
}

double sim_operation_ns(struct sim_handle *h, enum io_dir dir, uint64_t offset, uint64_t len)
{
	struct sim_transfer t = {
		.dir = dir,
		.offset = offset,
		.len = len,
		.sequential = offset == h->last_end,
	};
	bool direct = h->direct || !h->session->model.caches_n;
	double ns = direct ? direct_ns(h, &t) : cached_ns(h, &t);

	h->last_offset = offset;
	h->last_end = offset + len;
	return ns;
}
