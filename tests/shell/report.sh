# Reports of a finished, a cut and a damaged run. They are made from the journal alone and leave the run as it is.
set -u
failed=0

fail() {
	echo "$*"
	failed=1
}

# FORMAT FILE [RUN]: the report is the file, and nothing stands on stderr
same() {
	"$IOSWEEP" report --format "$1" "${3:-run}" >out 2>err || fail "$1: status $?"
	[ ! -s err ] || fail "$1: on standard error: $(cat err)"
	cmp -s out "$2" || fail "$1 differs from $2: $(diff out "$2" | head -n 5)"
}

"$IOSWEEP" run --quiet --api sim --file-size 64k:256k --record 4k:64k --passes 2 --min-time 1ms --seed 5 \
	--tests write,read,randread -o run >screen 2>err || fail "run: status $?: $(cat err)"
sum=$(cat run/run.json run/samples.jsonl | cksum)

same table run/tables.txt
same csv run/samples.csv
same cells run/cells.csv
"$IOSWEEP" report run >out 2>err || fail "report: status $?"
cmp -s out run/tables.txt || fail "the default is not the table"
grep -qx 'Random read - device mode, sim, MiB/s, median of 2 passes, typical spread .*' out || fail "no caption"
[ "$(wc -l <run/samples.csv)" = $((1 + $(wc -l <run/samples.jsonl))) ] || fail "samples.csv has not one line a sample"
# 3 file sizes and 5 records, of which the larger files take all: 15 cells, 3 tests, 2 modes
[ "$(grep -c ,measured, run/cells.csv)" = 90 ] || fail "cells.csv: $(grep -c ,measured, run/cells.csv) cells"

for format in json markdown; do
	"$IOSWEEP" report --format $format run >out 2>err || fail "$format: status $?"
	{ [ -s out ] && [ ! -s err ]; } || fail "$format: nothing, or something on standard error: $(cat err)"
	"$IOSWEEP" report --format $format -o file run >out2 2>err || fail "$format -o: status $?: $(cat err)"
	[ ! -s out2 ] || fail "$format -o: prints as well"
	cmp -s out file || fail "$format: the file is not what is printed"
done
if command -v python3 >/dev/null; then
	"$IOSWEEP" report --format json run | python3 -c 'import json, sys
cells = [c for s in json.load(sys.stdin)["surfaces"] for c in s["cells"]]
assert len(cells) == 90, len(cells)
assert all(c["samples"] == 2 == len(c["throughputs_mib_s"]) for c in cells)' || fail "json: not as it should be"
fi
[ "$(cat run/run.json run/samples.jsonl | cksum)" = "$sum" ] || fail "a report changed the run"

# what was cut or damaged is missing, and all else is there
cp -r run cut
size=$(stat -c %s run/samples.jsonl)
truncate -s $((size / 2)) cut/samples.jsonl
"$IOSWEEP" report --format csv cut >out 2>err || fail "cut: status $?"
[ "$(wc -l <out)" = $((1 + $(wc -l <cut/samples.jsonl))) ] || fail "cut: $(wc -l <out) lines"
head -n "$(wc -l <out)" run/samples.csv | cmp -s - out || fail "cut: not the first lines"

cp -r run damaged
sed -i '3s/"bytes":/"bytez":/' damaged/samples.jsonl
"$IOSWEEP" report --format csv damaged >out 2>err || fail "damaged: status $?"
sed 4d run/samples.csv | cmp -s - out || fail "damaged: more than the line is missing"
"$IOSWEEP" report damaged | grep -qx '1 damaged line of the journal was left out.' || fail "damaged: not said"

# -o writes through what is no regular file, which stays what it is
ln -s /proc/self/fd/1 standard
"$IOSWEEP" report -o standard run >out 2>err || fail "-o to standard output: status $?: $(cat err)"
{ [ -L standard ] && cmp -s out run/tables.txt; } || fail "-o to standard output: not what is printed, or no link any more"
printf 'longer than the report by itself\n%.0s' {1..1000} >led_to
ln -s led_to link
ln -s not_yet dangling
for name in link dangling; do
	"$IOSWEEP" report -o $name run >out 2>err || fail "-o to a link: status $?: $(cat err)"
	{ [ -L $name ] && cmp -s $name run/tables.txt; } || fail "-o $name: the link does not lead to the report"
done
mkfifo pipe
cat pipe >out &
"$IOSWEEP" report -o pipe run 2>err || fail "-o to a pipe: status $?: $(cat err)"
wait
{ [ -p pipe ] && cmp -s out run/tables.txt; } || fail "-o to a pipe: not what is printed, or no pipe any more"
if mknod full c 1 7 2>/dev/null && : >full; then
	"$IOSWEEP" report -o full run 2>err && fail "-o to a full device: it is not said that nothing was written"
	{ [ -c full ] && grep -qx 'iosweep: cannot write full: No space left on device' err; } || fail "-o full: $(cat err)"
fi
"$IOSWEEP" report -o nowhere/file run 2>err
grep -q '^iosweep: cannot write nowhere/file: ' err || fail "-o nowhere/file: $(cat err)"

# a format whose fields have names of their own never has figures of another metric under them
for format in detail csv cells json iozone excel; do
	"$IOSWEEP" report --format $format --metric p99 run >out 2>err
	[ $? = 2 ] || fail "$format takes a metric"
	{ [ ! -s out ] && grep -q "^iosweep: --metric: the format $format " err; } || fail "$format --metric: $(cat err)"
done
for format in table markdown verdict; do
	"$IOSWEEP" report --format $format --metric p99 run >out 2>err || fail "$format: no metric: $(cat err)"
	"$IOSWEEP" report --format $format run | cmp -s - out && fail "$format: the same for all metrics"
done
for format in csv iozone excel; do
	"$IOSWEEP" report --format $format --y file-size run >out 2>err
	{ [ $? = 2 ] && grep -q '^iosweep: --y: the format' err; } || fail "$format takes an axis: $(cat err)"
done

# no run
for dir in . nowhere run/samples.csv; do
	"$IOSWEEP" report "$dir" >out 2>err
	[ $? = 3 ] || fail "$dir: not refused with status 3"
	{ [ ! -s out ] && [ "$(wc -l <err)" = 1 ]; } || fail "$dir: $(cat out err)"
done
sed -i 's/"version": 1,/"version": 99,/' cut/run.json
"$IOSWEEP" report cut >out 2>err
{ [ $? = 3 ] && grep -q 'newer iosweep' err; } || fail "a newer format: $(cat err)"

exit $failed
