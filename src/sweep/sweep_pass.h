/* sweep_pass: all that a pass does with one file size, in the order that plan.h describes. */
#ifndef IOSWEEP_SWEEP_SWEEP_PASS_H
#define IOSWEEP_SWEEP_SWEEP_PASS_H

#include "sweep/sweep_state.h"

#include <stddef.h>

/* f: index of the file size. Syncs the journal and removes the files at the end. 0, or -1 with s->err. */
int sweep_file_size(struct sweep_state *s, size_t f);

/* Writes the largest files once and removes them. What goes wrong is left to the tests to tell. */
void sweep_precondition(struct sweep_state *s);

#endif
