/* picture_options: what the user can choose of the pictures. */
#ifndef IOSWEEP_REPORT_PICTURE_OPTIONS_H
#define IOSWEEP_REPORT_PICTURE_OPTIONS_H

#include <stdbool.h>

enum picture_kinds {
	PICTURES_SURFACE = 1 << 0,
	PICTURES_HEAT = 1 << 1,
	PICTURES_SLICES = 1 << 2,
	PICTURES_OVERVIEW = 1 << 3,
	PICTURES_ALL = (1 << 4) - 1,
};

enum picture_scale { PICTURE_SCALE_AUTO, PICTURE_SCALE_LINEAR, PICTURE_SCALE_LOG };

enum picture_format { PICTURE_PNG, PICTURE_SVG, PICTURE_PDF, PICTURE_PS };
#define PICTURE_FORMATS_N 4

struct picture_options {
	unsigned kinds; /* enum picture_kinds */
	enum picture_scale scale; /* of the values; auto: see gnuplot_scale.h */
	bool common_scale; /* all tests of a mode have the range of them all */
	double rot_x_deg, rot_z_deg; /* the camera: 0 to 90 from straight above to the horizon, 0 to 360 about the z axis */
	unsigned width_px, height_px;
	enum picture_format format;
};

#define PICTURE_OPTIONS_INIT { .kinds = PICTURES_ALL, .rot_x_deg = 56, .rot_z_deg = 54, .width_px = 1600, .height_px = 1000 }

/* "png": as an option's value, and behind the names of files. */
const char *picture_format_name(enum picture_format format);

#endif
