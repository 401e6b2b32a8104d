#include "report/pictures.h"

#include "base/strbuf.h"
#include "model/envfacts.h"
#include "report/draw.h"

/* The facts that a picture keeps when it is sent away without its run. */
enum text { TEXT_SOFTWARE, TEXT_HOST, TEXT_FILE_SYSTEM, TEXT_DEVICE, TEXT_MEMORY, TEXT_COMMAND, TEXT_DATE, TEXTS_N };

int pictures_draw(const struct resultset *rs, const struct picture_output *out, struct strbuf *remark, size_t *drawn,
		  struct err *err)
{
	static const char *const keys[TEXTS_N] = { "Software", "Host",    "File system",  "Device",
						   "Memory",   "Command", "Creation Time" };
	struct strbuf values[TEXTS_N];
	struct picture_text texts[TEXTS_N];
	const struct draw draw = { .run_dir = out->run_dir, .options = out->options, .jobs = out->jobs, .texts = texts,
				   .texts_n = TEXTS_N, .date = rs->started, .remark = remark };
	int ret;

	for (int i = 0; i < TEXTS_N; i++)
		strbuf_init(&values[i]);
	strbuf_addf(&values[TEXT_SOFTWARE], "iosweep %s", rs->version);
	envfacts_host_line(rs->environment, &values[TEXT_HOST]);
	envfacts_file_system_line(rs->environment, &values[TEXT_FILE_SYSTEM]);
	envfacts_device_line(rs->environment, &values[TEXT_DEVICE]);
	envfacts_memory_line(rs->environment, &values[TEXT_MEMORY]);
	strbuf_addstr(&values[TEXT_COMMAND], rs->config.command ? rs->config.command : "not recorded");
	strbuf_addstr(&values[TEXT_DATE], rs->started);
	for (int i = 0; i < TEXTS_N; i++)
		texts[i] = (struct picture_text){ keys[i], values[i].buf };
	ret = draw_all(&draw, drawn, err);
	for (int i = 0; i < TEXTS_N; i++)
		strbuf_release(&values[i]);
	return ret;
}
