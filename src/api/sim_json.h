/*
 * sim_json: reading a JSON object into a struct by a table of its keys.
 *
 * The reader keeps the file's name and the path of the key that it is at, so that an error says
 * "model.json: caches[1].size: ...". All functions return 0, or -1 with an ERR_USAGE text.
 */
#ifndef IOSWEEP_API_SIM_JSON_H
#define IOSWEEP_API_SIM_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct sim_json {
	const char *file;
	struct err *err;
	char path[128]; /* of the value being read; "" at the top */
};

enum sim_json_kind {
	SIM_JSON_TEXT, /* looked at by no one */
	SIM_JSON_SIZE, /* uint64_t: a whole number, or text in units; within min and max */
	SIM_JSON_COUNT, /* uint64_t: a whole number within min and max */
	SIM_JSON_NUMBER, /* double within min and max */
	SIM_JSON_NESTED, /* what read makes of it */
};

struct sim_json_field {
	const char *name;
	enum sim_json_kind kind;
	bool required;
	size_t offset; /* in the struct */
	double min, max;
	int (*read)(struct sim_json *json, const json_t *value, void *field);
};

/* Fills the fields of object that are there, leaves the others as they are, and refuses keys that are in no row. */
int sim_json_object(struct sim_json *json, const json_t *object, const struct sim_json_field *fields, size_t n,
		    void *base);

/* Calls read for each element with its index; refuses what is no array, and more than max elements. */
int sim_json_array(struct sim_json *json, const json_t *array, size_t max,
		   int (*read)(struct sim_json *json, const json_t *element, size_t i, void *arg), void *arg);

/* Says what is wrong with the value being read. Returns -1. */
int sim_json_wrong(struct sim_json *json, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
