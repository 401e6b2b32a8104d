# The I/O of others on the device marks the samples that it disturbs, and what the program does itself marks none. The
# facts of samples and cells tell the page cache from the device.
# timeout: 60
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

if [ "$(id -u)" != 0 ] || ! command -v mkfs.ext4 >/dev/null || ! command -v python3 >/dev/null; then
	echo "needs root, mkfs.ext4 and python3"
	exit 77
fi
mount_own_disk 64M

sweep() { # RUN ARGUMENT...
	env PATH=/nonexistent "$IOSWEEP" run -q --passes 1 -o "$@" disk >out 2>&1 </dev/null || fail "$1: status $?"
}

# The results lie elsewhere, and on the same device.
sweep quiet --tests write,rewrite,read,randwrite --file-size 64k,4m --record 64k
query quiet 'all(s["contaminated"] is False and s["contaminated_by"] is None for s in samples)'
query quiet 'all(s["answered_by"] == "page cache" for s in of("cached", "read"))'
query quiet 'all(s["answered_by"] == "device" for s in of("device", "read", "write", "randwrite"))'
sweep disk/same --tests write,rewrite,read --jobs 2 --processes --file-size 64k,1m --record 4k
query disk/same 'not any(s["contaminated"] for s in samples)'
sweep sync --tests write,rewrite --mode device --sync-mode osync --file-size 1m --record 4k
query sync 'not any(s["contaminated"] for s in samples)'
"$IOSWEEP" report quiet --format cells >cells.csv 2>out || fail "no cells"
python3 - <<'END' || fail "the cells tell something else"
import csv
rows = [r for r in csv.DictReader(open('cells.csv')) if r['test'] == 'read']
assert {(r['mode'], r['answered_by']) for r in rows} == {('cached', 'page cache'), ('device', 'device')}, rows
assert {r['contaminated_samples'] for r in rows} == {'0'}, rows
assert all(float(r['device_share']) < 0.1 for r in rows if r['mode'] == 'cached'), rows
END

# Another process writes to the device as fast as it can, or reads from it.
cat >other.py <<'END'
import mmap
import os
import sys
memory = mmap.mmap(-1, 1 << 18)
fd = os.open('disk/others', os.O_RDWR | os.O_CREAT | os.O_DIRECT)
move = os.pwritev if sys.argv[1] == 'writes' else os.preadv
while True:
    for at in range(0, 1 << 23, len(memory)):
        move(fd, [memory], at)
END

disturb() { # WORD
	python3 other.py "$1" &
	child=$!
	sleep 0.2
	sweep "$1" --tests read --mode device --min-time 300ms --file-size 16m --record 64k
	kill "$child"
	wait "$child" 2>/dev/null || :
	child=
	query "$1" 'all(s["contaminated"] for s in samples)'
	query "$1" "all('$1' in s['contaminated_by'] for s in samples)"
	"$IOSWEEP" report "$1" --format detail >detail.txt 2>out || fail "no detail"
	grep -q "disturbed    1 of 1 samples, by others .*$1" detail.txt || fail "the report does not say it"
}

disturb writes
disturb reads
