#!/bin/bash
# Several depths and jobs: what run.json and the journal hold, the axes of reports and pictures, what is refused.
set -u
export LC_ALL=C
failed=0

fail() {
	echo "$*"
	failed=1
}

refuses() { # STATUS TEXT COMMAND OPTION...
	local expected=$1 text=$2 status=0
	shift 2
	"$IOSWEEP" "$@" >refused.out 2>&1 || status=$?
	[ "$status" = "$expected" ] || fail "$*: status $status, $expected was expected"
	grep -qF -- "$text" refused.out || fail "$*: $(cat refused.out)"
}

has() { # FILE TEXT
	grep -qF -- "$2" "$1" || fail "$1 has no '$2'"
}

# More than gnuplot could draw in the time: none is on the PATH at first.
PATH=/nonexistent "$IOSWEEP" --api sim_queue --sim-model "$SRCDIR/samples/models/queue.json" --mode device -q -o run \
	--tests randread --file-size 1m --record 4k,16k,64k --depth 1:8,3 --passes 2 >run.out 2>run.err ||
	fail "run: $(cat run.err)"
tr -d ' \n' <run/run.json >flat.json
has flat.json '"depth":[1,2,3,4,8]'
has flat.json '"jobs":1,'
[ "$(wc -l <run/samples.jsonl)" = $((3 * 5 * 2)) ] || fail "$(wc -l <run/samples.jsonl) samples"
[ "$(tail -n +2 run/cells.csv | cut -d, -f6,7 | sort -u | wc -l)" = $((3 * 5)) ] || fail 'cells.csv has other cells'
grep -A1 -x ' *depth' run.out | grep -qE '^record +1 +2 +3 +4 +8$' || fail "the table has other axes: $(cat run.out)"

"$IOSWEEP" report --x depth --y file-size run >fixed.out || fail 'report --x depth'
for record in 4K 16K 64K; do
	has fixed.out "Random read, record $record - device mode"
done
"$IOSWEEP" report --x depth run | grep -qE '^depth +4K +16K +64K$' || fail 'report --x depth does not have the record across'
"$IOSWEEP" cliffs --x depth --y record --format json run | grep -q '"record_size": null\|"record_size": [0-9]' || fail 'cliffs along the record'
refuses 2 'a surface stands on two axes' report --x depth --y depth run
refuses 2 'did you mean depth? axes are: file-size, record, depth, jobs' plot --y deph run
refuses 2 'the format excel has file sizes down' report --format excel --y depth run
refuses 2 "'0' is not a whole number from 1 to 4096" --depth 0 --api sim_queue
refuses 2 "'5000' is not a whole number from 1 to 4096" --depth 1:5000 --api sim_queue
refuses 2 'the range ends below its start; write 1:8' --jobs 8:1 --api null
refuses 2 'takes one job' --jobs 1,2 --api sim_queue
"$IOSWEEP" report --format iozone run >iozone.out || fail 'iozone'
[ "$(grep -c 'Auto Mode' iozone.out)" = 5 ] || fail "$(grep -c 'Auto Mode' iozone.out) tables for IOzone"

# Jobs, and tests that have no depth, on real files: the largest number of jobs is what must fit.
mkdir target
"$IOSWEEP" target -q -o real --api posixaio,psync --mode cached --tests write,randread --file-size 256k --record 16k \
	--depth 1,4 --jobs 1,3 --passes 1 --min-time 1us >real.out 2>real.err || fail "real: $(cat real.err)"
[ -z "$(ls target)" ] || fail 'something is left in the target'
[ "$(wc -l <real/samples.jsonl)" = $((2 * (2 + 1) * 2)) ] || fail "$(wc -l <real/samples.jsonl) samples of real files"
has real.out 'Write - cached mode, posixaio'
has real.out 'Random read, psync - cached mode'
"$IOSWEEP" target -q -o none --api psync --mode cached --tests read --file-size 256k --record 16k --depth 2,4 \
	--passes 1 --min-time 1us >none.out 2>none.err || fail "none: $(cat none.err)"
# What is too large for many jobs on one file has cells with few, and what has none is refused.
"$IOSWEEP" target -q -o shared --api psync --mode cached --tests read --file-size 64k --record 4k,16k,64k --jobs 1,8 \
	--shared-file segments --passes 1 --min-time 1us >shared.out 2>shared.err || fail "shared: $(cat shared.err)"
[ "$(tail -n +2 shared/cells.csv | cut -d, -f6,8 | sort | tr '\n' ' ')" = '16384,1 4096,1 4096,8 65536,1 ' ] ||
	fail "shared: $(cut -d, -f6,8 shared/cells.csv)"
refuses 2 '32 jobs cannot share a file of 64k in records of 4k' target --file-size 64k --record 4k --jobs 1,32 \
	--shared-file segments
refuses 2 '2 jobs cannot share a file of 64k in records of 64k' target --file-size 64k --record 4k,64k --jobs 2,4 \
	--shared-file segments
free_kib=$(df --output=avail -k target | tail -n 1)
refuses 3 '--jobs: 1000 files of' target -o much --jobs 1,1000 --file-size $((free_kib / 900))k --record 4k

# Cliffs along depth and jobs: halved beyond a depth of 8, and 1.6 times as much from 6 jobs on. Other sizes than these
# and causes of sizes have no part in them.
for depth in 1 2 4 8 16 32; do
	for jobs in 1 2 3 4 6 8; do
		printf '\tIozone: Performance Test of File I/O\n\tRun began: Mon Nov 30 10:41:20 2026\n\n'
		printf '\tPOSIX Async I/O (no bcopy). Depth %d\n\tOutput is in kBytes/sec\n' $depth
		printf '\tThroughput test with %d processes\n\tEach process writes a 65536 kByte file in 64 kByte records\n' $jobs
		rate=$(((depth > 8 ? 100000 : 200000) * (jobs > 4 ? 8 : 5) + depth * jobs * 37 % 1000))
		printf '\tChildren see throughput for %d %s \t= %d.00 kB/sec\n' $jobs 'initial writers' $rate $jobs readers $rate
	done
done >load.log
"$IOSWEEP" import load.log -o load 2>load.err || fail "import: $(cat load.err)"
"$IOSWEEP" cliffs load | tr -s ' \n' ' ' >load.cliffs
for text in 'write and read fall 50 % as the depth grows from 8 to 16, at all 6 numbers of jobs, 1 to 8; confidence' \
	'write and read rise 60 % as the number of jobs grows from 4 to 6, at all 6 depths, 1 to 32; confidence'; do
	has load.cliffs "$text"
done
! grep -q 'consistent\|near ' load.cliffs || fail "a cause: $(cat load.cliffs)"
"$IOSWEEP" cliffs --format json load | tr -d ' \n' >load.json
has load.json '"axis":"depth","from":8,"to":16,'
has load.json '"axis":"jobs","from":4,"to":6,'
# A test is named once, with all numbers of jobs in their order.
"$IOSWEEP" cliffs --x depth --y record load | tr -s ' \n' ' ' >load.cliffs
places='(1 job, 2 jobs, 3 jobs, 4 jobs, 6 jobs, 8 jobs)'
has load.cliffs "write $places and read $places fall 50 % as the depth grows from 8 to 16, at the record size 64K; confidence"

if command -v gnuplot >/dev/null; then
	"$IOSWEEP" plot --x record --y depth run >plot.out || fail 'plot'
	"$IOSWEEP" plot --x depth --y jobs --metric p99 run >plot.out || fail 'plot --x depth --y jobs'
	for name in randread overview randread-record-4k-by-depth-jobs-p99 overview-record-64k-by-depth-jobs-p99; do
		[ -s "run/png/device/$name.png" ] || fail "there is no $name.png: $(ls run/png/device)"
	done
fi
exit "$failed"
