#include "measure/warm_memory.h"

#include "model/envfacts.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define FREE_PART 8

bool warm_memory_helps(const json_t *environment)
{
	const char *hypervisor = envfacts_string(environment, "virtualisation.hypervisor");
	uint64_t limit;

	return hypervisor && strcmp(hypervisor, "none") != 0 &&
	       !envfacts_u64(environment, "cgroup.memory_limit_bytes", &limit);
}

static uint64_t free_bytes(void)
{
	struct sysinfo info;

	return sysinfo(&info) ? 0 : (uint64_t)info.freeram * info.mem_unit;
}

void warm_memory(uint64_t bytes)
{
	uint64_t most = free_bytes() / FREE_PART;
	long page = sysconf(_SC_PAGESIZE);
	size_t size = (size_t)(bytes < most ? bytes : most);
	char *memory;

	if (!size || page <= 0)
		return;
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return;
	/* Large pages are taken in one go; without them it takes longer. */
	madvise(memory, size, MADV_HUGEPAGE);
	for (size_t at = 0; at < size; at += (size_t)page)
		*(volatile char *)&memory[at] = 1;
	munmap(memory, size);
}
