#include "cli/resume_check.h"

#include "base/err.h"
#include "base/json_memory.h"
#include "base/strbuf.h"
#include "model/envfacts.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The kernel takes a little more or less for itself from boot to boot. */
#define RAM_TOLERANCE 0.01

static const struct {
	const char *path, *what;
	double tolerance; /* of numbers, relative */
} facts[] = {
	{ "host_name", "the host", 0 },
	{ "kernel.release", "the kernel", 0 },
	{ "kernel.machine", "the kind of machine", 0 },
	{ "virtualisation.hypervisor", "the hypervisor", 0 },
	{ "cpu.model", "the processor", 0 },
	{ "cpu.threads_online", "the number of processors", 0 },
	{ "memory.total_bytes", "the memory", RAM_TOLERANCE },
	{ "file_system.target", "the target's path", 0 },
	{ "file_system.type", "the file system", 0 },
	{ "file_system.uuid", "the file system (its UUID)", 0 },
	{ "file_system.target_inode", "the target file (its inode)", 0 },
	{ "file_system.mount_point", "the mount point", 0 },
	{ "file_system.mount_options", "the mount options", 0 },
	{ "file_system.super_options", "the file system's options", 0 },
	{ "file_system.total_bytes", "the size of the file system", 0 },
	{ "file_system.stripe_unit_bytes", "the file system's stripe unit", 0 },
	{ "device.kind", "the kind of device", 0 },
	{ "device.model", "the device", 0 },
	{ "device.size_bytes", "the size of the device", 0 },
	{ "device.start_offset_bytes", "the place of the partition", 0 },
	{ "device.scheduler", "the I/O scheduler", 0 },
	{ "device.read_ahead_bytes", "the read-ahead", 0 },
	{ "device.md.level", "the level of the array", 0 },
	{ "device.md.chunk_bytes", "the chunk of the array", 0 },
	{ "device.md.raid_disks", "the number of disks in the array", 0 },
	{ "device.md.degraded", "the number of disks that the array lacks", 0 },
	{ "device.loop.backing_file", "the file behind the loop device", 0 },
	{ "sim_model", "the model of the simulated machine", 0 },
};

static bool alike(const json_t *a, const json_t *b, double tolerance)
{
	double x, y;

	if (!json_is_number(a) || !json_is_number(b))
		return json_equal(a, b);
	x = json_number_value(a);
	y = json_number_value(b);
	return fabs(x - y) <= tolerance * fmax(fabs(x), fabs(y));
}

static void describe(const json_t *value, struct strbuf *text)
{
	char *dumped = json_memory_dump(value, JSON_ENCODE_ANY | JSON_COMPACT);

	if (json_is_string(value))
		strbuf_addf(text, "'%.100s'", json_string_value(value));
	else
		strbuf_addf(text, "%.100s", dumped ? dumped : "?");
	free(dumped);
}

static int differs(const char *what, const json_t *then, const json_t *now, struct err *err)
{
	struct strbuf text;

	strbuf_init(&text);
	if (!json_is_object(then)) {
		strbuf_addstr(&text, ": it was ");
		describe(then, &text);
		strbuf_addstr(&text, " and is ");
		describe(now, &text);
	}
	err_set(err, ERR_ENVIRONMENT, "%s is not that of the run any more%s; start a new run", what, text.buf);
	strbuf_release(&text);
	return -1;
}

/* The serial numbers of a device and, in their order, of all below it. */
static void add_serials(const json_t *device, struct strbuf *text)
{
	const char *serial = envfacts_string(device, "serial");
	const json_t *members = envfacts_get(device, "members");

	if (serial)
		strbuf_addf(text, "%s%s", text->len ? ", " : "", serial);
	for (size_t i = 0; i < json_array_size(members); i++)
		add_serials(json_array_get(members, i), text);
}

/* Disks of one model and size are alike but for that. */
static int check_disks(const json_t *then, const json_t *now, struct err *err)
{
	struct strbuf was, is;
	int ret = 0;

	strbuf_init(&was);
	strbuf_init(&is);
	add_serials(envfacts_get(then, "device"), &was);
	add_serials(envfacts_get(now, "device"), &is);
	if (was.len && is.len && strcmp(was.buf, is.buf) != 0)
		ret = err_set(err, ERR_ENVIRONMENT, "the disk is not that of the run any more: its serial number was %.200s and is "
						    "%.200s; start a new run", was.buf, is.buf);
	strbuf_release(&was);
	strbuf_release(&is);
	return ret;
}

int resume_check_machine(const json_t *then, const json_t *now, struct err *err)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++) {
		const json_t *was = envfacts_get(then, facts[i].path), *is = envfacts_get(now, facts[i].path);

		if (was && is && !alike(was, is, facts[i].tolerance))
			return differs(facts[i].what, was, is, err);
	}
	return check_disks(then, now, err);
}

int resume_check_origin(const json_t *run, const char *run_dir, struct err *err)
{
	if (!envfacts_get(json_object_get(run, "environment"), "import"))
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "%s was measured by another program and imported: there is nothing to go on with",
		       run_dir);
}

int resume_check_version(const json_t *run, bool newer, const char *run_dir, struct err *err)
{
	const char *version = json_string_value(json_object_get(run, "version"));

	if (!newer && version && !strcmp(version, IOSWEEP_VERSION))
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "%s is a run of iosweep %s, and this is %s, which may measure in another way; go "
					     "on with that one, or start a new run",
		       run_dir, version ? version : "of no version", IOSWEEP_VERSION);
}
