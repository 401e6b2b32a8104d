# What the options of the APIs do, as the kernel sees it: flags, calls, sizes of pieces; and which APIs a run has.
# timeout: 300
set -u
# shellcheck source=common
. "$SRCDIR/tests/shell/common"
failed=0

# Nobody looks at the pictures, which would take most of the time.
mkdir bin
printf '#!/bin/sh\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH

fail() {
	echo "$*"
	failed=1
}

mode=cached record=16k # of the runs that follow

# OPTION...: a short run on files in this directory, into the directory run
small() {
	rm -rf run
	"$IOSWEEP" run -q --mode $mode --file-size 64k --record $record --passes 1 --min-time 1us -o run "$@" . >out 2>err ||
		fail "$*: status $?: $(cat err)"
}

# CALLS OPTION...: the same; its calls are in the file ever, those of its samples in all; on the files of the run alone
# in ever-calls and calls
traced() {
	local calls=$1
	shift
	rm -rf run calls ever-calls
	strace -f --seccomp-bpf -y -e "trace=openat,$calls" -o ever "$IOSWEEP" run -q --mode $mode --file-size 64k --record $record --passes 1 \
		--min-time 1us -o run "$@" . >out 2>err || fail "$*: status $?: $(cat err)"
	cp ever all
	only_samples all
	grep -E 'iosweep-work-|"file-' all >calls
	grep -E 'iosweep-work-|"file-' ever >ever-calls
}

# PATTERN WHAT: of a sample / the opposite, of a trial neither
seen() {
	grep -qE -e "$1" calls || fail "$2: not seen: $1"
}
unseen() {
	! grep -qE -e "$1" ever-calls || fail "$2: seen: $(grep -m 1 -E -e "$1" ever-calls)"
}

# STATUS TEXT OPTION...
refuses() {
	local status=$1 text=$2 got
	shift 2
	rm -rf run
	"$IOSWEEP" run -q -o run "$@" >out 2>err
	got=$?
	[ "$got" = "$status" ] || fail "$*: status $got, want $status"
	[[ $(cat err) == "iosweep: $text"* ]] || fail "$*: '$(cat err)', want '$text'"
	[ ! -e run ] || fail "$*: a refused run left something"
}

# FIELD TEST: of the first sample of the test
field() {
	python3 -c 'import csv, sys
print(next(row[sys.argv[1]] for row in csv.DictReader(open("run/samples.csv")) if row["test"] == sys.argv[2]))' "$@"
}

refuses 2 "--iovecs concerns pvsync only, which is not in this run" --iovecs 2 .
refuses 2 "--dontcache concerns pvsync only, which is not in this run" --api sync,mmap --dontcache .
refuses 2 "--stdio-buffer concerns stdio only, which is not in this run" --api psync --stdio-buffer 4k .
refuses 2 "--map-advice concerns mmap only, which is not in this run" --map-advice random .
refuses 2 "--map-async-flush concerns mmap only, which is not in this run" --map-async-flush .
refuses 2 "--sync-mode concerns real files, of which sim has none" --api sim --sync-mode osync
refuses 2 "--fallocate concerns real files, of which null has none" --api null --fallocate
refuses 2 "--truncate-before-write concerns write only, which is not in this run" --tests read --truncate-before-write .
refuses 2 "--iovecs: the smallest record, 100, has no 101 bytes" --api pvsync --iovecs 101 --record 100,4k .
refuses 2 "--iovecs: '1025' is " --api pvsync --iovecs 1025 .
refuses 2 "--sync-mode: 'fsync' is not a way to write; " --sync-mode fsync .
refuses 2 "--stdio-buffer: '2g' is not within " --api stdio --stdio-buffer 2g .

# IOzone's thirteen, unless the user says which APIs or tests it shall be
tests_of() {
	python3 -c 'import json
print(*(t["name"] for t in json.load(open("run/run.json"))["config"]["tests"]))'
}
nine="write rewrite read reread randread randwrite backward recrewrite stride"
small
[[ "$(tests_of)" == "$nine"*" stdio:write stdio:rewrite stdio:read stdio:reread" ]] || fail "tests: $(tests_of)"
grep -qx 'Write, stdio - cached mode, .*' run/tables.txt || fail "no title 'Write, stdio'"
for test in write rewrite read reread; do
	[ "$(field status stdio:$test)" = ok ] || fail "stdio:$test: $(field error stdio:$test)"
done
small --api psync
[[ "$(tests_of)" != *stdio* ]] || fail "--api psync: tests: $(tests_of)"
small --api stdio --tests write
[ "$(tests_of)" = write ] || fail "--api stdio: tests: $(tests_of)"
"$IOSWEEP" list | grep -q '^  reread\*+ ' || fail "the list does not mark what goes through stdio"

# both ways to count, from the same figures
for options in "" --include-flush --include-close "--include-flush --include-close"; do
	# shellcheck disable=SC2086
	small --tests write,read --api psync $options
	python3 - "$options" <<-'END' || fail "'$options': counted in another way"
		import csv, sys
		for row in csv.DictReader(open("run/samples.csv")):
		    ns, writes = int(row["clocked_ns"]), row["test"] == "write"
		    assert (row["flush_counted"] == "1") == ("flush" in sys.argv[1] and writes), row
		    assert (row["close_counted"] == "1") == ("close" in sys.argv[1]), row
		    assert int(row["close_ns"]) > 0, row
		    if row["flush_counted"] == "1":
		        ns += int(row["flush_ns"])
		    if row["close_counted"] == "1":
		        ns += int(row["close_ns"])
		    want = int(row["bytes"]) / 2**20 / (ns / 1e9)
		    assert abs(float(row["throughput_mib_s"]) / want - 1) < 1e-9, (row["throughput_mib_s"], want)
	END
done
grep -q '^Closing the file is counted\.$' run/tables.txt || fail "the tables do not say that closing is counted"
grep -q '^The flush that makes the data stable is counted\.$' run/tables.txt || fail "nor that the flush is"

if ! command -v strace >/dev/null || ! strace -f --seccomp-bpf -o all true 2>/dev/null; then
	[ "$failed" = 0 ] || exit 1
	echo "the rest passed; strace is not installed or not allowed"
	exit 77
fi

# synchronous writes: by the file, but through pvsync by the call, and through mmap by msync
for api in psync sync stdio; do
	traced openat --api $api --tests write,rewrite,read --sync-mode odsync
	seen 'O_RDWR.*O_DSYNC' "$api odsync"
	unseen 'O_RDONLY.*O_D?SYNC' "$api odsync"
	traced openat --api $api --tests write --sync-mode osync
	seen 'O_RDWR.*O_SYNC' "$api osync"
done
traced openat --api psync --tests write --sync-mode none
unseen 'O_D?SYNC' "none"
traced openat,preadv2,pwritev2 --api pvsync --tests write,read --sync-mode odsync
unseen 'O_D?SYNC' "pvsync odsync"
seen 'pwritev2\(.*RWF_DSYNC\) += 16384' "pvsync odsync"
unseen 'preadv2\(.*RWF_' "pvsync odsync"
traced openat,pwritev2 --api pvsync --tests write --sync-mode osync
seen 'pwritev2\(.*RWF_SYNC\) += 16384' "pvsync osync"
traced openat,pwritev2 --api pvsync --tests write
seen 'pwritev2\(.*, 0\) += 16384' "pvsync"
traced openat,msync --api mmap --tests write --sync-mode osync
unseen 'O_D?SYNC' "mmap osync"
[ "$(grep -c 'msync(.*, 16384, MS_SYNC' all)" -ge 4 ] || fail "mmap osync: no msync for each record"

# pieces: three of 16 KiB, the rest in the last
traced preadv2,pwritev2 --api pvsync --tests write,read --iovecs 3
for call in preadv2 pwritev2; do
	seen "$call\(.*iov_len=5461\}.*iov_len=5461\}.*iov_len=5462\}\], 3, .*= 16384" "iovecs 3"
done
mode=device
traced openat,preadv2,pwritev2 --api pvsync --tests write,read --iovecs 3
mode=cached
if grep -q O_DIRECT calls; then
	# Whatever the alignment is here, no piece may break it.
	! grep -E '(preadv2|pwritev2)\(.*iov_len=' ever-calls | grep -oE 'iov_len=[0-9]+' | grep -qE '[13579]$' ||
		fail "iovecs 3, direct: odd pieces"
	[ "$(grep -cE 'pwritev2\(.*\], 3, .*= 16384' calls)" -ge 4 ] || fail "iovecs 3, direct: not three pieces"
	[ "$(field status write)" = ok ] || fail "iovecs 3, direct: $(field error write)"
fi

# the page cache, where kernel and file system have it
if "$IOSWEEP" run -q --api pvsync --dontcache --tests read --mode cached --file-size 64k --record 16k --passes 1 \
	-o dontcache . >out 2>err; then
	traced preadv2,pwritev2 --api pvsync --tests write,read --dontcache
	seen 'preadv2\(.*(RWF_DONTCACHE|0x80).*= 16384' "dontcache"
	seen 'pwritev2\(.*(RWF_DONTCACHE|0x80).*= 16384' "dontcache"
else
	grep -q '^iosweep: --dontcache: the kernel' err || fail "dontcache: $(cat err)"
fi
if [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ]; then
	refuses 3 "--dontcache: the kernel" --api pvsync --dontcache --file-size 64k --record 16k --mode cached /dev/shm
fi

# the stream's buffer decides how large the calls are
traced read,write --api stdio --tests write,read --stdio-buffer 64k
[ "$(grep -c 'write(.*= 65536' calls)" -ge 1 ] || fail "stdio-buffer 64k: no write of a whole buffer"
record=1k
traced write --api stdio --tests write --stdio-buffer 8k
record=16k
[ "$(grep -c 'write(.*= 8192' calls)" -ge 8 ] || fail "stdio-buffer 8k: $(grep -c 'write(.*= 8192' calls) writes of 8k"
seen 'write\(.*= 8192' "stdio-buffer 8k, the sample"
# a trial may end with its first record
cp calls ever-calls
unseen 'write\(.*= 1024' "stdio-buffer 8k"

# a standing file gets its blocks at once where an array lies below it
traced fallocate --tests read --raid chunk=16k,data=4
seen 'fallocate\(.*, 0, 65536\)' "read on an array"
traced fallocate --tests read
unseen 'fallocate' "read elsewhere"

# advice and flushes of mappings
advice() { # WORD TEST EXPECTED
	traced madvise --api mmap --tests "$2" --map-advice "$1"
	grep -q "madvise(.*, 65536, $3)" all || fail "map-advice $1, $2: $(grep madvise all)"
}
advice pattern read MADV_SEQUENTIAL
advice pattern randread MADV_RANDOM
advice pattern backward MADV_NORMAL
advice willneed read MADV_WILLNEED
advice random read MADV_RANDOM
advice normal randread MADV_NORMAL
traced msync,fsync --api mmap --tests write
grep -q 'msync(.*, 65536, MS_SYNC)' all || fail "mmap: no msync"
seen 'fsync\(' "mmap"
traced msync --api mmap --tests write --map-async-flush
grep -q 'msync(.*, 65536, MS_ASYNC)' all || fail "map-async-flush: no msync"
! grep -q 'msync(.*MS_SYNC)' ever || fail "map-async-flush: waits all the same"

# new files: blocks before the clock, or written before and cut
traced fallocate,pwrite64,ftruncate --api psync --tests write --fallocate
seen 'fallocate\(.*, 0, 0, 65536\)' "fallocate"
traced fallocate,pwrite64,ftruncate --api psync --tests write
unseen 'fallocate|ftruncate' "no fallocate"
traced fallocate,pwrite64,ftruncate,fsync --api psync --tests write --truncate-before-write
# Of the files with records of this run: four writes and a flush, the cut, four more.
awk 'match($0, /file-[0-9]+/) { name = substr($0, RSTART, RLENGTH) }
	/pwrite64\(.*= 16384$/ { written[name] = written[name] "w" }
	/fsync\(/ { written[name] = written[name] "f" }
	/ftruncate\(.*, 0\)/ { written[name] = written[name] "t" }
	END {
		for (name in written)
			found += written[name] == "wwwwftwwwwf"
		exit !found
	}' calls || fail "truncate-before-write: $(grep -c ftruncate calls) files were cut, but not after four writes and a flush"

[ -z "$(ls -d iosweep-work-* 2>/dev/null)" ] || fail "files are left"
exit "$failed"
