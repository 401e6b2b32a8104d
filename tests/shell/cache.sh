# --cache drop has every API start without its file in the page cache, and reread with it; --memory-limit ends the page
# cache at the size of a control group that is gone when the run is, however it ends.
# timeout: 60
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

refuses() { # STATUS PATTERN ARGUMENT...
	local status=0 expected=$1 pattern=$2
	shift 2
	"$IOSWEEP" run -q -o never "$@" >out 2>&1 </dev/null || status=$?
	[ "$status" = "$expected" ] || fail "$*: exit status $status, not $expected"
	grep -Eq -- "$pattern" out || fail "$*: it is not said: $pattern"
	[ ! -e never ] || fail "$*: results were made"
}

# A simulated cache is dropped as well.
sim=(run -q --api sim --mode cached --tests 'read,reread' --file-size 64k --record 4k --passes 1)
"$IOSWEEP" "${sim[@]}" -o kept >out 2>&1 || fail "sim, kept"
"$IOSWEEP" "${sim[@]}" --cache drop -o dropped >out 2>&1 || fail "sim, dropped"
rate() { # RUN TEST
	sed -n "s/.*\"test\":\"$2\",.*\"throughput_mib_s\":\([0-9]*\).*/\1/p" "$1/samples.jsonl"
}
[ "$(rate dropped read)" -lt $(($(rate kept read) / 2)) ] || fail "the simulated read is as fast without a cache"
[ "$(rate dropped reread)" -gt $(($(rate dropped read) * 2)) ] || fail "the simulated reread finds no cache"
grep -q '"cache": "drop"' dropped/run.json || fail "run.json does not have --cache"
refuses 2 'cached mode only|mode cached only' --cache drop --mode device --tests read target
refuses 2 "'hold' is not a way to treat the cache" --cache hold target
refuses 2 'real files' --memory-limit 64m --api sim
refuses 2 'less than 16M' --memory-limit 1m target
refuses 2 'more than half of the memory .32M.' --memory-limit 32m --file-size 16m --record 16m --jobs 2 --tests read .

if [ "$(id -u)" != 0 ] || ! command -v mkfs.ext4 >/dev/null || ! command -v python3 >/dev/null; then
	echo "the rest needs root, mkfs.ext4 and python3"
	exit 77
fi
mount_own_disk 256M

# ---- dropped, by the device's counters ----

find_apis
if [ "$(stat -f -c %T /dev/shm)" = tmpfs ]; then
	refuses 3 'keeps its files in memory' --cache drop --mode cached --tests read --file-size 64k --record 4k /dev/shm
fi
sweep=(env PATH=/nonexistent "$IOSWEEP" run -q --no-confirm --mode cached --min-time 1ms)
"${sweep[@]}" -o drop --cache drop --api "$apis" --tests read,reread,randread --file-size 2m --record 64k --passes 1 disk \
	>out 2>&1 </dev/null || fail "status $?"
query drop 'len(samples) == 3 * len({s["api"] for s in samples}) and len(samples) >= 12'
query drop 'all(s["drop_residue_bytes"] == 0 for s in samples)'
query drop 'all(s["resident_before_bytes"] == (s["file_size_bytes"] if s["pattern"] == "reread" else 0) for s in samples)'
query drop 'all(s["device_share"] >= 0.95 for s in samples if s["pattern"] != "reread")'
query drop 'all(s["device_share"] == 0 for s in samples if s["pattern"] == "reread")'

# ---- limited ----

cat >resident.py <<'END'
import ctypes
import glob
import mmap
import os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]
total = 0
for path in glob.glob('disk/iosweep-work-*/file-*'):
    try:
        fd = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        continue
    size = os.fstat(fd).st_size
    if size:
        at = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, fd, 0)
        pages = ctypes.create_string_buffer((size + 4095) // 4096)
        libc.mincore(at, size, pages)
        total += 4096 * sum(b & 1 for b in pages.raw[:-1])
        libc.munmap(ctypes.c_void_p(at), ctypes.c_size_t(size))
    os.close(fd)
print(total)
END

groups() {
	find /sys/fs/cgroup -type d -name "iosweep-$1" 2>/dev/null
}

limited=(--memory-limit 32m --tests 'read,reread' --record 64k)
status=0
"${sweep[@]}" -o limit "${limited[@]}" --file-size 8m,96m --passes 1 disk >out 2>&1 </dev/null || status=$?
if [ "$status" = 3 ] && grep -q 'control group' out; then
	echo "no control group can be made here: $(tail -n 1 out)"
	exit 77
fi
[ "$status" = 0 ] || fail "limited: status $status"
query limit 'all(s["resident_before_bytes"] <= 32 << 20 for s in samples)'
query limit 'all(s["answered_by"] == "page cache" for s in samples if s["file_size_bytes"] == 8 << 20)'
query limit 'all(s["device_share"] > 0.5 for s in samples if s["file_size_bytes"] == 96 << 20)'
python3 - <<'END' || fail "run.json does not have the limit"
import json
run = json.load(open('limit/run.json'))
assert run['config']['memory_limit_bytes'] == 32 << 20
assert run['environment']['cgroup']['memory_limit_bytes'] == 32 << 20
END
[ -z "$(groups '*[0-9]')" ] || fail "the control group is left behind: $(groups '*[0-9]')"

start() { # RUN
	"${sweep[@]}" -o "$1" "${limited[@]}" --passes 500 --file-size 96m disk >out 2>&1 </dev/null &
	child=$!
	for _ in $(seq 400); do
		[ ! -s "$1/samples.jsonl" ] || return 0
		kill -0 "$child" 2>/dev/null || fail "$1: ended before it began"
		sleep 0.02
	done
	fail "no sample within 8 s"
}

# env is gone by then: the program has its process.
start stopped
[ -n "$(groups "$child")" ] || fail "the run is in no control group"
resident=$(python3 resident.py)
if [ "$resident" -lt $((1 << 20)) ] || [ "$resident" -gt $((32 << 20)) ]; then
	fail "$resident bytes of the file are in memory"
fi
kill -TERM "$child"
status=0
wait "$child" || status=$?
child=
[ "$status" = 143 ] || fail "stopped: exit status $status"
[ -z "$(groups '*[0-9]')" ] || fail "SIGTERM leaves the control group behind"

# One that had no time to remove it leaves it to the next.
start killed
killed=$child
kill -9 "$child"
wait "$child" 2>/dev/null || :
child=
rm -rf disk/iosweep-work-*
[ -n "$(groups "$killed")" ] || fail "the killed run was in no control group"
"${sweep[@]}" -o next "${limited[@]}" --passes 1 --file-size 64k disk >out 2>&1 </dev/null || fail "next: status $?"
[ -z "$(groups "$killed")" ] || fail "what a killed run has left is not removed"

# Not permitted: said, and nothing is made.
if command -v setpriv >/dev/null; then
	mkdir disk/other
	chmod 777 disk/other .
	cp "$IOSWEEP" disk/iosweep
	status=0
	setpriv --reuid 65534 --regid 65534 --clear-groups disk/iosweep run -q -o "$PWD/never" --memory-limit 32m \
		--file-size 64k disk/other >out 2>&1 </dev/null || status=$?
	[ "$status" = 3 ] || fail "without permission: exit status $status"
	grep -q 'memory-limit: cannot make a control group' out || fail "it is not said that no group can be made"
	[ ! -e never ] || fail "results were made without permission"
fi
