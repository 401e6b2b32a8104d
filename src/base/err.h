/*
 * err: why something could not be done, in one line for a person.
 *
 * Low layers return 0 or -errno. Where a person must be told, a function takes a struct err and, on failure,
 * fills it and returns -1. Each layer on the way up may put one clause in front with err_clause(), so that the
 * line reads "randread 64K/1G: submit: Cannot allocate memory". Only main prints it, and only main exits.
 */
#ifndef IOSWEEP_BASE_ERR_H
#define IOSWEEP_BASE_ERR_H

/* The kinds are the program's exit statuses. */
enum err_kind {
	ERR_NONE = 0,
	ERR_CELLS = 1, /* some cells failed, or a job after the measuring did (a picture, a report) */
	ERR_USAGE = 2, /* the command line is wrong */
	ERR_ENVIRONMENT = 3, /* the machine does not allow it: target, space, permission */
};

struct err {
	enum err_kind kind;
	int errnum; /* positive errno where one is known, else 0 */
	char text[480];
};

#define ERR_INIT { ERR_NONE, 0, "" }

/* Both overwrite what stands in err and return -1. err_sys adds ": " and the text of errnum (either sign). */
int err_set(struct err *err, enum err_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int err_sys(struct err *err, enum err_kind kind, int errnum, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Puts "clause: " in front of the text; a text that grows too long loses its end. Returns -1. */
int err_clause(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
