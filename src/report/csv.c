#include "report/report.h"

#include "report/text.h"

#include <inttypes.h>

static void write_field(const struct sample_field *field, const struct sample *sample, struct strbuf *out)
{
	const void *p = (const char *)sample + field->offset;

	if (sample_field_absent(field, sample))
		return;
	switch (field->type) {
	case FIELD_STRING:
		text_add_csv(out, p);
		break;
	case FIELD_U64:
		strbuf_addf(out, "%" PRIu64, *(const uint64_t *)p);
		break;
	case FIELD_F64:
		text_add_real(out, *(const double *)p);
		break;
	case FIELD_FLAG:
		strbuf_addch(out, *(const int8_t *)p ? '1' : '0');
		break;
	}
}

static int write_csv(const struct resultset *rs, struct strbuf *out, struct err *err)
{
	(void)err;
	for (size_t i = 0; i < sample_fields_n; i++)
		strbuf_addf(out, "%s%s", i ? "," : "", sample_fields[i].name);
	strbuf_addch(out, '\n');
	for (size_t s = 0; s < rs->samples_n; s++) {
		for (size_t i = 0; i < sample_fields_n; i++) {
			if (i)
				strbuf_addch(out, ',');
			write_field(&sample_fields[i], &rs->samples[s], out);
		}
		strbuf_addch(out, '\n');
	}
	return 0;
}

const struct reporter reporter_csv = {
	.name = "csv",
	.summary = "all samples with all their fields, as CSV",
	.file_name = "samples.csv",
	.no_axes = true,
	.write = write_csv,
};
