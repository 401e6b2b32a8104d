#include "model/axis.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct axis_row axes[AXES_N] = {
	[AXIS_FILE_SIZE] = { "file-size", "file_size", "file_size_bytes", "File size", "file", "the file", "file sizes",
			     "file size", true },
	[AXIS_RECORD] = { "record", "record_size", "record_size_bytes", "Record size", "record", "the record",
			  "record sizes", "record size", true },
	[AXIS_DEPTH] = { "depth", "depth", "depth", "Depth (I/Os in flight)", "depth", "the depth", "depths", "depth",
			 false },
	[AXIS_JOBS] = { "jobs", "jobs", "jobs", "Number of jobs", "jobs", "the number of jobs", "numbers of jobs",
			"number of jobs", false },
};

bool axis_from_name(const char *name, enum axis *axis)
{
	for (int i = 0; i < AXES_N; i++) {
		if (!strcmp(axes[i].name, name)) {
			*axis = (enum axis)i;
			return true;
		}
	}
	return false;
}

uint64_t axis_of_sample(enum axis axis, const struct sample *sample)
{
	switch (axis) {
	case AXIS_FILE_SIZE:
		return sample->file_size_bytes;
	case AXIS_RECORD:
		return sample->record_size_bytes;
	case AXIS_DEPTH:
		return sample->depth;
	default:
		return sample->jobs;
	}
}

const char *axis_format(enum axis axis, uint64_t value, char buf[UNITS_TEXT_LEN])
{
	if (axes[axis].bytes)
		return units_format_size(value, buf);
	snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64, value);
	return buf;
}

void axis_add_value(enum axis axis, uint64_t value, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	if (axis == AXIS_JOBS)
		strbuf_addf(out, "%" PRIu64 " job%s", value, value == 1 ? "" : "s");
	else
		strbuf_addf(out, "%s %s", axes[axis].head, axis_format(axis, value, text));
}
