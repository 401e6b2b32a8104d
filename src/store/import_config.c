#include "store/import_samples.h"

#include "model/axis.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_sizes(const void *va, const void *vb)
{
	uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;

	return (a > b) - (a < b);
}

/* The different ones of n values, ascending. The list takes v. */
static int list_once(uint64_t *v, size_t n, struct size_list *list)
{
	size_t once = 0;

	qsort(v, n, sizeof(*v), compare_sizes);
	for (size_t i = 0; i < n; i++) {
		if (!i || v[i] != v[once - 1])
			v[once++] = v[i];
	}
	*list = (struct size_list){ v, once };
	return once > SIZE_LIST_MAX ? -E2BIG : 0;
}

static int list_sizes(const struct import_samples *samples, enum axis axis, struct size_list *list)
{
	uint64_t *v = calloc(samples->n + 1, sizeof(*v));

	if (!v)
		return -ENOMEM;
	for (size_t i = 0; i < samples->n; i++)
		v[i] = axis_of_sample(axis, &samples->v[i]);
	return list_once(v, samples->n, list);
}

/* What the heads say: tests through another API have no depth, whatever the run has. */
static int list_loads(const struct import *import, enum axis axis, struct size_list *list)
{
	uint64_t *v = calloc(import->parts_n, sizeof(*v));

	if (!v)
		return -ENOMEM;
	for (size_t i = 0; i < import->parts_n; i++) {
		const struct iozone_facts *facts = &import->parts[i].log->runs[import->parts[i].run].facts;

		v[i] = axis == AXIS_DEPTH ? facts->depth : facts->jobs ? facts->jobs : 1;
	}
	return list_once(v, import->parts_n, list);
}

/* The tests that there are samples of, in the order of IOzone's columns. */
static int list_tests(const struct import_samples *samples, struct config *config)
{
	config->tests = calloc(iozone_tests_n, sizeof(*config->tests));
	if (!config->tests)
		return -ENOMEM;
	for (size_t t = 0; t < iozone_tests_n; t++) {
		const struct sample *sample = NULL;
		struct test *test = &config->tests[config->tests_n];

		for (size_t i = 0; !sample && i < samples->n; i++) {
			if (!strcmp(samples->v[i].test, iozone_tests[t].name))
				sample = &samples->v[i];
		}
		if (!sample)
			continue;
		config->tests_n++;
		memcpy(test->name, sample->test, sizeof(test->name));
		memcpy(test->api, sample->api, sizeof(test->api));
		memcpy(test->pattern, sample->pattern, sizeof(test->pattern));
	}
	return 0;
}

/* The mode of the run's own API; of all where it has no test. What else there is has its samples to show it. */
static void set_modes(const struct import_samples *samples, struct config *config)
{
	bool any = false;

	for (int own = 1; own >= 0 && !any; own--) {
		for (size_t i = 0; i < samples->n; i++) {
			enum mode mode;

			if ((own && strchr(samples->v[i].test, ':')) || !mode_from_name(samples->v[i].mode, &mode))
				continue;
			config->modes[mode] = any = true;
		}
	}
}

static void set_numbers(const struct iozone_facts *facts, const struct import_samples *samples, struct config *config)
{
	config->processes = facts->processes;
	config->stonewall = !facts->no_stonewall;
	config->include_flush = facts->include_flush;
	config->include_close = facts->include_close;
	config->io.sync_mode = facts->sync_mode;
	config->passes = 1;
	for (size_t i = 0; i < samples->n; i++) {
		if (samples->v[i].pass > config->passes)
			config->passes = (unsigned)samples->v[i].pass;
	}
}

int import_config_make(const struct import *import, const struct import_samples *samples, const char *run_dir,
		       struct config *config)
{
	const struct iozone_facts *facts = &import->parts[0].log->runs[import->parts[0].run].facts;
	int ret = list_sizes(samples, AXIS_FILE_SIZE, &config->file_sizes);

	if (!ret)
		ret = list_sizes(samples, AXIS_RECORD, &config->records);
	if (!ret)
		ret = list_loads(import, AXIS_DEPTH, &config->depth);
	if (!ret)
		ret = list_loads(import, AXIS_JOBS, &config->jobs);
	if (!ret)
		ret = list_tests(samples, config);
	if (!ret)
		ret = config_set_string(&config->command, facts->command);
	if (!ret)
		ret = config_set_string(&config->output, run_dir);
	set_numbers(facts, samples, config);
	set_modes(samples, config);
	return ret;
}
