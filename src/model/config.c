#include "model/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void config_init(struct config *config)
{
	*config = (struct config){ .depth = 1, .passes = 1 };
}

void config_release(struct config *config)
{
	free(config->target);
	free(config->output);
	free(config->command);
	free(config->sim_model);
	size_list_release(&config->file_sizes);
	size_list_release(&config->records);
	free(config->tests);
	config_init(config);
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
