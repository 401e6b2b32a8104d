# Whenever a signal comes, the run ends soon with 128+n, leaves nothing in the target, and what it measured can be read.
# timeout: 110
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
mkdir target
echo kept >target/mine
child=
trap '[ -z "$child" ] || kill -9 "$child" 2>/dev/null || :' EXIT

# A shell's background jobs ignore SIGINT from birth, until env has put that right. Without a PATH there is no gnuplot:
# pictures would take longer than the run.
start() { # OPTION...
	env --default-signal PATH=/nonexistent "$IOSWEEP" run target --file-size 64k:4m --record 4k:64k -q "$@" >out 2>&1 &
	child=$!
	until [ "$(readlink "/proc/$child/exe")" = "$(readlink -f "$IOSWEEP")" ]; do
		sleep 0.001
	done
}

nothing_left() {
	[ "$(ls -A target)" = mine ] || fail "left in the target: $(ls -AR target)"
	[ "$(cat target/mine)" = kept ] || fail "the user's file has changed"
}

state() { # RUN
	sed -n 's/.*"state": *"\([a-z]*\)".*/\1/p' "$1/run.json"
}

names=(INT TERM HUP)
numbers=(2 15 1)
RANDOM=${SEED:-$$}
echo "SEED=${SEED:-$$}"
early=0
for i in $(seq 24); do
	which=$((i % 3))
	start -o "run$i"
	# The first hundredths of a second, in which all is set up, and the time after it, however late that begins.
	if [ "$i" -le 10 ]; then
		pause=0.$(printf %03d $((RANDOM % 300)))
	else
		until [ -e "run$i/run.json" ] || ! kill -0 "$child" 2>/dev/null; do
			sleep 0.01
		done
		pause=$((RANDOM % 2)).$(printf %03d $((RANDOM % 1000)))
	fi
	sleep "$pause"
	kill -s "${names[which]}" "$child"
	finish 10
	# Before the handler stands, the signal does what it does to any program, which the shell reports likewise.
	[ "$status" = $((128 + numbers[which])) ] || fail "kill $i, ${names[which]} after $pause s: exit status $status"
	nothing_left
	if [ ! -e "run$i/run.json" ]; then
		[ ! -e "run$i" ] || fail "kill $i after $pause s: a run directory without run.json: $(ls -A "run$i")"
		early=$((early + 1))
		continue
	fi
	[ "$(state "run$i")" = stopped ] || fail "kill $i after $pause s: the state is $(state "run$i")"
	grep -Eq "\"stopped_by\": *${numbers[which]}\b" "run$i/run.json" || fail "kill $i: stopped_by is not said"
	"$IOSWEEP" report "run$i" >out 2>&1 || fail "kill $i after $pause s: not loadable"
	# The journal ends with a whole line.
	[ ! -s "run$i/samples.jsonl" ] || [ -z "$(tail -c 1 "run$i/samples.jsonl")" ] || fail "kill $i: half a line"
done
[ "$early" -le 10 ] || fail "runs were stopped before they began that had begun"

# A second signal leaves at once: the files may stay, and stop no later run.
start -o twice
sleep 1
kill -s INT "$child"
# Two that are pending at once would be one.
sleep 0.05
kill -s INT "$child" 2>/dev/null || :
finish 5
[ "$status" = 130 ] || fail "two SIGINT: exit status $status"
"$IOSWEEP" run target --file-size 64k --record 64k --tests write --min-time 1ms -q -o later >out 2>&1 ||
	fail "a run after one that left its files: exit status $?"
rm -rf target/iosweep-work-*
nothing_left

# SIGHUP was ignored at the start and stays so; the run goes on until it is told otherwise.
nohup env PATH=/nonexistent "$IOSWEEP" run target --file-size 64k:4m --record 4k:64k -q -o hup >out 2>&1 &
child=$!
sleep 1
kill -s HUP "$child"
sleep 0.5
kill -0 "$child" 2>/dev/null || fail "SIGHUP ended a run that was started to ignore it"
kill -s TERM "$child"
finish 10
[ "$status" = 143 ] || fail "under nohup, SIGTERM: exit status $status"
nothing_left
