/*
 * envfacts: reading the environment object of a run, and naming it in one line for a caption.
 *
 * The object is what environment_collect() makes and run.json stores under "environment". Its keys, below, are
 * published: they may be added to, never renamed. Any value may be null or absent: then it was not known. Sizes
 * are bytes, and zero is a zero that was read.
 *
 *   host_name, os_name               text
 *   kernel                           sysname, release, version, machine
 *   virtualisation                   hypervisor, container: a name, or "none"
 *   cpu                              model, sockets, cores, threads_online, threads_usable (by affinity),
 *                                    governor, base_mhz, max_mhz, caches[]
 *   cpu.caches[]                     level, type (Data, Instruction, Unified), size_bytes (of one), line_bytes,
 *                                    shared_threads (threads that share one), instances
 *   memory                           total_bytes, available_bytes, swap_total_bytes, swap_free_bytes, page_bytes,
 *                                    transparent_hugepage (the setting in force), dirty
 *   memory.dirty                     ratio_percent, bytes, background_ratio_percent, background_bytes (settings;
 *                                    the kernel holds one of each pair at 0), limit_bytes,
 *                                    background_limit_bytes (what they came to at the start)
 *   cgroup                           version (1 or 2, of the memory controller), path, memory_limit_bytes
 *                                    (null: no limit), cpu_limit_cpus (quota over period; null: no limit)
 *   load                             average_1min, average_5min, average_15min
 *   pressure.{cpu,io,memory}         some_avg10_percent, some_avg60_percent, full_avg10_percent,
 *                                    full_avg60_percent
 *   file_system                      target, type, mount_point, source, mount_options, super_options,
 *                                    uuid, target_inode (where the target is a file),
 *                                    device_number ("254:0"), io_block_bytes (st_blksize), block_bytes (f_bsize),
 *                                    total_bytes, free_bytes, available_bytes (to others than root),
 *                                    stripe_unit_bytes, stripe_width_bytes, journal_mode (ext4: ordered,
 *                                    writeback, journal, none)
 *   import                           null, or what is known of runs of another program, see store/import.h
 *   device                           the block device under the file system; null where it has none that can be
 *                                    seen (tmpfs, NFS, overlay, btrfs)
 *
 * A device:
 *   name, number, kind               "sda1", "8:1", one of disk partition md dm loop
 *   bus, model, serial               "scsi", "nvme", "virtio"; a partition has those of its disk; serial is the
 *                                    world-wide name where there is one, and the UUID of an md or dm
 *   size_bytes, start_offset_bytes   the offset of a partition on its disk
 *   rotational, fua, discard         booleans, as the kernel has them; of a virtual disk it knows no better than its
 *                                    driver's default whether it is rotational
 *   scheduler                        the active one
 *   nr_requests, read_ahead_bytes, max_sectors_bytes, max_hw_sectors_bytes, logical_block_bytes,
 *   physical_block_bytes, minimum_io_bytes, optimal_io_bytes, io_boundary_bytes (queue/chunk_sectors),
 *   discard_max_bytes, alignment_offset_bytes, writeback_throttle_us, write_cache
 *                                    queue limits; a partition has those of its disk
 *   md                               null, or level, chunk_bytes, raid_disks, data_disks, stripe_bytes (chunk
 *                                    times data disks), layout, stripe_cache_entries, sync_action, degraded
 *                                    (missing members), array_state, consistency_policy, bitmap
 *   dm                               null, or name, subsystem (LVM, CRYPT, mpath, ...)
 *   loop                             null, or backing_file, offset_bytes, direct_io
 *   md_slot, md_state, md_data_offset_bytes   only in the members of an md
 *   members[]                        the devices directly below: members of an md or dm, the disk of a partition,
 *                                    the device that holds a loop's file
 */
#ifndef IOSWEEP_MODEL_ENVFACTS_H
#define IOSWEEP_MODEL_ENVFACTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/*
 * The value at a path such as "device.md.chunk_bytes" or "device.members.0.name"; NULL when it is null or absent.
 * env may be NULL. What is returned belongs to env.
 */
const json_t *envfacts_get(const json_t *env, const char *path);
const char *envfacts_string(const json_t *env, const char *path); /* NULL also when it is no string */

/* These return false, and leave value alone, when there is none of that type (or, for u64, it is negative). */
bool envfacts_u64(const json_t *env, const char *path, uint64_t *value);
bool envfacts_bool(const json_t *env, const char *path, bool *value);

/*
 * The stripe that writes meet: of the first md array with a chunk, going down from the file system's device
 * through devices that have one member. False when there is none. data_disks is 0 where the level gives no such
 * number.
 */
struct envfacts_stripe {
	const char *device; /* the array's name, NULL where it has none; belongs to env */
	const char *level; /* "raid5"; likewise */
	uint64_t chunk_bytes;
	uint64_t data_disks;
};
bool envfacts_stripe(const json_t *env, struct envfacts_stripe *stripe);

/* Members that the first array lacks, going down in the same way. False: there is none, or it does not say. */
bool envfacts_degraded(const json_t *env, uint64_t *members);

/*
 * Where the file system's device begins on that of this name below it; NULL: on the disk or array that it is, or is a
 * partition of. False: not known, since there is no such device, or a volume manager or a loop lies between.
 */
bool envfacts_start(const json_t *env, const char *below, uint64_t *start_bytes);

/* Size of one data or unified CPU cache of this level, the largest where CPUs differ. False: there is none. */
bool envfacts_cpu_cache(const json_t *env, unsigned int level, uint64_t *size_bytes);

/*
 * Where the page cache ends: at the machine's memory, or at the limit of the control group that the run was in where that
 * is less; *limited says which. False: neither is known.
 */
bool envfacts_memory_end(const json_t *env, uint64_t *bytes, bool *limited);

/* One line each, appended; "not recorded" where nothing is known. */
void envfacts_host_line(const json_t *env, struct strbuf *line); /* "db1, Linux 6.1.0 x86_64" */
void envfacts_cpu_line(const json_t *env, struct strbuf *line); /* "AMD EPYC 7763, 64 threads" */
void envfacts_memory_line(const json_t *env, struct strbuf *line); /* "RAM 31.1G", "RAM 31.1G, limited to 2G" */
void envfacts_file_system_line(const json_t *env, struct strbuf *line); /* "ext4 on /dev/md0" */
void envfacts_device_line(const json_t *env, struct strbuf *line); /* "md0 RAID5 5 disks chunk 256K" */

#endif
