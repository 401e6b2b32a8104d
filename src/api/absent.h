/*
 * absent: what stands in the row of an API whose library was missing when iosweep was built. The row stays, so that
 * it can be asked for the reason; its usable() gives it, and nobody opens what is not usable. All return -ENOSYS.
 */
#ifndef IOSWEEP_API_ABSENT_H
#define IOSWEEP_API_ABSENT_H

#include "api/api.h"

int absent_open(void *session, const struct io_open *o, void **handle);
int absent_submit(void *handle, struct io_request *const *requests, unsigned n);
int absent_reap(void *handle, struct io_request **done, unsigned min, unsigned max);
int absent_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns);
int absent_flush(void *handle);
int absent_close(void *handle);

#endif
