#include "unit/fixture_cliffs.h"

#include "base/err.h"

#include <check.h>

void fixture_cliffs_text(const struct run_cliffs *cliffs, struct strbuf *out)
{
	struct err err = ERR_INIT;

	ck_assert_msg(!cliffs_text(cliffs, out, &err), "%s", err.text);
}

json_t *fixture_cliffs_json(const struct run_cliffs *cliffs)
{
	struct err err = ERR_INIT;
	struct strbuf text;
	json_t *json;

	strbuf_init(&text);
	ck_assert_msg(!cliffs_json(cliffs, &text, &err), "%s", err.text);
	json = json_loads(text.buf, 0, NULL);
	ck_assert_ptr_nonnull(json);
	strbuf_release(&text);
	return json;
}
