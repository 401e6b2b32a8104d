/* purge: the files that are done with go, and the device gets over it, before more is measured. */
#ifndef IOSWEEP_MEASURE_PURGE_H
#define IOSWEEP_MEASURE_PURGE_H

#include "measure/group.h"

/*
 * file_size: of what is measured, for the watchdog to name. Charged to setup. A file that cannot be removed now is tried
 * again when the target closes, which reports it.
 */
void purge(const struct group_setting *setting, uint64_t file_size);

/* The same, only where so many more bytes would take the run's files beyond setting->space_bytes. */
void purge_for(const struct group_setting *setting, uint64_t file_size, uint64_t more_bytes);

#endif
