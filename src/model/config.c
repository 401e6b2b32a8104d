#include "model/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void config_init(struct config *config)
{
	*config = (struct config){ .depth = 1, .jobs = 1, .stonewall = true, .stride = 17, .passes = 1 };
}

void config_release(struct config *config)
{
	free(config->target);
	free(config->output);
	free(config->command);
	free(config->sim_model);
	free(config->raid);
	free(config->fault);
	size_list_release(&config->file_sizes);
	size_list_release(&config->records);
	free(config->tests);
	free(config->cpus);
	config_init(config);
}

unsigned config_files(const struct config *config)
{
	return config->job_files == JOB_FILES_OWN ? config->jobs : 1;
}

bool config_has_cell(const struct config *config, uint64_t file_size, uint64_t record_size)
{
	unsigned sharers = config->jobs / config_files(config);

	return record_size <= file_size && (file_size + record_size - 1) / record_size >= sharers;
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
