# A run that stopped is gone on with: the cells of one that never stopped, no sample lost, none twice; a simulated one
# to the byte, wherever its journal was cut. What is not the same run any more is refused.
# timeout: 240
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C PATH=$PATH
run=(env PATH=/nonexistent "$IOSWEEP")
memory=
trap '[ -z "$memory" ] || rm -rf "$memory"' EXIT

# In memory, where there is some: each run syncs dozens of files.
if memory=$(mktemp -d /dev/shm/iosweep-resume.XXXXXX 2>/dev/null); then
	cd "$memory"
fi
sim=(run --api sim --sim-model model.json --file-size "64k,256k,1m" --record "16k,64k" --passes 2
	--tests "write,rewrite,read,randread,mixed" --max-time 20ms -q --no-pictures)
cat >model.json <<'END'
{ "caches": [ { "size": "128k", "per_operation_ns": 900, "read_mib_s": 9000, "write_mib_s": 7000 },
	      { "size": "8m", "per_operation_ns": 1500, "read_mib_s": 5000, "write_mib_s": 4000 } ],
  "device": { "per_operation_ns": 200000, "read_mib_s": 400, "write_mib_s": 300, "seek_ns": 50000, "flush_ns": 1000000 },
  "noise": { "cell_cv": 0.1, "operation_cv": 0.05, "drift_per_hour": 50, "outliers": { "share": 0.1, "factor": 3 } } }
END
"${run[@]}" "${sim[@]}" -o whole >out 2>&1 || fail "the undisturbed run: exit status $?"

# As whole was when it was killed with so many bytes of its journal on the disk.
cut_at() { # BYTES
	rm -rf cut
	mkdir cut
	sed 's/"state": "complete"/"state": "running"/; s/"finished": .*/"finished": null,/' whole/run.json >cut/run.json
	head -c "$1" whole/samples.jsonl >cut/samples.jsonl
	echo half >cut/run.json.12345.tmp
}
resume_whole() { # WHAT
	"${run[@]}" resume -q cut >out 2>&1 || fail "$1: exit status $?"
	diff -r whole cut >diff.txt || fail "$1: not what the undisturbed run has: $(head -n 3 diff.txt | cut -c 1-200)"
}

size=$(stat -c %s whole/samples.jsonl)
lines=$(wc -l <whole/samples.jsonl)
RANDOM=${SEED:-$$}
echo "SEED=${SEED:-$$}"
ends=$(awk '{ n += length($0) + 1; if (NR == 1 || NR % 29 == 0) print n - 2, n - 1, n, n + 1 }' whole/samples.jsonl)
for at in 0 1 "$size" $((size - 1)) $((size - 2)) $ends; do
	[ "$at" -le "$size" ] || continue
	cut_at "$at"
	resume_whole "cut at byte $at"
done
for _ in $(seq "${CUTS:-10}"); do
	at=$((RANDOM * 32768 + RANDOM))
	cut_at $((at % size))
	resume_whole "cut at byte $((at % size))"
done

# Blocks that never reached the disk, as after a power failure; and a line that was damaged in the middle.
cut_at $((size / 2))
truncate -s "$size" cut/samples.jsonl
resume_whole "zeros behind the cut"
cut_at "$size"
printf X | dd of=cut/samples.jsonl bs=1 seek=$((size / 2)) conv=notrunc status=none
"${run[@]}" resume -q cut >out 2>&1 || fail "a damaged line: exit status $?"
[ "$(wc -l <cut/samples.jsonl)" = $((lines + 1)) ] || fail "a damaged line: not measured again, once"

# No journal at all, and no newline at the end of one that is whole.
cut_at 0
rm cut/samples.jsonl
resume_whole "no journal"

# Again and again, each time after a part of what is left.
cut_at 0
for i in 1 2 3 4 5; do
	"${run[@]}" resume -q cut >out 2>&1 || fail "in parts: exit status $?"
	cp cut/samples.jsonl part
	cut_at 0
	head -c $((size * i / 5)) part >cut/samples.jsonl
done
resume_whole "in parts"

# Within what comes behind the sweep: cliffs that are confirmed and refined.
mv whole plain
"${run[@]}" run --api sim --file-size 256k:2m --record 16k:512k --passes 3 --confirm --refine --tests rewrite,read,randread \
	-q --no-pictures -o whole >out 2>&1 || fail "the run that refines: exit status $?"
first=$(grep -n -m 1 '"purpose":"' whole/samples.jsonl | cut -d: -f1)
[ -n "$first" ] || fail "nothing was confirmed or refined"
last=$(wc -l <whole/samples.jsonl)
for at in $((first - 1)) $((first + 2)) $(((first + last) / 2)) $((last - 1)); do
	cut_at "$(head -n "$at" whole/samples.jsonl | wc -c)"
	resume_whole "behind sample $at, where cliffs are looked at again"
done
rm -rf whole
mv plain whole

# What is complete stays as it is.
cp -r whole before
"${run[@]}" resume whole >out 2>&1 || fail "a run that is complete: exit status $?"
grep -q 'whole is complete' out || fail "it is not said that the run is complete"
{ "${run[@]}" resume -q whole >out 2>&1 && [ ! -s out ]; } || fail "resume -q of a complete run: $(cat out)"
diff -r whole before >/dev/null || fail "a run that is complete has changed"

refused() { # WHAT PATTERN
	local status=0
	cp -r cut kept
	"${run[@]}" resume cut >out 2>&1 || status=$?
	[ "$status" = 3 ] || fail "$1: exit status $status"
	grep -Eq -- "$2" out || fail "$1: does not say: $2"
	diff -r cut kept >/dev/null || fail "$1: the run has changed"
	rm -rf kept
}

cut_at 10000
head -n 2 whole/samples.jsonl >cut/samples.jsonl
sed -i 's/"drift_per_hour": 50/"drift_per_hour": 51/' model.json
refused "another model" "the model of the simulated machine is not that of the run any more"
sed -i 's/"drift_per_hour": 51/"drift_per_hour": 50/' model.json
sed -i 's/"version": "[0-9][^"]*"/"version": "0.0.1"/' cut/run.json
refused "another version" "is a run of iosweep 0.0.1, and this is "
cut_at 0
sed -i 's/"minor": [0-9]*/"minor": 1000/' cut/run.json
refused "a newer format" "is a run of iosweep"
cut_at 0
sed -i 's/"cells": [0-9]*/"cells": 7/' cut/run.json
refused "another plan" "the run had 7 cells"
cut_at 0
head -n 2 whole/samples.jsonl >cut/samples.jsonl
exec 8>>cut/samples.jsonl
flock 8
refused "a run that another process writes" "is being written by another iosweep"
exec 8>&-
cut_at 0
sed -i '/"records"/,/]/s/16384/32768/' cut/run.json
refused "another configuration" "the configuration is not that with which the run began"
status=0
"${run[@]}" resume model.json >out 2>&1 || status=$?
[ "$status" = 3 ] || fail "no run: exit status $status"

# ---- a real run ----

mkdir target
"${run[@]}" run target --file-size 64k,256k --record 16k,64k --min-time 1ms --mode cached --passes 2 -q --no-pictures -o real >out 2>&1 ||
	fail "the real run: exit status $?"
cells() { # RUN
	sed 's/.*"mode":"\([a-z]*\)","test":"\([a-z:]*\)".*"file_size_bytes":\([0-9]*\),"record_size_bytes":\([0-9]*\),.*"pass":\([0-9]*\),"sequence":\([0-9]*\),.*/\1 \2 \3 \4 \5 \6/' \
		"$1/samples.jsonl"
}
cells real >whole-cells
[ "$(cut -d ' ' -f 1-5 whole-cells | sort -u | wc -l)" = "$(wc -l <whole-cells)" ] || fail "a cell was stored twice"
kill_real() { # LINES
	sed -i 's/"state": "complete"/"state": "running"/' real/run.json
	head -n "$1" real/samples.jsonl >part
	cp part real/samples.jsonl
}
for at in 0 13 40; do
	kill_real "$at"
	"${run[@]}" resume real -q >out 2>&1 || fail "the real run from sample $at: exit status $?"
	cells real | diff whole-cells - >/dev/null || fail "the real run from sample $at: other cells, or another order"
	[ -z "$(ls -A target)" ] || fail "left in the target"
done

# From another directory, and with what a kill has left; what belongs to others stays.
kill_real 5
mkdir -p elsewhere target/iosweep-work-1-0 target/iosweep-work-2-0
echo "$(stat -c '%d %i' real) $PWD/real" >target/iosweep-work-1-0/run
head -c 100 /dev/zero >target/iosweep-work-1-0/file-000003
echo "1 1 $PWD/real" >target/iosweep-work-2-0/run
(cd elsewhere && "${run[@]}" resume ../real >../out 2>&1) || fail "from another directory: exit status $?"
[ "$(ls target)" = iosweep-work-2-0 ] || fail "in the target: $(ls target)"
grep -q 'iosweep-work-2-0 was left by a run that was killed' out || fail "it is not said what another run has left"
rm -r target/iosweep-work-2-0

# Another target or machine.
kill_real 5
cp -r real cut
for change in 's/"release": "[^"]*"/"release": "2.6.32"/;the kernel is not .* it was .2\.6\.32' \
	's/"threads_online": [0-9]*/"threads_online": 1000/;the number of processors' \
	's/"type": "[a-z0-9]*",$/"type": "reiserfs",/;the file system is not'; do
	rm -rf cut
	cp -r real cut
	sed -i "${change%;*}" cut/run.json
	refused "${change#*;}" "${change#*;}"
done
rmdir target
rm -rf cut
cp -r real cut
refused "a target that is gone" "target: cannot open this directory"
