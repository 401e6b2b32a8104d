# Through every API and with jobs: a disk that fills up in mid-run, files that somebody cuts under a mapping, no
# memory that may be locked, and a small stack. What is concerned has failed with its reason, the rest is measured, nothing stays.
# timeout: 60
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

need_python

find_apis
run=(env PATH=/nonexistent "$IOSWEEP" run -q --no-confirm --mode cached --min-time 1us --record 64k)

start() { # RUN ARGUMENT...
	"${run[@]}" -o "$@" >out 2>&1 </dev/null &
	child=$!
	wait_for_samples "$1"
}

empty() { # DIR
	[ -z "$(find "$1" -name 'iosweep-work-*')" ] || fail "left behind: $(find "$1" -name 'iosweep-work-*')"
}

# ---- a small stack; sanitizers need a larger one ----

if [ "${SLOWER:-1}" = 1 ]; then
	mkdir stack
	(
		ulimit -s 64
		"${run[@]}" -o small --passes 1 --jobs 2 --tests write,randread --file-size 64k stack
	) >out 2>&1 </dev/null || fail "a stack of 64 KiB: exit status $?"
	empty stack
fi

# ---- no memory that may be locked ----

mkdir target
(
	ulimit -l 0
	"${run[@]}" -o locked --passes 1 --api "$apis" --depth 4 --tests read --file-size 64k target
) >out 2>&1 </dev/null && status=0 || status=$?
case $status in
0) query locked 'not failed and len(healthy) >= 4' ;;
1) query locked 'failed and healthy and all(s["error"] for s in failed)' ;;
3) grep -q 'memory\|lock' out || fail "it is not said that memory cannot be locked" ;;
*) fail "no locked memory: exit status $status" ;;
esac
empty target

# ---- somebody cuts the files under a mapping ----

start cut --passes 1000 --api mmap --tests read,reread,randread,randwrite,rewrite --file-size 1m,2m target
for _ in $(seq 100); do
	truncate -c -s 0 target/iosweep-work-*/file-* 2>/dev/null || :
	sleep 0.01
done
kill -TERM "$child" 2>/dev/null || :
finish 20
case $status in 1 | 143) ;; *) fail "files cut under a mapping: exit status $status" ;; esac
query cut 'failed and all(s["error_number"] and s["error"] and s["throughput_mib_s"] is None for s in failed)'
empty target

# ---- a disk that fills up ----

if [ "$(id -u)" != 0 ] || ! { mkdir disk && mount -t tmpfs -o size=64m tmpfs disk 2>/dev/null; }; then
	echo "mounting needs root; the rest was left out"
	exit 77
fi
mounted+=("$PWD/disk")
start full --passes 20 --api "$apis" --jobs 2 --tests write,rewrite --file-size 64k,4m disk
# All but some 3 MiB: two files of 64 KiB fit in it, two of 4 MiB do not.
mkdir disk/others
for i in $(seq 100); do
	free=$(df --output=avail -k disk | tail -n 1)
	bite=$((free > 24576 ? free - 20480 : 1024))
	[ "$free" -lt 4096 ] || fallocate -l ${bite}K "disk/others/$i" 2>/dev/null || rm -f "disk/others/$i"
	sleep 0.02
done
finish 40
[ "$status" = 1 ] || fail "a full disk: exit status $status"
query full 'failed and all(s["file_size_bytes"] == 4 << 20 and s["error_number"] == errno.ENOSPC for s in failed)'
query full '{s["api"] for s in failed} == {s["api"] for s in samples}'
query full 'all(s["status"] == "ok" for s in samples if s["file_size_bytes"] == 65536)'
empty disk
