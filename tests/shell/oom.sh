# No allocation may fail unseen, in the loaders and in whole commands: tests/oom tells what is tried. FULL=1 lets each fail.
# timeout: 120
set -euo pipefail

for program in oom_loaders oom_commands; do
	if [ ! -x "$BUILD/tests/oom/$program" ]; then
		echo "make did not build $BUILD/tests/oom/$program"
		exit 1
	fi
done
oom=$BUILD/tests/oom/oom_commands
export ATTEMPTS=${ATTEMPTS:-25}
memory=
trap '[ -z "$memory" ] || rm -rf "$memory"' EXIT
if memory=$(mktemp -d /dev/shm/iosweep-oom.XXXXXX 2>/dev/null); then
	cd "$memory"
fi

grid=(--api sim --file-size "64k,256k" --record "4k,64k" --tests "write,randread" --passes 2 --no-pictures -q)
make() { # RUN OPTIONS...
	"$IOSWEEP" run "${grid[@]}" -o "$@" >out 2>&1 || { tail -n 5 out; exit 1; }
}
make run
make other --seed 7 --sim-model "$SRCDIR/samples/models/noisy.json"
mkdir cut
sed 's/"state": "complete"/"state": "running"/; s/"finished": .*/"finished": null,/' run/run.json >cut/run.json
head -c "$(($(stat -c %s run/samples.jsonl) / 2))" run/samples.jsonl >cut/samples.jsonl
status=0
"$BUILD/tests/oom/oom_loaders" run "$SRCDIR/samples/models/ssd.json" "$SRCDIR/tests/fuzz/corpus/import/middle" || status=$?
[ "$status" != 77 ] || exit 77
# What others draw takes too long, once for each allocation.
export PATH=/nonexistent
for format in table detail verdict csv cells json markdown iozone excel; do
	"$oom" report --format "$format" run || status=1
done
for format in table detail csv json; do
	"$oom" compare --format "$format" run other || status=1
done
"$oom" report --metric p99 run || status=1
"$oom" cliffs --raid chunk=256k,data=4 run || status=1
"$oom" cliffs --format json run || status=1
"$oom" -d drawn -f run plot drawn || status=1
"$oom" -d compared compare -o compared run other || status=1
"$oom" -d imported import --as passes -o imported "$SRCDIR/tests/fuzz/corpus/import/middle" || status=1
"$oom" -r -d ran run "${grid[@]}" -o ran || status=1
"$oom" -r -d ran -f cut resume -q ran || status=1
"$oom" list || status=1
"$oom" help || status=1
PATH=/usr/bin:/bin
exit "$status"
