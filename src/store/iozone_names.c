#include "store/iozone_names.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const struct iozone_test iozone_tests[] = {
	{ "write", NULL, "write", true, "write", "", "Writer", "initial writers", "Initial write" },
	{ "rewrite", NULL, "rewrite", true, "rewrite", "", "Re-writer", "rewriters", "Rewrite" },
	{ "read", NULL, "read", false, "read", "", "Reader", "readers", "Read" },
	{ "reread", NULL, "reread", false, "reread", "", "Re-Reader", "re-readers", "Re-read" },
	{ "randread", NULL, "randread", false, "read", "random", "Random read", "random readers", "Random read" },
	{ "randwrite", NULL, "randwrite", true, "write", "random", "Random write", "random writers", "Random write" },
	{ "backward", NULL, "backward", false, "read", "bkwd", "Backward read", "reverse readers", "Reverse Read" },
	{ "recrewrite", NULL, "recrewrite", true, "rewrite", "record", "Record rewrite", NULL, NULL },
	{ "stride", NULL, "stride", false, "read", "stride", "Stride read", "stride readers", "Stride read" },
	{ "stdio:write", "stdio", "write", true, "fwrite", "", "Fwrite", "fwriters", "Fwrite" },
	{ "stdio:rewrite", "stdio", "rewrite", true, "frewrite", "", "Re-Fwrite", NULL, NULL },
	{ "stdio:read", "stdio", "read", false, "fread", "", "Fread", "freaders", "Fread" },
	{ "stdio:reread", "stdio", "reread", false, "freread", "", "Re-Fread", NULL, NULL },
	{ "psync:write", "psync", "write", true, "pwrite", "", "Pwrite", "pwrite writers", "Pwrite" },
	{ "psync:rewrite", "psync", "rewrite", true, "repwrite", "", "Re-Pwrite", NULL, NULL },
	{ "psync:read", "psync", "read", false, "pread", "", "Pread", "pread readers", "Pread" },
	{ "psync:reread", "psync", "reread", false, "repread", "", "Re-Pread", NULL, NULL },
	{ "pvsync:write", "pvsync", "write", true, "pwritev", "", "Pwritev", NULL, NULL },
	{ "pvsync:rewrite", "pvsync", "rewrite", true, "repwritev", "", "Re-Pwritev", NULL, NULL },
	{ "pvsync:read", "pvsync", "read", false, "preadv", "", "Preadv", NULL, NULL },
	{ "pvsync:reread", "pvsync", "reread", false, "repreadv", "", "Re-Preadv", NULL, NULL },
	{ "mixed", NULL, "mixed", false, NULL, "", NULL, "mixed workload", "Mixed workload" },
};

const size_t iozone_tests_n = sizeof(iozone_tests) / sizeof(*iozone_tests);

static const char *name_in(enum iozone_form form, const struct iozone_test *test)
{
	switch (form) {
	case IOZONE_BY_EXCEL:
		return test->excel;
	case IOZONE_BY_CHILDREN:
		return test->children;
	case IOZONE_BY_SUMMARY:
		return test->summary;
	}
	return NULL;
}

const struct iozone_test *iozone_test_find(enum iozone_form form, const char *name, size_t len)
{
	for (; len && isspace((unsigned char)*name); len--)
		name++;
	while (len && isspace((unsigned char)name[len - 1]))
		len--;
	for (size_t i = 0; i < iozone_tests_n; i++) {
		const char *known = name_in(form, &iozone_tests[i]);

		if (known && strlen(known) == len && !strncasecmp(known, name, len))
			return &iozone_tests[i];
	}
	return NULL;
}
