/*
 * env_roots: where the kernel's files are, so that tests may put small trees of their own in their place.
 */
#ifndef IOSWEEP_MEASURE_ENV_ROOTS_H
#define IOSWEEP_MEASURE_ENV_ROOTS_H

struct env_roots {
	const char *sys, *proc;
	const char *root; /* goes in front of other absolute paths, /etc/os-release for one; "" is the real root */
};

extern const struct env_roots env_roots_real;

#endif
