/*
 * comparison_pictures: a comparison as pictures, in the folders that pictures.h describes: for each mode and test
 * TEST.png, the heat map of the changes, and TEST-both.png, the surfaces of both runs on one scale.
 */
#ifndef IOSWEEP_REPORT_COMPARISON_PICTURES_H
#define IOSWEEP_REPORT_COMPARISON_PICTURES_H

#include "report/comparison.h"

struct err;

/* Draws into dir, which exists. *drawn: how many there are. 0, or -1 with err: the first that failed. */
int comparison_draw(const struct comparison *comparison, const char *dir, size_t *drawn, struct err *err);

#endif
