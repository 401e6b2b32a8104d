#include "measure/env_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_json.h"

/* os-release(5) is a shell script of assignments; the pretty name is usually in quotes. */
static void put_os_name(const struct env_roots *roots, json_t *env)
{
	char path[512], quote;
	struct strbuf text;
	const char *name;
	size_t len;

	strbuf_init(&text);
	snprintf(path, sizeof(path), "%s/etc/os-release", roots->root);
	if (strbuf_read_file(&text, path)) {
		strbuf_reset(&text);
		snprintf(path, sizeof(path), "%s/usr/lib/os-release", roots->root);
		strbuf_read_file(&text, path);
	}
	name = env_option(text.buf, "PRETTY_NAME");
	if (name) {
		quote = *name == '"' || *name == '\'' ? *name++ : '\n';
		len = strcspn(name, (char[]){ quote, '\n', '\0' });
		strbuf_setlen(&text, (size_t)(name - text.buf) + len);
	}
	env_put_string(env, "os_name", name);
	strbuf_release(&text);
}

static json_t *kernel(const struct utsname *uts)
{
	json_t *object = json_object();

	env_put_string(object, "sysname", uts->sysname);
	env_put_string(object, "release", uts->release);
	env_put_string(object, "version", uts->version);
	env_put_string(object, "machine", uts->machine);
	return object;
}

static json_t *load(const struct env_roots *roots)
{
	static const char *const keys[] = { "average_1min", "average_5min", "average_15min" };
	char line[SYSFILE_LINE], *rest = line;
	json_t *object = json_object();

	sysfile_string(line, sizeof(line), "%s/loadavg", roots->proc);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *word = strsep(&rest, " ");

		env_put_real(object, keys[i], word ? env_decimal(word) : NAN);
	}
	return object;
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=0", then "full" the same way (Documentation/accounting/psi.rst).
 */
static json_t *pressure_of(const struct env_roots *roots, const char *resource)
{
	static const char *const keys[][3] = {
		{ "some_avg10_percent", "some ", "avg10=" },
		{ "some_avg60_percent", "some ", "avg60=" },
		{ "full_avg10_percent", "full ", "avg10=" },
		{ "full_avg60_percent", "full ", "avg60=" },
	};
	json_t *object = json_object();
	char text[512];

	sysfile_string(text, sizeof(text), "%s/pressure/%s", roots->proc, resource);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *at = strstr(text, keys[i][1]);

		at = at ? strstr(at, keys[i][2]) : NULL;
		env_put_real(object, keys[i][0], at ? env_decimal(at + strlen(keys[i][2])) : NAN);
	}
	return object;
}

void env_host(const struct env_roots *roots, json_t *env)
{
	json_t *pressure = json_object();
	struct utsname uts;

	uname(&uts);
	env_put_string(env, "host_name", uts.nodename);
	put_os_name(roots, env);
	env_put(env, "kernel", kernel(&uts));
	env_put(env, "load", load(roots));
	env_put(pressure, "cpu", pressure_of(roots, "cpu"));
	env_put(pressure, "io", pressure_of(roots, "io"));
	env_put(pressure, "memory", pressure_of(roots, "memory"));
	env_put(env, "pressure", pressure);
}
