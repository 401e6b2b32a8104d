# No allocation of a loader may fail unseen: tests/oom tells what is tried.
# timeout: 60
set -euo pipefail

program=$BUILD/tests/oom/oom_loaders
if [ ! -x "$program" ]; then
	echo "make did not build $program"
	exit 1
fi
"$IOSWEEP" run -q -o run --api sim --tests write,randread --file-size 64k --record 4k,64k --passes 2 >out 2>&1 ||
	{ tail -n 5 out; exit 1; }
"$program" run "$SRCDIR/samples/models/ssd.json" "$SRCDIR/tests/fuzz/corpus/import/middle" || exit $?
