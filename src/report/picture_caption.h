/* picture_caption: where a picture's figures come from, in one line. */
#ifndef IOSWEEP_REPORT_PICTURE_CAPTION_H
#define IOSWEEP_REPORT_PICTURE_CAPTION_H

#include "base/strbuf.h"
#include "model/mode.h"

#include <jansson.h>

/*
 * Adds "host · file system · device · RAM · past the page cache". What the run does not say is named at the end:
 * "host and device not recorded".
 */
void picture_caption_add_facts(struct strbuf *sb, const json_t *environment, enum mode mode);

#endif
