#!/bin/sh
# states.sh: in the machine that check starts, whose md array of level 5 is bare. Takes small sweeps while the array, its
# members and other devices are in the states that a machine of one's own cannot be put into at will, and leaves runs,
# what the program printed (NAME.txt) and its exit status (NAME.status) in /out. What they must say is in check.
# shellcheck disable=SC2086 # words
set -e

loader="./lib/loader --library-path ./lib ./iosweep"
tests="--tests write,rewrite,read,randread,randwrite --file-size 1m,4m --record 64k --mode device"
md=/sys/block/md0/md
set -- $RL_DISKS
first=$1 second=$2 third=$3 last=$4

# The results lie in memory, and are copied when they are whole.
options="run -q --no-pictures --no-confirm --min-time 0"
sweep() { # NAME ARGUMENT...
	name=$1
	shift
	status=0
	$loader $options --passes 1 -o "/tmp/$name" "$@" >"/out/$name.txt" 2>&1 || status=$?
	keep "$name" "$status"
}

keep() { # NAME STATUS
	echo "$2" >"/out/$1.status"
	[ ! -e "/tmp/$1" ] || cp -r "/tmp/$1" "/out/$1"
}

await() { # FILE WORD: until the file holds it
	for _ in $(seq 600); do
		[ "$(cat "$1")" != "$2" ] || return 0
		sleep 0.1
	done
	echo "$1 is $(cat "$1"), not $2, within a minute"
	exit 1
}

await_samples() { # NAME COUNT
	for _ in $(seq 600); do
		[ ! -e "/tmp/$1/samples.jsonl" ] || [ "$(wc -l <"/tmp/$1/samples.jsonl")" -lt "$2" ] || return 0
		sleep 0.05
	done
	echo "$1: not $2 samples within half a minute"
	exit 1
}

make_fs() { # DEVICE: mounts it on /mnt/raid
	/sbin/mke2fs -q -F -t ext4 -b 4096 -O ^has_journal -E lazy_itable_init=0,nodiscard "$1"
	mount -t ext4 -o noatime "$1" /mnt/raid
}

modprobe ext4
make_fs /dev/md0

# ---- the array at rest, under a check, and with a member that fails in mid-run ----

sweep idle $tests /mnt/raid
echo 1000 >$md/sync_speed_max
echo check >$md/sync_action
sweep check $tests /mnt/raid
cat $md/sync_action >/out/check.action
echo idle >$md/sync_action
await $md/sync_action idle

$loader $options -o /tmp/failing --passes 40 $tests /mnt/raid >/out/failing.txt 2>&1 &
child=$!
await_samples failing 20
mdadm /dev/md0 --fail "/dev/$last" 2>&1
await $md/degraded 1
await_samples failing $(($(wc -l </tmp/failing/samples.jsonl) + 20))
kill -TERM $child
status=0
wait $child || status=$?
keep failing $status
status=0
$loader resume /tmp/failing >/out/resumed.txt 2>&1 || status=$?
keep resumed $status
sweep degraded $tests /mnt/raid

mdadm /dev/md0 --remove "/dev/$last" 2>&1
mdadm --zero-superblock "/dev/$last" 2>&1
mdadm /dev/md0 --add "/dev/$last" 2>&1
await $md/sync_action recover
sweep recover $tests /mnt/raid
cat $md/sync_action >/out/recover.action
echo max >$md/sync_speed_max 2>/dev/null || echo 200000 >$md/sync_speed_max
await $md/degraded 0
await $md/sync_action idle

# ---- what may be overwritten ----

overwrite="--overwrite --tests rewrite,read --mode device --file-size 1m --record 64k"
sweep mounted $overwrite /dev/md0
sweep member $overwrite "/dev/$second"
umount /mnt/raid
sweep array $overwrite /dev/md0
mkswap /dev/md0 >/dev/null
swapon /dev/md0
sweep swap $overwrite /dev/md0
swapoff /dev/md0

# ---- a partition of the array: parity is no work of others ----

table() { # DEVICE: two partitions, of 40 MiB and of what is left
	printf 'o\nn\np\n1\n\n+40M\nn\np\n2\n\n\nw\n' | fdisk "$1" >/dev/null 2>&1 || :
	blockdev --rereadpt "$1" 2>/dev/null || :
	mdev -s 2>/dev/null || :
}
table /dev/md0
make_fs /dev/md0p1
sweep array-part $tests /mnt/raid
umount /mnt/raid

# ---- disks without an array ----

mdadm --stop /dev/md0 2>&1
for disk in $RL_DISKS; do
	mdadm --zero-superblock "/dev/$disk" 2>&1
done
sweep free $overwrite "/dev/$second"

table "/dev/$first"
part=/dev/${first}p1 other=/dev/${first}p2
make_fs $part
sweep part $tests /mnt/raid
sweep whole-disk $overwrite "/dev/$first"
sweep other-part $overwrite $other
sweep mounted-part $overwrite $part
# Somebody writes to the other partition, and the counters of this one do not show it.
(while :; do dd if=/dev/zero of=$other bs=1M count=16 oflag=direct 2>/dev/null; done) &
child=$!
sweep disturbed $tests /mnt/raid
kill $child
wait $child 2>/dev/null || :
umount /mnt/raid

# ---- control groups of version 2 ----

mount -t cgroup2 none /sys/fs/cgroup
make_fs "/dev/$third"
limited="--memory-limit 32m --mode cached --tests read,reread --record 256k"
sizes="--file-size 4m,8m,64m"
sweep limit $limited $sizes /mnt/raid
groups() {
	find /sys/fs/cgroup -name 'iosweep-*'
}
groups >/out/limit.groups

# In a group of its own, which may not have others beside its processes.
mkdir /sys/fs/cgroup/mine
(
	exec sh -c 'echo $$ >/sys/fs/cgroup/mine/cgroup.procs; exec "$@"' sh $loader $options --passes 1 \
		-o /tmp/inner $limited $sizes /mnt/raid
) >/out/inner.txt 2>&1 && status=0 || status=$?
keep inner $status
groups >/out/inner.groups

# One that is killed leaves its group, and the next one removes it.
$loader $options --passes 50 -o /tmp/killed $limited $sizes /mnt/raid >/out/killed.txt 2>&1 &
child=$!
await_samples killed 1
groups >/out/killed.groups
kill -KILL $child
wait $child 2>/dev/null || :
sweep after $limited --file-size 4m /mnt/raid
groups >/out/after.groups
