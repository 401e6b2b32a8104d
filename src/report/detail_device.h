/* detail_device: what the block devices counted while a cell was measured, as lines of the report detail. */
#ifndef IOSWEEP_REPORT_DETAIL_DEVICE_H
#define IOSWEEP_REPORT_DETAIL_DEVICE_H

#include "base/strbuf.h"
#include "store/resultset.h"

/*
 * Bytes, requests, merges, queue and utilisation of the device that the file system is on, and of an array's members;
 * nothing where there are no counters. scratch has room for the cell's samples.
 */
void detail_add_device(const struct resultset *rs, const struct cell *cell, double *scratch, struct strbuf *out);

#endif
