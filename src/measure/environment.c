#include "measure/environment.h"

#include "measure/env_json.h"
#include "measure/env_parts.h"

const struct env_roots env_roots_real = { "/sys", "/proc", "" };

json_t *environment_collect_from(const struct env_roots *roots, const char *target_dir, struct err *err)
{
	dev_t device = 0;
	json_t *file_system = env_file_system(roots, target_dir, &device, err), *env;

	if (!file_system)
		return NULL;
	env = json_object();
	if (!env) {
		json_decref(file_system);
		err_set(err, ERR_ENVIRONMENT, "environment: out of memory");
		return NULL;
	}
	env_host(roots, env);
	env_put(env, "virtualisation", env_virtualisation(roots));
	env_put(env, "cpu", env_cpu(roots));
	env_put(env, "memory", env_memory(roots));
	env_put(env, "cgroup", env_cgroup(roots));
	env_put(env, "file_system", file_system);
	env_put(env, "device", env_device(roots, device));
	return env;
}

json_t *environment_collect(const char *target_dir, struct err *err)
{
	return environment_collect_from(&env_roots_real, target_dir, err);
}
