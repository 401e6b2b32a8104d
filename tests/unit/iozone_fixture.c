#include "unit/iozone_fixture.h"

#include "base/strbuf.h"

#include <check.h>
#include <inttypes.h>
#include <string.h>

void iozone_read(const char *text, struct iozone_log *log)
{
	ck_assert_int_eq(iozone_log_read(text, strlen(text), log), 0);
}

static void add_figures(const struct iozone_log *log, struct strbuf *out)
{
	for (size_t i = 0; i < log->values_n; i++) {
		const struct iozone_value *v = &log->values[i];

		strbuf_addf(out, "%zu %s %" PRIu64 "/%" PRIu64 " %.10g\n", v->run + 1, v->test->name, v->file_kib,
			    v->record_kib, v->value);
	}
}

static void add_remarks(const struct iozone_log *log, struct strbuf *out)
{
	for (size_t i = 0; i < log->remarks_n; i++)
		strbuf_addf(out, "%s%u", i ? " " : "", log->remarks[i].line);
}

void iozone_expect_bytes(const void *data, size_t len, const char *figures, const char *remarks)
{
	struct strbuf got_figures, got_remarks;
	struct iozone_log log;

	strbuf_init(&got_figures);
	strbuf_init(&got_remarks);
	ck_assert_int_eq(iozone_log_read(data, len, &log), 0);
	add_figures(&log, &got_figures);
	add_remarks(&log, &got_remarks);
	ck_assert_str_eq(got_figures.buf, figures);
	ck_assert_str_eq(got_remarks.buf, remarks);
	strbuf_release(&got_figures);
	strbuf_release(&got_remarks);
	iozone_log_release(&log);
}

void iozone_expect(const char *text, const char *figures, const char *remarks)
{
	iozone_expect_bytes(text, strlen(text), figures, remarks);
}
