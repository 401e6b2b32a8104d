# What goes wrong under a run becomes failed cells with their reason, or an end with a message; never a crash, a zero,
# or a file that stays.
# timeout: 200
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

need_python

# Prints the status of each sample with its errno and file size, each once; fails where a sample says what it cannot know.
cat >look.py <<'END'
import json
import os
import sys

seen = set()
MEASURED = ('throughput_mib_s', 'iops', 'lat_min_ns', 'lat_mean_ns', 'lat_p50_ns', 'lat_p99_ns', 'lat_max_ns')
path = sys.argv[1] + '/samples.jsonl'
for line in open(path) if os.path.exists(path) else ():
    try:
        s = json.loads(line)
    except ValueError:
        assert not line.endswith('\n'), line
        break
    name = s['error_number']
    seen.add((s['status'], name if name is None else os.strerror(name), s['file_size_bytes']))
    for field in MEASURED:
        if s['status'] == 'ok':
            assert s[field] is not None and s[field] > 0, (field, s)
        else:
            assert s[field] is None, (field, s)
    assert s['status'] == 'ok' or s['error'], s
    assert s['bytes'] != 0 and s['clocked_ns'] != 0, s
for status, error, size in sorted(seen, key=str):
    print(status, size, error or '', sep='\t')
END

run=(env PATH=/nonexistent "$IOSWEEP" run --no-confirm --record 64k --tests "write,read" --min-time 1ms -q)

sweep() { # ARGUMENT...
	status=0
	"${run[@]}" "$@" >out 2>&1 </dev/null || status=$?
}

start() { # ARGUMENT...
	"${run[@]}" "$@" >out 2>&1 </dev/null &
	child=$!
}

expect_status() { # STATUS WHAT
	[ "$status" = "$1" ] || fail "$2: exit status $status, not $1"
}

looks() { # RUN
	python3 look.py "$1" >seen || fail "$1 holds a sample that says what was not measured"
	if [ -s "$1/cells.csv" ] && ! awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next }
		/,failed,/ { for (i = 1; i <= NF; i++) if ($i ~ /^0(\.0+)?$/ && name[i] != "samples") exit 1 }' "$1/cells.csv"; then
		fail "a failed cell has a zero in $1/cells.csv"
	fi
	"$IOSWEEP" report "$1" >out2 2>&1 || fail "$1 cannot be read: $(tail -n 3 out2)"
}

saw() { # PATTERN
	grep -Eq -- "$1" seen || fail "no sample like '$1', but: $(cat seen)"
}

saw_no() { # PATTERN
	! grep -Eq -- "$1" seen || fail "a sample like '$1': $(cat seen)"
}

empty() { # DIR WHAT
	[ -z "$(find "$1" -name 'iosweep-work-*')" ] || fail "$2: left behind: $(find "$1" -name 'iosweep-work-*')"
}

# ---- limits of the process ----

mkdir target
(
	ulimit -f 1024
	sweep -o limit --file-size 64k,512k,4m target
	expect_status 1 "a limit on the size of files"
)
looks limit
saw "^failed	4194304	File too large"
saw "^ok	524288"
saw_no "^ok	4194304"
saw_no "^failed	(65536|524288)"
empty target "a limit on the size of files"

for n in 3 4 6 8 10 12; do
	(
		ulimit -n "$n"
		"${run[@]}" -o "files$n" --file-size 64k target
	) >out 2>&1 </dev/null && status=0 || status=$?
	case $status in
	0 | 1 | 3) ;;
	126 | 127) continue ;; # even the program's libraries could not be opened
	*) fail "$n descriptors: exit status $status" ;;
	esac
	[ "$status" = 0 ] || [ -s out ] || [ -s "files$n/samples.jsonl" ] || fail "$n descriptors: no reason is given"
	empty target "$n descriptors"
done
expect_status 0 "12 descriptors"

# ---- the target goes away ----

# The run may make a file between the emptying and the removal of its directory.
remove() { # PATH...
	for _ in $(seq 100); do
		rm -rf "$@" 2>/dev/null || continue
		return 0
	done
	fail "cannot remove $*"
}

start -o removed --file-size 64k,256k --passes 50 target
wait_for_samples removed
remove target/iosweep-work-*
finish 30
expect_status 1 "a working directory that was removed"
looks removed
saw '^failed	[0-9]+	No such file or directory'
saw '^ok'
empty target "a working directory that was removed"

mkdir gone
start -o gone-run --file-size 64k,256k --passes 50 gone
wait_for_samples gone-run
remove gone
finish 30
expect_status 1 "a target that was removed"
looks gone-run
saw '^failed	[0-9]+	No such file or directory'

# ---- file systems of the test's own ----

if [ "$(id -u)" != 0 ] || ! { mkdir tmpfs && mount -t tmpfs -o size=112m tmpfs tmpfs 2>/dev/null; }; then
	echo "mounting needs root; the rest was left out"
	exit 77
fi
mounted+=("$PWD/tmpfs")

# All but some 5 MiB of the space goes to somebody else while the run is under way. What the run itself holds at a
# moment comes free later, so that takes many bites, small ones, since one that is too large would take all.
full_disk() { # DIR NAME
	local free i bite
	start -o "full-$2" --file-size 64k,16m --passes 30 --max-time 100ms "$1"
	wait_for_samples "full-$2"
	mkdir "$1/others"
	for i in $(seq 100); do
		free=$(df --output=avail -k "$1" | tail -n 1)
		bite=$((free > 65536 ? free - 49152 : 3072))
		[ "$free" -lt 8192 ] || fallocate -l ${bite}K "$1/others/$i" 2>/dev/null || rm -f "$1/others/$i"
		sleep 0.02
	done
	finish 60
	expect_status 1 "a full $2"
	looks "full-$2"
	saw '^failed	16777216	No space left on device'
	# What still fits is measured to the end.
	grep '"file_size_bytes":65536,' "full-$2/samples.jsonl" | tail -n 1 | grep -q '"status":"ok"' ||
		fail "a full $2: the small file has failed too: $(cat seen)"
	empty "$1" "a full $2"
	rm -r "$1/others"
}

full_disk tmpfs tmpfs
umount tmpfs
mounted=()

make_disk() { # FILE-SYSTEM SIZE [OPTION]: mounts it on the folder of its name
	local loop
	command -v "mkfs.$1" >/dev/null || return 1
	truncate -s "$2" "$1.img"
	loop=$(losetup -f --show "$1.img" 2>/dev/null) || return 1
	loops+=("$loop")
	"mkfs.$1" -q ${3:+"$3"} "$loop" >/dev/null 2>&1 || return 1
	mkdir "$1"
	mount "$loop" "$1" || return 1
	mounted+=("$PWD/$1")
}

skipped=
if make_disk ext4 160M -m0; then
	full_disk ext4 ext4
	# Another one has it mounted read-only as soon as nobody writes.
	start -o readonly --file-size 64k --passes 400 ext4
	wait_for_samples readonly
	for _ in $(seq 2000); do
		if mount -o remount,ro ext4 2>/dev/null; then
			break
		fi
	done
	finish 30
	expect_status 1 "a file system that became read-only"
	looks readonly
	saw '^failed	65536	Read-only file system'
	saw '^ok	65536'
	grep -q 'could be removed' out || [ -z "$(find ext4 -name 'file-*')" ] || fail "files stay and nobody says so"
	mount -o remount,rw ext4
	rm -rf ext4/iosweep-work-*
else
	skipped="ext4 on a loop device"
fi
if make_disk xfs 320M; then
	full_disk xfs xfs
	# The device is gone.
	if command -v xfs_io >/dev/null; then
		start -o dead --file-size 64k --passes 400 xfs
		wait_for_samples dead
		xfs_io -x -c shutdown xfs
		finish 30
		expect_status 1 "a file system that was shut down"
		looks dead
		saw '^failed	65536	Input/output error'
	fi
else
	skipped="$skipped xfs on a loop device"
fi

# ---- the results' disk is full ----

mkdir results
mount -t tmpfs -o size=512k tmpfs results
mounted+=("$PWD/results")
sweep -o results/run --file-size 64k,256k --passes 50 target
expect_status 3 "results on a full disk"
grep -q 'No space left on device' out || fail "it is not said that the disk of the results is full"
empty target "results on a full disk"
looks results/run
saw '^ok'

[ -z "$skipped" ] || echo "left out: $skipped"
