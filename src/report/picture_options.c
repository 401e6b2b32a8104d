#include "report/picture_options.h"

const char *picture_format_name(enum picture_format format)
{
	static const char *const names[PICTURE_FORMATS_N] = {
		[PICTURE_PNG] = "png", [PICTURE_SVG] = "svg", [PICTURE_PDF] = "pdf", [PICTURE_PS] = "ps",
	};

	return names[format];
}
