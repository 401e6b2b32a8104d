#include "sweep/standing.h"

#include "measure/content.h"
#include "measure/watchdog.h"
#include "measure/whole_file.h"

static struct whole_file whole_file_at(const struct standing *s, unsigned i)
{
	struct whole_file file = {
		.target = s->setting->target,
		.id = s->ids[i],
		.size = s->file_size,
		.buffer = s->setting->buffers,
		.clock = s->setting->clock,
		.stop = s->setting->stop,
		.watch = watchdog_own(s->setting->watchdog),
	};

	file.virtual_api = plan_virtual_api(s->plan, &file.session);
	return file;
}

static int create_one(struct standing *s)
{
	int ret = target_create(s->setting->target, s->file_size, &s->ids[s->n]);
	struct content *content = s->contents ? &s->contents[s->n] : NULL;
	struct whole_file file;

	if (ret)
		return ret;
	if (content)
		content_forget(content);
	file = whole_file_at(s, s->n++);
	if (!target_is_writable(s->setting->target))
		return 0;
	if (s->setting->whole_allocation)
		ret = target_preallocate(s->setting->target, file.id, file.size);
	return ret ? ret : whole_file_write(&file, content);
}

int standing_create(struct standing *s)
{
	unsigned files = config_files(s->plan->config);
	int ret = 0;

	for (s->n = 0; !ret && s->n < files;)
		ret = create_one(s);
	if (ret)
		standing_retire(s);
	return ret;
}

int standing_warm(const struct standing *s)
{
	int ret = 0;

	for (unsigned i = 0; !ret && i < s->n; i++) {
		struct whole_file file = whole_file_at(s, i);

		ret = whole_file_read(&file);
	}
	return ret;
}

int standing_drop(const struct standing *s)
{
	int ret = 0;

	for (unsigned i = 0; !ret && i < s->n; i++)
		ret = target_drop_cache(s->setting->target, s->ids[i]);
	return ret;
}

void standing_retire(struct standing *s)
{
	while (s->n)
		target_retire(s->setting->target, s->ids[--s->n]);
}
