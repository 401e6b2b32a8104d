#include "model/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void config_init(struct config *config)
{
	*config = (struct config){ .stonewall = true, .stride = 17, .passes = 1, .confirm = true };
}

void config_release(struct config *config)
{
	free(config->target);
	free(config->output);
	free(config->command);
	free(config->sim_model);
	free(config->raid);
	free(config->fault);
	free(config->preset);
	size_list_release(&config->file_sizes);
	size_list_release(&config->records);
	size_list_release(&config->depth);
	size_list_release(&config->jobs);
	free(config->tests);
	free(config->cpus);
	config_init(config);
}

int config_set_only(struct size_list *list, uint64_t value)
{
	const struct size_list only = { &value, 1 };

	return size_list_copy(list, &only);
}

int config_complete(struct config *config)
{
	int ret = config->depth.n ? 0 : config_set_only(&config->depth, 1);

	return ret || config->jobs.n ? ret : config_set_only(&config->jobs, 1);
}

static unsigned last_of(const struct size_list *list)
{
	return list->n ? (unsigned)list->v[list->n - 1] : 1;
}

unsigned config_most_depth(const struct config *config)
{
	return last_of(&config->depth);
}

unsigned config_most_jobs(const struct config *config)
{
	return last_of(&config->jobs);
}

unsigned config_files_of(const struct config *config, unsigned jobs)
{
	return config->job_files == JOB_FILES_OWN ? jobs : 1;
}

unsigned config_files(const struct config *config)
{
	return config_files_of(config, config_most_jobs(config));
}

bool config_has_cell(const struct config *config, uint64_t file_size, uint64_t record_size, unsigned jobs)
{
	unsigned sharers = jobs / config_files_of(config, jobs);

	return record_size <= file_size && (file_size + record_size - 1) / record_size >= sharers;
}

bool config_has_pair(const struct config *config, uint64_t file_size, uint64_t record_size)
{
	return config_has_cell(config, file_size, record_size, config->jobs.n ? (unsigned)config->jobs.v[0] : 1);
}

int config_set_string(char **field, const char *value)
{
	char *copy = value ? strdup(value) : NULL;

	if (value && !copy)
		return -ENOMEM;
	free(*field);
	*field = copy;
	return 0;
}
