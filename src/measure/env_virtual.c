/*
 * env_virtual: whether this is a guest or a container, from hints in files; no hint proves much alone.
 *
 * A hypervisor names itself in /sys/hypervisor (Xen), in the firmware's DMI strings, in the device tree, or by the
 * clock source that its guests get. On x86 the CPU flag "hypervisor" says that there is one, and only there is its
 * absence an answer ("none").
 */
#include "measure/env_parts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_json.h"

#define TREE "%s/firmware/devicetree/base/hypervisor/compatible"
#define CLOCKS "%s/devices/system/clocksource/clocksource0/available_clocksource"

struct hint {
	const char *text, *name;
};

static const char *name_in(const char *text, const struct hint *hints, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strstr(text, hints[i].text))
			return hints[i].name;
	}
	return NULL;
}

static const char *from_dmi(const struct env_roots *roots)
{
	static const char *const files[] = { "product_name", "sys_vendor", "board_vendor", "bios_vendor" };
	static const struct hint hints[] = {
		{ "KVM", "kvm" },
		{ "Google Compute Engine", "google" },
		{ "Amazon EC2", "amazon" },
		{ "OpenStack", "openstack" },
		{ "QEMU", "qemu" },
		{ "VMware", "vmware" },
		{ "VirtualBox", "virtualbox" },
		{ "innotek", "virtualbox" },
		{ "Virtual Machine", "hyperv" },
		{ "Parallels", "parallels" },
		{ "BHYVE", "bhyve" },
		{ "Bochs", "bochs" },
		{ "Xen", "xen" },
	};
	char text[SYSFILE_LINE];
	const char *name = NULL;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files) && !name; i++) {
		if (!sysfile_string(text, sizeof(text), "%s/class/dmi/id/%s", roots->sys, files[i]))
			name = name_in(text, hints, sizeof(hints) / sizeof(*hints));
	}
	return name;
}

static const char *from_files(const struct env_roots *roots)
{
	static const struct hint xen[] = { { "xen", "xen" } };
	static const struct hint clocks[] = { { "kvm-clock", "kvm" }, { "hyperv", "hyperv" }, { "xen", "xen" } };
	static const struct hint trees[] = { { "kvm", "kvm" }, { "xen", "xen" }, { "vmware", "vmware" } };
	char text[SYSFILE_LINE];
	const char *name = NULL;

	if (!sysfile_string(text, sizeof(text), "%s/hypervisor/type", roots->sys))
		name = name_in(text, xen, 1);
	if (!name && !sysfile_string(text, sizeof(text), TREE, roots->sys))
		name = name_in(text, trees, sizeof(trees) / sizeof(*trees));
	if (!name && !sysfile_string(text, sizeof(text), CLOCKS, roots->sys))
		name = name_in(text, clocks, sizeof(clocks) / sizeof(*clocks));
	return name;
}

/* Bare metal in a cloud has its DMI strings too, so on x86 the flag decides and they only name. */
static const char *hypervisor(const struct env_roots *roots)
{
	struct strbuf cpuinfo;
	const char *name = from_dmi(roots);
	char path[512];

	if (!name)
		name = from_files(roots);
	strbuf_init(&cpuinfo);
	snprintf(path, sizeof(path), "%s/cpuinfo", roots->proc);
	strbuf_read_file(&cpuinfo, path);
	if (strstr(cpuinfo.buf, "\nflags\t"))
		name = !strstr(cpuinfo.buf, " hypervisor") ? "none" : name ? name : "unknown";
	strbuf_release(&cpuinfo);
	return name;
}

static bool exists(const struct env_roots *roots, const char *path)
{
	char full[512];

	snprintf(full, sizeof(full), "%s%s", roots->root, path);
	return !access(full, F_OK);
}

static const char *container(const struct env_roots *roots, char *named, size_t size)
{
	static const struct hint groups[] = {
		{ "/docker", "docker" },
		{ "kubepods", "kubernetes" },
		{ "/lxc", "lxc" },
		{ "libpod", "podman" },
		{ "containerd", "containerd" },
	};
	const char *name = NULL;

	if (!sysfile_string(named, size, "%s/run/systemd/container", roots->root))
		return named;
	if (exists(roots, "/.dockerenv"))
		return "docker";
	if (exists(roots, "/run/.containerenv"))
		return "podman";
	if (!sysfile_string(named, size, "%s/self/cgroup", roots->proc))
		name = name_in(named, groups, sizeof(groups) / sizeof(*groups));
	return name ? name : "none";
}

json_t *env_virtualisation(const struct env_roots *roots)
{
	json_t *object = json_object();
	char named[4096];

	env_put_string(object, "hypervisor", hypervisor(roots));
	env_put_string(object, "container", container(roots, named, sizeof(named)));
	return object;
}
