#include "report/run_difference.h"

#include "base/json_memory.h"
#include "base/strbuf.h"
#include "store/resultset.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRIFT 0.1 /* as a share: less is no difference of what drifts */

/* Keys, with all below them, that differ between any two runs or are told elsewhere. */
static const char *const ignored[] = {
	"config.target", "config.output", "config.command", "config.file_sizes", "config.records", "config.tests",
	"config.modes", "config.seed", "config.quiet", "environment.load", "environment.pressure",
	"environment.memory.available_bytes", "environment.memory.swap_free_bytes",
	"environment.device.md.array_state", "environment.sim_model.comment", "environment.import.runs",
};

static const char *const drifting[] = {
	"environment.file_system.free_bytes", "environment.file_system.available_bytes",
	"environment.memory.dirty.limit_bytes", "environment.memory.dirty.background_limit_bytes",
};

void run_differences_release(struct run_differences *differences)
{
	for (size_t i = 0; i < differences->n; i++) {
		free(differences->v[i].key);
		free(differences->v[i].base);
		free(differences->v[i].run);
	}
	free(differences->v);
	*differences = (struct run_differences){ 0 };
}

/* NULL stays NULL. */
static int copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? -ENOMEM : 0;
}

int run_differences_add(struct run_differences *differences, const char *key, const char *base, const char *run)
{
	struct run_difference *grown = reallocarray(differences->v, differences->n + 1, sizeof(*grown)), *d;

	if (!grown)
		return -ENOMEM;
	differences->v = grown;
	d = &grown[differences->n++];
	*d = (struct run_difference){ 0 };
	return copy(&d->key, key) || copy(&d->base, base) || copy(&d->run, run) ? -ENOMEM : 0;
}

static bool listed(const char *const *list, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(list[i]);

		if (!strncmp(key, list[i], len) && (!key[len] || key[len] == '.'))
			return true;
	}
	return false;
}

static bool only_drifted(const char *key, const json_t *base, const json_t *run)
{
	double a = json_number_value(base), b = json_number_value(run);

	return listed(drifting, sizeof(drifting) / sizeof(*drifting), key) && json_is_number(base) &&
	       json_is_number(run) && fabs(a - b) <= DRIFT * fmax(a, b);
}

/* NULL for null and for what is absent. 0 or -ENOMEM. */
static int value_text(const json_t *value, char **text)
{
	*text = NULL;
	if (!value || json_is_null(value))
		return 0;
	*text = json_is_string(value) ? strdup(json_string_value(value)) :
					json_memory_dump(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15));
	return *text ? 0 : -ENOMEM;
}

static int add_leaf(struct run_differences *differences, const char *key, const json_t *base, const json_t *run)
{
	char *base_text = NULL, *run_text = NULL;
	int ret = value_text(base, &base_text) || value_text(run, &run_text) ? -ENOMEM : 0;

	if (!ret)
		ret = run_differences_add(differences, key, base_text, run_text);
	free(base_text);
	free(run_text);
	return ret;
}

static int walk(struct run_differences *differences, struct strbuf *key, json_t *base, json_t *run);

static int walk_member(struct run_differences *differences, struct strbuf *key, const char *name, json_t *base,
		       json_t *run)
{
	size_t len = key->len;
	int ret;

	strbuf_addf(key, ".%s", name);
	ret = strbuf_failed(key) ? -ENOMEM : walk(differences, key, base, run);
	strbuf_setlen(key, len);
	return ret;
}

static int walk_object(struct run_differences *differences, struct strbuf *key, json_t *base, json_t *run)
{
	const char *name;
	json_t *value;
	int ret = 0;

	json_object_foreach(base, name, value) {
		if (!ret)
			ret = walk_member(differences, key, name, value, json_object_get(run, name));
	}
	json_object_foreach(run, name, value) {
		if (!ret && !json_object_get(base, name))
			ret = walk_member(differences, key, name, NULL, value);
	}
	return ret;
}

static int walk_array(struct run_differences *differences, struct strbuf *key, json_t *base, json_t *run)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < json_array_size(base); i++) {
		char name[24];

		snprintf(name, sizeof(name), "%zu", i);
		ret = walk_member(differences, key, name, json_array_get(base, i), json_array_get(run, i));
	}
	return ret;
}

static int walk(struct run_differences *differences, struct strbuf *key, json_t *base, json_t *run)
{
	bool no_base = !base || json_is_null(base), no_run = !run || json_is_null(run);

	if (listed(ignored, sizeof(ignored) / sizeof(*ignored), key->buf) || (no_base && no_run) ||
	    json_equal(base, run) || only_drifted(key->buf, base, run))
		return 0;
	if (json_is_object(base) && json_is_object(run))
		return walk_object(differences, key, base, run);
	if (json_is_array(base) && json_array_size(base) && json_array_size(base) == json_array_size(run) &&
	    json_is_object(json_array_get(base, 0)))
		return walk_array(differences, key, base, run);
	return add_leaf(differences, key->buf, base, run);
}

int run_differences_find(struct run_differences *differences, const struct resultset *base, const struct resultset *run)
{
	static const char *const keys[] = { "version", "config", "environment" };
	struct strbuf key;
	int ret = 0;

	strbuf_init(&key);
	for (size_t i = 0; !ret && i < sizeof(keys) / sizeof(*keys); i++) {
		strbuf_reset(&key);
		strbuf_addstr(&key, keys[i]);
		ret = strbuf_failed(&key) ? -ENOMEM : walk(differences, &key, json_object_get(base->run, keys[i]),
							   json_object_get(run->run, keys[i]));
	}
	strbuf_release(&key);
	return ret;
}
