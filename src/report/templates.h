/* templates: the gnuplot scripts of gnuplot/, which the build turns into text. */
#ifndef IOSWEEP_REPORT_TEMPLATES_H
#define IOSWEEP_REPORT_TEMPLATES_H

#include <stddef.h>

struct template_file {
	const char *name; /* "surface.gp" */
	const char *text;
};

extern const struct template_file template_files[];
extern const size_t template_files_n;

#endif
