# An I/O that takes longer than --stuck-after is named on screen and in its sample, and a worker that does not go on, or
# is no more, keeps no run from its end.
# timeout: 60
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
mkdir target
clean_up_at_end

run=(env --default-signal PATH=/nonexistent "$IOSWEEP" run target --mode cached --min-time 1ms --file-size 1m -q --no-confirm --no-pictures)

says() { # PATTERN WHAT
	grep -Eq -- "$1" out || fail "$2: does not say: $1"
}

# The sample of the test names the place and the time, the others none.
stored() { # RUN TEST NS
	local line
	line=$(grep "\"test\":\"$2\"" "$1/samples.jsonl")
	grep -Eq '"stuck_offset_bytes":[0-9]+' <<<"$line" || fail "$1: the sample does not say where"
	# shellcheck disable=SC2001 # the number in the line
	[ "$(sed 's/.*"stuck_ns":\([0-9]*\).*/\1/' <<<"$line")" -ge "$3" ] || fail "$1: the sample does not say how long"
	[ "$(grep -c '"stuck_ns":null' "$1/samples.jsonl")" = $(($(wc -l <"$1/samples.jsonl") - 1)) ] ||
		fail "$1: more than the one sample is called stuck"
}

kinds=("" "--jobs 3" "--jobs 3 --processes")
for api in psync sync pvsync mmap stdio posixaio libaio io_uring; do
	"$IOSWEEP" list | grep -q "^  $api *usable" || continue
	i=$((${i:--1} + 1))
	# shellcheck disable=SC2086 # words
	"${run[@]}" -o "$api" --api $api --record 64k --tests write --depth 4 ${kinds[i % 3]} --stuck-after 100ms \
		--fault op=7,delay=250ms >out 2>&1 || fail "$api: exit status $?"
	says '^iosweep: stuck: cached write, file 1M, record 64K, offset [0-9]+, (job [123], )?write takes [0-9]+ ms so far' "$api"
	says '^iosweep: went on: cached write, .* write took about [0-9]+ ms' "$api"
	stored "$api" write 250000000
done
"${run[@]}" -o flush --record 64k --tests write --stuck-after 100ms --fault flush=1,delay=250ms >out 2>&1
says 'record 64K, flush takes' "a flush"
"${run[@]}" -o off --record 64k --tests write --stuck-after 0 --fault op=7,delay=250ms >out 2>&1
! grep -q stuck: out || fail "told although it is off"

# Workers that are stopped, or die, under a run of processes.
workers() {
	local stat line fields
	for stat in /proc/[0-9]*/stat; do
		{ read -r line <"$stat"; } 2>/dev/null || continue
		read -ra fields <<<"${line##*) }"
		[ "${fields[1]}" != "$child" ] || echo "${line%% *}"
	done
}
disturb() { # NAME SIGNAL
	local pids=
	"${run[@]}" -o "$1" --record 64k --tests write,read --jobs 2 --processes --stuck-after 200ms --fault op=5,delay=5s \
		>out 2>&1 &
	child=$!
	# When the fault strikes the run has been set up; until then workers come and go.
	for _ in $(seq 500); do
		! grep -q 'stuck: cached write' out || break
		sleep 0.01
	done
	pids=$(workers)
	[ "$(wc -w <<<"$pids")" = 2 ] || fail "$1: not two workers: $pids"
	kill -s "$2" "${pids%%[!0-9]*}"
	status=0
	SECONDS=0
	wait "$child" || status=$?
	child=
	[ "$status" = 1 ] || fail "$1: exit status $status"
	[ "$SECONDS" -lt 5 ] || fail "$1: has waited for the worker"
	grep -q '"status":"failed","error":"job [12]: worker: ' "$1/samples.jsonl" || fail "$1: no failed cell"
	grep -q '"test":"read".*"status":"ok"' "$1/samples.jsonl" || fail "$1: the other cell has not been measured"
	[ -z "$(ls -A target)" ] || fail "$1: left in the target"
}
disturb dead KILL
disturb stopped STOP

# One signal, although an I/O takes its time: the run ends with that I/O, or before it.
"${run[@]}" -o once --record 64k --tests write --fault op=5,delay=1s --stuck-after 100ms >out 2>&1 &
child=$!
for _ in $(seq 500); do
	! grep -q 'stuck: cached write' out || break
	sleep 0.01
done
kill -s INT "$child"
status=0
wait "$child" || status=$?
child=
[ "$status" = 130 ] || fail "one SIGINT in a stuck I/O: exit status $status"
[ -z "$(ls -A target)" ] || fail "one SIGINT in a stuck I/O: left in the target"
