/*
 * warm_memory: memory that a guest has at hand before a new file fills the page cache.
 *
 * A guest hands free memory back to its host (virtio balloon, free page reporting: linux mm/page_reporting.c), and where
 * it takes such a page again the host must first find one: 10 to 40 us for 4 KiB, where copying them takes one. A file that
 * is new then looks ten times as slow as one that happens to get pages which were in use a moment ago. So as much memory
 * as a sample will fill is taken, touched and given back beforehand: the kernel hands out first what was freed last, and
 * reports nothing for two seconds.
 */
#ifndef IOSWEEP_MEASURE_WARM_MEMORY_H
#define IOSWEEP_MEASURE_WARM_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether the machine of this environment is a guest, and nothing but its memory limits what may be touched. */
bool warm_memory_helps(const json_t *environment);

/* Touches so many bytes, or an eighth of what is free where that is less. That it cannot is no failure. */
void warm_memory(uint64_t bytes);

#endif
