# Device mode goes to the device and cached mode to the page cache, by what the kernel and the disk say; and where a
# file system cannot do it, that is said.
# timeout: 200
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

if [ "$(id -u)" != 0 ]; then
	echo "mounting needs root"
	exit 77
fi
need_python

run=(env PATH=/nonexistent "$IOSWEEP" run --no-confirm --min-time 1ms)

sweep() { # RUN ARGUMENT...
	status=0
	"${run[@]}" -o "$@" >out 2>&1 </dev/null || status=$?
	[ "$status" = 0 ] || fail "$1: exit status $status"
}

says() { # PATTERN
	grep -Eq -- "$1" out || fail "it is not said: $1"
}

# ---- a file system that takes O_DIRECT and keeps the data in memory ----

mkdir tmpfs
if ! mount -t tmpfs -o size=128m tmpfs tmpfs 2>/dev/null; then
	echo "a tmpfs cannot be mounted here"
	exit 77
fi
mounted+=("$PWD/tmpfs")
small=(--file-size 64k --record "4k,64k" --tests "write,read")
sweep automatic "${small[@]}" tmpfs
says 'tmpfs takes O_DIRECT but keeps the data in memory: device mode is left out'
query automatic 'modes == {"cached"} and all(s["direct"] is False for s in samples)'
sweep told "${small[@]}" --mode device tmpfs
says 'tmpfs takes O_DIRECT but keeps the data in memory: device mode measures memory'
query told 'modes == {"device"} and all(s["direct"] is False for s in samples)'

# ---- real file systems on disks of the test's own, whose counters nobody else moves ----

make_disk() { # FOLDER FILE-SYSTEM SIZE SECTOR: mounts it on the folder
	command -v "mkfs.$2" >/dev/null || return 1
	truncate -s "$3" "$1.img"
	loop=$(losetup -f --show -b "$4" "$1.img" 2>/dev/null) || return 1
	loops+=("$loop")
	"mkfs.$2" -q "$loop" >/dev/null 2>&1 || return 1
	mkdir "$1"
	mount "$loop" "$1" || return 1
	mounted+=("$PWD/$1")
}

written_bytes() { # DEVICE
	awk '{ printf "%.0f\n", $7 * 512 }' "/sys/block/${1#/dev/}/stat"
}

# While the run stands still, as much of its files in the page cache as fincore sees. Sets seen when there was a file.
look_at_cache() { # DIR
	local cached size
	kill -s STOP "$child" 2>/dev/null || return 0
	while read -r size cached; do
		[ "$size" -gt 0 ] || continue
		seen=$((seen + 1))
		[ "$cached" = 0 ] || fail "$cached bytes of a file that is written directly are in the page cache"
	done < <(find "$1" -path '*/iosweep-work-*/file-*' -exec fincore -b -n -r -o SIZE,RES {} + 2>/dev/null)
	kill -s CONT "$child"
}

check_disk() { # FOLDER
	local before after claimed
	before=$(written_bytes "$loop")
	sweep "$1-both" --file-size 64k,1m --record 4k,64k --passes 1 -q "$1"
	after=$(written_bytes "$loop")
	query "$1-both" 'modes == {"device", "cached"}'
	query "$1-both" 'all(s["direct"] == (s["mode"] == "device") for s in samples)'
	query "$1-both" 'all(s["status"] == "ok" for s in samples)'
	# What was written directly has reached the disk: the whole run is no less than that, and not out of all measure.
	claimed=$(python3 -c '
import json, sys
print(sum(s["bytes"] for s in map(json.loads, open(sys.argv[1])) if s["mode"] == "device" and s["flush_ns"] is not None))
' "$1-both/samples.jsonl")
	[ $((after - before)) -ge "$claimed" ] || fail "$1: $claimed bytes direct, but $((after - before)) on the disk"
	# Counted for each sample as well, up to the flush; metadata come on top.
	query "$1-both" 'all(s["device_write_bytes"] is None or s["device_write_bytes"] >= s["bytes"]
		for s in samples if s["mode"] == "device" and s["flush_ns"] is not None)'
	query "$1-both" 'all(s["device_read_bytes"] is None or s["device_read_bytes"] >= s["bytes"]
		for s in samples if s["mode"] == "device" and s["flush_ns"] is None)'
	query "$1-both" 'all(s["device_read_bytes"] is None or s["device_read_bytes"] <= s["bytes"] * 1.1 + 262144
		for s in samples if s["mode"] == "device" and s["flush_ns"] is None)'
	query "$1-both" 'all(s["device_read_bytes"] is None or s["device_read_bytes"] < 0.1 * s["bytes"]
		for s in samples if s["mode"] == "cached" and s["pattern"] == "reread")'

	# Writes that do not go through the page cache leave nothing in it.
	"${run[@]}" -o "$1-cache" -q --mode device --tests write --file-size 4m --record 4k,64k --passes 20 "$1" >out 2>&1 &
	child=$!
	seen=0
	while kill -0 "$child" 2>/dev/null; do
		[ ! -s "$1-cache/samples.jsonl" ] || look_at_cache "$1"
		sleep 0.03
	done
	status=0
	wait "$child" || status=$?
	child=
	[ "$status" = 0 ] || fail "$1: exit status $status"
	[ "$seen" -gt 0 ] || fail "$1: the run was over before a file was seen"
}

skipped=
for fs in ext4 xfs; do
	loop=
	if make_disk "$fs" "$fs" 320M 512; then
		check_disk "$fs"
	else
		skipped="$skipped $fs"
	fi
done

# Records that the device cannot take are left out, with the reason, and the others measured.
if make_disk coarse ext4 160M 4096; then
	sweep coarse-run --file-size 64k --record 512,4k --tests write,read coarse
	says 'keeps its file in the page cache: in device mode it answers from memory'
	query coarse-run 'all(s["status"] == ("skipped" if s["mode"] == "device" and s["record_size_bytes"] == 512 else "ok")
		for s in samples)'
	query coarse-run 'all("multiples of 4096 bytes" in s["error"] and s["bytes"] is None and s["throughput_mib_s"] is None
		for s in samples if s["status"] == "skipped")'
	query coarse-run 'sum(s["status"] == "skipped" for s in samples) == 2 * len({s["pass"] for s in samples})'
else
	skipped="$skipped 4096-byte-sectors"
fi
if [ "$skipped" = " ext4 xfs 4096-byte-sectors" ]; then
	echo "no loop device can be made here"
	exit 77
fi
[ -z "$skipped" ] || echo "left out:$skipped"
