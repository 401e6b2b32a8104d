#include "unit/sweep_stage.h"

#include "base/err.h"
#include "measure/whole_file.h"
#include "measure/engine.h"
#include "sweep/standing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const every_pattern[] = { "write", "rewrite", "read", "reread", "randread", "randwrite" };

void sweep_stage_model(struct sweep_stage *s, const char *json)
{
	FILE *file;

	snprintf(s->model, sizeof(s->model), "%s/model.json", s->dir);
	file = fopen(s->model, "w");
	ck_assert_ptr_nonnull(file);
	fputs(json, file);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_int_eq(config_set_string(&s->config.sim_model, s->model), 0);
}

void sweep_stage_sizes(struct size_list *list, const uint64_t *sizes, size_t n)
{
	free(list->v);
	list->v = calloc(n, sizeof(*list->v));
	memcpy(list->v, sizes, n * sizeof(*sizes));
	list->n = n;
}

void sweep_stage_tests(struct sweep_stage *s, const char *const *names, size_t n)
{
	free(s->config.tests);
	s->config.tests = calloc(n, sizeof(*s->config.tests));
	s->config.tests_n = n;
	for (size_t i = 0; i < n; i++) {
		const char *colon = strchr(names[i], ':');

		snprintf(s->config.tests[i].name, TEST_NAME_LEN, "%s", names[i]);
		snprintf(s->config.tests[i].pattern, NAME_LEN, "%s", colon ? colon + 1 : names[i]);
		snprintf(s->config.tests[i].api, NAME_LEN, "%.*s", colon ? (int)(colon - names[i]) : 3, colon ? names[i] : "sim");
	}
}

struct sweep_stage *sweep_stage_new(void)
{
	const char *dir = getenv("TMPDIR");
	struct sweep_stage *s = calloc(1, sizeof(*s));

	config_init(&s->config);
	snprintf(s->dir, sizeof(s->dir), "%s/sweep-XXXXXX", dir ? dir : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(s->dir));
	sweep_stage_model(s,
		"{\"caches\": [{\"size\": \"8m\", \"read_mib_s\": 4000, \"write_mib_s\": 2000}],"
		" \"device\": {\"per_operation_ns\": 50000, \"read_mib_s\": 500, \"write_mib_s\": 400}}");
	sweep_stage_tests(s, every_pattern, 6);
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, 256 * KIB, 1 * MIB, 4 * MIB);
	SWEEP_STAGE_SIZES(&s->config.records, 4 * KIB, 64 * KIB, 128 * KIB);
	s->config.modes[MODE_DEVICE] = s->config.modes[MODE_CACHED] = true;
	s->config.passes = 2;
	ck_assert_int_eq(config_complete(&s->config), 0);
	s->config.seed = 1;
	s->config.min_time_ns = 1;
	s->direct_align = 1;
	return s;
}

static void progress(void *context, const struct sweep_status *status)
{
	struct sweep_stage *s = context;

	if (status->last && ++s->told == s->stop_after)
		s->stop = SIGTERM;
}

void sweep_stage_open(struct sweep_stage *s)
{
	struct target_config target = { .dir = s->dir };
	struct err err = ERR_INIT;

	ck_assert_msg(!plan_resolve(&s->config, &s->plan, &err), "%s", err.text);
	target.virtual_api = plan_virtual_api(&s->plan, &target.session);
	if (target.virtual_api)
		clock_init_virtual(&s->clock, target.virtual_api->virt->now_ns, target.session);
	else
		clock_init(&s->clock);
	ck_assert_msg(!target_open(&target, &s->target, &err), "%s", err.text);
	for (unsigned i = 0; i < config_most_jobs(&s->config); i++)
		ck_assert_int_eq(buffer_init(&s->buffers[i], engine_buffer_size(WHOLE_FILE_RECORD, 1), 1, false), 0);
	s->setting = (struct group_setting){
		.clock = &s->clock,
		.target = s->target,
		.direct = { DIRECT_EFFECTIVE, s->direct_align, s->direct_align },
		.buffers = s->buffers,
		.io = &s->config.io,
		.stonewall = true,
		.stop = &s->stop,
		.min_time_ns = s->config.min_time_ns,
		.max_time_ns = s->config.max_time_ns,
		.timing = &s->timing,
	};
	s->plan.direct_align = s->direct_align;
	ck_assert_msg(!plan_finish(&s->plan, &err), "%s", err.text);
	s->setting.space_bytes = s->plan.space_bytes;
	ck_assert_msg(!journal_open(s->dir, &s->journal, &err), "%s", err.text);
	s->sweep = (struct sweep){
		.plan = &s->plan,
		.setting = &s->setting,
		.journal = s->journal,
		.progress = progress,
		.context = s,
	};
}

void sweep_stage_sweep(struct sweep_stage *s)
{
	struct err err = ERR_INIT;

	ck_assert_msg(!sweep_run(&s->sweep, &s->result, &err), "%s", err.text);
}

static void close_files(struct sweep_stage *s)
{
	journal_close(s->journal);
	s->journal = NULL;
	ck_assert_int_eq(target_close(s->target), 0);
}

void sweep_stage_load(struct sweep_stage *s)
{
	struct err err = ERR_INIT;

	close_files(s);
	ck_assert_msg(!journal_load(s->dir, 0, &s->contents, &err), "%s", err.text);
	ck_assert_uint_eq(s->contents.damaged_lines, 0);
	ck_assert_uint_eq(s->contents.duplicate_lines, 0);
	ck_assert(!s->contents.cut);
}

void sweep_stage_run(struct sweep_stage *s)
{
	sweep_stage_open(s);
	sweep_stage_sweep(s);
	sweep_stage_load(s);
}

void sweep_stage_free(struct sweep_stage *s)
{
	char path[600];

	if (s->journal)
		close_files(s);
	journal_contents_release(&s->contents);
	plan_release(&s->plan);
	for (unsigned i = 0; i < config_most_jobs(&s->config); i++)
		buffer_release(&s->buffers[i]);
	snprintf(path, sizeof(path), "%s/samples.jsonl", s->dir);
	unlink(path);
	unlink(s->model);
	ck_assert_int_eq(rmdir(s->dir), 0);
	config_release(&s->config);
	free(s);
}

