#include "sweep/trial.h"

#include "api/target.h"
#include "base/err.h"
#include "base/units.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A file that is opened for this only. 0 or -errno. */
static int try_open(const struct plan_test *t, const struct group_setting *setting, const struct io_open *how)
{
	struct io_open o = *how;
	uint64_t id;
	void *handle;
	int ret = target_create(setting->target, 0, &id);

	if (ret)
		return ret;
	target_retire(setting->target, id);
	ret = target_file_open(setting->target, id, (o.writable ? TARGET_WRITABLE : 0) | (o.direct ? TARGET_DIRECT : 0), &o.fd);
	if (ret)
		return ret;
	ret = t->run.api->open(t->run.session, &o, &handle);
	if (ret)
		close(o.fd);
	return ret ? ret : t->run.api->close(handle);
}

/* The smallest record that is measured in the mode; 0: none. */
static uint64_t smallest_record(const struct config *config, uint32_t align)
{
	for (size_t i = 0; i < config->records.n; i++) {
		if (config->records.v[i] % align == 0)
			return config->records.v[i];
	}
	return 0;
}

static int explain(int error, const struct io_open *o, struct err *err)
{
	char record[UNITS_TEXT_LEN];

	if (error == -EOPNOTSUPP && o->settings.dontcache)
		return err_set(err, ERR_ENVIRONMENT,
			       "--dontcache: the kernel (Linux 6.14 is the first) or the file system cannot do that");
	if (error == -EINVAL && o->direct)
		return err_set(err, ERR_USAGE,
			       "--iovecs: direct I/O takes no pieces as small as a record of %s in %u; lower it, or leave "
			       "out small records with --record",
			       units_format_size(o->record_size, record), o->settings.iovecs);
	return err_sys(err, ERR_ENVIRONMENT, error, "pvsync: cannot open a file");
}

static int try_mode(const struct plan *plan, const struct plan_test *t, const struct group_setting *setting,
		    enum mode mode, struct err *err)
{
	bool direct = mode == MODE_DEVICE && setting->direct.support != DIRECT_REFUSED;
	struct io_open o = {
		.record_size = (uint32_t)smallest_record(plan->config, direct ? setting->direct.offset_align : 1),
		.depth = 1,
		.writable = target_is_writable(setting->target),
		.direct = direct,
		.settings = plan->config->io,
	};
	int ret;

	if (!t->in_mode[mode] || !o.record_size)
		return 0;
	ret = try_open(t, setting, &o);
	return ret ? explain(ret, &o, err) : 0;
}

int trial_settings(const struct plan *plan, const struct group_setting *setting, struct err *err)
{
	const struct io_settings *io = &plan->config->io;

	if (!io->dontcache && io->iovecs <= 1)
		return 0;
	for (size_t i = 0; i < plan->tests_n; i++) {
		const struct plan_test *t = &plan->tests[i];

		if (strcmp(t->run.test->api, "pvsync"))
			continue;
		return try_mode(plan, t, setting, MODE_DEVICE, err) || try_mode(plan, t, setting, MODE_CACHED, err) ? -1 : 0;
	}
	return 0;
}
