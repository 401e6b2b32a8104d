/* picture_folder: a folder that pictures, or what they are made from, go to. */
#ifndef IOSWEEP_REPORT_PICTURE_FOLDER_H
#define IOSWEEP_REPORT_PICTURE_FOLDER_H

#include "base/strbuf.h"

struct err;

/* Makes it where it is not there; its parent must be. 0, or -1 with err, also where there was no memory for the path. */
int picture_folder_make(const struct strbuf *path, struct err *err);

#endif
