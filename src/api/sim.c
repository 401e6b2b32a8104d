/*
 * sim: an API over a modelled machine with a clock of its own, so that a whole run is the same to the byte each time
 * and its true cliffs are known. sim_model.h says what can be modelled, sim_session.h how an operation's cost comes
 * about.
 */
#include "api/api.h"

#include "api/sim_session.h"
#include "base/err.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NS_PER_HOUR 3.6e12

static struct sim_file *find_file(const struct sim_session *s, uint64_t id)
{
	struct sim_file *file = s->files;

	while (file && (file->id != id || file->removed))
		file = file->next;
	return file;
}

static void free_file(struct sim_session *s, struct sim_file *file)
{
	struct sim_file **at = &s->files;

	while (*at != file)
		at = &(*at)->next;
	*at = file->next;
	s->used_bytes -= file->size_bytes;
	s->dirty_bytes -= file->dirty_bytes;
	sim_residency_release(&file->touched);
	free(file);
}

static int sim_create(void *session, uint64_t id)
{
	struct sim_session *s = session;
	struct sim_file *file;

	if (find_file(s, id))
		return -EEXIST;
	file = malloc(sizeof(*file));
	if (!file)
		return -ENOMEM;
	*file = (struct sim_file){ .id = id, .next = s->files };
	s->files = file;
	return 0;
}

static int sim_remove(void *session, uint64_t id)
{
	struct sim_session *s = session;
	struct sim_file *file = find_file(s, id);

	if (!file)
		return -ENOENT;
	file->removed = true;
	if (!file->handles)
		free_file(s, file);
	return 0;
}

/* At least a nanosecond, since a clock that can stand still would never end a sample. */
static uint64_t with_drift(const struct sim_session *s, double ns)
{
	double drift = 1 + s->model.noise.drift_per_hour * (double)s->now_ns / NS_PER_HOUR;

	return (uint64_t)llround(fmax(ns * drift, 1));
}

static void advance(struct sim_session *s, double ns)
{
	s->now_ns += with_drift(s, ns);
}

static int sim_drop_cache(void *session, uint64_t id)
{
	struct sim_session *s = session;
	struct sim_file *file = find_file(s, id);

	if (!file)
		return -ENOENT;
	if (file->dirty_bytes)
		advance(s, sim_write_back_ns(s, file, file->dirty_bytes));
	sim_residency_clear(&file->touched);
	return 0;
}

static uint64_t sim_now(void *session)
{
	const struct sim_session *s = session;

	return s->now_ns;
}

static void sim_wait(void *session, uint64_t ns)
{
	struct sim_session *s = session;

	s->now_ns += ns;
}

int sim_session_open(const struct io_session_config *config, void **session, struct err *err)
{
	struct sim_session *s = malloc(sizeof(*s));

	if (!s)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "sim");
	*s = (struct sim_session){ .files = NULL };
	if (sim_model_load(config->sim_model, &s->model, err)) {
		free(s);
		return -1;
	}
	s->seed = config->seed;
	*session = s;
	return 0;
}

void sim_session_close(void *session)
{
	struct sim_session *s = session;

	while (s->files)
		free_file(s, s->files);
	sim_model_release(&s->model);
	free(s);
}

static void init_chance(struct sim_handle *h, const struct io_open *o)
{
	const uint64_t members[] = { o->seed, o->file_size, o->record_size, (uint64_t)o->direct << 1 | o->writable };
	uint64_t state = h->session->seed;

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		state = rng_splitmix64(&state) ^ members[i];
	rng_init(&h->rng, rng_splitmix64(&state));
}

static double opening_factor(struct sim_handle *h)
{
	const struct sim_noise *noise = &h->session->model.noise;
	double factor = rng_lognormal(&h->rng, noise->cell_cv);

	if (noise->outlier_share > 0 && rng_uniform(&h->rng) < noise->outlier_share)
		factor *= noise->outlier_factor;
	return factor;
}

int sim_open(void *session, const struct io_open *o, void **handle)
{
	struct sim_session *s = session;
	struct sim_file *file = find_file(s, o->file_id);
	struct sim_handle *h;

	if (!file)
		return -ENOENT;
	if (sim_residency_reserve(&file->touched, o->file_size))
		return -ENOMEM;
	h = malloc(sizeof(*h));
	if (!h)
		return -ENOMEM;
	*h = (struct sim_handle){
		.session = s,
		.file = file,
		.file_size = o->file_size,
		.last_offset = UINT64_MAX,
		.writable = o->writable,
		.direct = o->direct,
	};
	init_chance(h, o);
	h->factor = opening_factor(h);
	file->handles++;
	*handle = h;
	return 0;
}

/* How many bytes a write of this length may move, or -errno. Makes the file as large as it then is. */
static int64_t admit_write(struct sim_handle *h, uint64_t offset, uint64_t len)
{
	struct sim_session *s = h->session;
	struct sim_file *file = h->file;
	uint64_t end = offset + len, growth = end > file->size_bytes ? end - file->size_bytes : 0;

	if (!h->writable)
		return -EBADF;
	if (growth > s->model.capacity_bytes - s->used_bytes)
		return -ENOSPC;
	if (sim_residency_reserve(&file->touched, end))
		return -ENOMEM;
	file->size_bytes += growth;
	s->used_bytes += growth;
	return (int64_t)len;
}

static int64_t admit_read(const struct sim_handle *h, uint64_t offset, uint64_t len)
{
	uint64_t size = h->file->size_bytes, left = offset < size ? size - offset : 0;

	return (int64_t)(len < left ? len : left);
}

static int64_t admit(struct sim_handle *h, const struct io_request *r)
{
	const struct sim_fault *fault = sim_model_fault(&h->session->model, ++h->session->operations);
	uint64_t len = r->len;

	if (fault && fault->errnum)
		return -fault->errnum;
	if (fault && fault->short_bytes < len)
		len = fault->short_bytes;
	if (!len)
		return 0;
	return r->dir == IO_WRITE ? admit_write(h, r->offset, len) : admit_read(h, r->offset, len);
}

uint64_t sim_serve(struct sim_handle *h, struct io_request *r)
{
	struct sim_session *s = h->session;
	double ns = s->model.device.per_operation_ns;

	r->result = admit(h, r);
	if (r->result > 0)
		ns = sim_operation_ns(h, r->dir, r->offset, (uint64_t)r->result);
	return with_drift(s, ns * h->factor * rng_lognormal(&h->rng, s->model.noise.operation_cv));
}

static int sim_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct sim_handle *h = handle;

	for (unsigned i = 0; i < n; i++)
		h->session->now_ns += sim_serve(h, requests[i]);
	return (int)n;
}

int sim_flush(void *handle)
{
	struct sim_handle *h = handle;
	double ns = h->session->model.device.flush_ns + sim_write_back_ns(h->session, h->file, h->file->dirty_bytes);

	advance(h->session, ns * h->factor);
	return 0;
}

int sim_close(void *handle)
{
	struct sim_handle *h = handle;

	if (!--h->file->handles && h->file->removed)
		free_file(h->session, h->file);
	free(h);
	return 0;
}

const struct io_virtual sim_virtual = {
	.now_ns = sim_now,
	.wait_ns = sim_wait,
	.create = sim_create,
	.drop_cache = sim_drop_cache,
	.remove = sim_remove,
};

const struct io_api io_api_sim = {
	.name = "sim",
	.summary = "a modelled device with a clock of its own (--sim-model)",
	.flags = IO_API_SYNCHRONOUS | IO_API_VIRTUAL,
	.session_open = sim_session_open,
	.session_close = sim_session_close,
	.open = sim_open,
	.submit = sim_submit,
	.flush = sim_flush,
	.close = sim_close,
	.virt = &sim_virtual,
};
