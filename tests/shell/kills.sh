# A run that is killed again and again, whenever it comes, and gone on with until it is done: no sample lost, none twice,
# no file left behind. COUNT kills in all, with the kind of run FIRST at first; SEED makes the moments
# those of an earlier test.
# timeout: 7200
set -euo pipefail

export LC_ALL=C
count=${COUNT:-6}
child=
RANDOM=${SEED:-$$}
echo "SEED=${SEED:-$RANDOM COUNT=$count}"

# In memory, where there is some, a run takes a second; on a disk that others use too it waits for quiet. PLACE says otherwise.
place=${PLACE:-/dev/shm}
work=$(mktemp -d "$place/iosweep-kills.XXXXXX" 2>/dev/null || mktemp -d "$PWD/kills.XXXXXX")
trap '[ -z "$child" ] || kill -9 "$child" 2>/dev/null || :; rm -rf "$work"' EXIT
cd "$work"
mkdir target

fail() {
	echo "kill $kills: $*"
	[ ! -s out ] || { grep '^iosweep' out || tail -n 20 out; }
	exit 1
}

# Pictures take longer than all the rest: without a PATH there is no gnuplot, and only one kind has some.
drawn="--tests read --file-size 64k,256k"
plain="--tests write,rewrite,read,randread --file-size 64k,256k,1m --no-pictures"
kinds=("" "--jobs 2" "--jobs 2 --processes" "--api io_uring --depth 8" "--api mmap" "--verify" "--mode device"
	"--confirm --refine" "--jobs 2 --shared-file segments")
! command -v gnuplot >/dev/null || kinds+=("$drawn")
[ "$(id -u)" != 0 ] || [ ! -d /sys/fs/cgroup ] || kinds+=("--memory-limit 256m")

choose() { # KIND
	kind=$1
	iosweep=(env --default-signal "$IOSWEEP")
	if [ "$kind" != "$drawn" ]; then
		iosweep=(env --default-signal PATH=/nonexistent "$IOSWEEP")
		kind="$plain $kind"
	fi
	begin=("${iosweep[@]}" run target --record "16k,64k" --min-time 1ms --passes 2 -q)
}

# The child is iosweep itself, and no shell around it.
go_on() {
	if [ -e run/run.json ]; then
		"${iosweep[@]}" resume -q run >out 2>&1 &
	else
		# shellcheck disable=SC2086 # words
		"${begin[@]}" $kind -o run >out 2>&1 &
	fi
	child=$!
}

await() {
	status=0
	wait "$child" || status=$?
	child=
}

# The samples that are whole, one a line: mode, test, sizes, jobs and pass; all else is another run's own, and so is
# which cliffs were looked at again.
cells() { # RUN
	whole_lines "$1" | grep -v '"purpose":"' | sed 's/^\({"mode":"[^"]*","test":"[^"]*"\).*\(,"file_size_bytes.*"pass":[0-9]*\),.*/\1\2/'
}

whole_lines() { # RUN
	[ ! -e "$1/samples.jsonl" ] || grep -E '"crc":"[0-9a-f]{8}"}$' "$1/samples.jsonl" || :
}

# What was left before the run had a directory, and so nobody's: the next one has to name it.
named_and_gone() {
	local work
	for work in target/iosweep-work-*; do
		[ -e "$work" ] || continue
		[ ! -s "$work/run" ] || fail "left although its run is known: $work: $(cat "$work/run")"
		"${iosweep[@]}" run target --file-size 64k --record 64k --tests read --min-time 1ms -o naming >out 2>&1 || :
		grep -q "$work was left by a run that was killed" out || fail "$work is not named"
		rm -r "$work" naming
	done
}

names=(KILL INT TERM HUP)
numbers=(9 2 15 1)
kills=0
series=0
longest=2000
while [ "$kills" -lt "$count" ]; do
	choose "${kinds[(series + ${FIRST:-0}) % ${#kinds[@]}]}"
	series=$((series + 1))
	rm -rf run undisturbed
	started=$(date +%s%3N)
	# shellcheck disable=SC2086 # words
	"${begin[@]}" $kind -o undisturbed >out 2>&1 || fail "undisturbed, $kind: exit status $?"
	longest=$(($(date +%s%3N) - started))
	cells undisturbed | sort >expected
	status=1
	attempts=0
	while [ "$status" != 0 ]; do
		whole_lines run >before
		go_on
		# Until all kills are spent, and no more than a dozen of them for one run.
		if [ "$kills" -lt "$count" ] && [ "$attempts" -lt 12 ]; then
			attempts=$((attempts + 1))
			kills=$((kills + 1))
			which=$((RANDOM % 4))
			pause=$((RANDOM * 32768 + RANDOM))
			pause=$((pause % (longest * 6 / 5)))
			sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
			kill -s "${names[which]}" "$child" 2>/dev/null || :
			await
			case $status in
			0 | $((128 + numbers[which]))) ;;
			*) fail "$kind: ${names[which]} after $pause ms: exit status $status" ;;
			esac
		else
			await
			[ "$status" = 0 ] || fail "$kind: gone on with to its end: exit status $status"
		fi
		whole_lines run >after
		head -n "$(wc -l <before)" after | cmp -s before - || fail "$kind: a sample that was stored is lost"
		if [ "$status" != 137 ] && [ -n "$(ls -A target)" ]; then
			[ -e run/run.json ] || named_and_gone
			[ -z "$(ls -A target)" ] || [ "$status" != 0 ] || named_and_gone
		fi
	done
	grep -q '"state": "complete"' run/run.json || fail "$kind: not complete"
	cells run | sort >found
	diff expected found >out || fail "$kind: other cells than undisturbed"
	named_and_gone
	[ -z "$(ls -A target)" ] || fail "$kind: left in the target: $(ls -AR target)"
	diff <(cd undisturbed && find . | sort) <(cd run && find . | sort) >out || fail "$kind: other files than undisturbed"
	[ "$(wc -l <run/samples.jsonl)" = "$(whole_lines run | wc -l)" ] || fail "$kind: a line that is no sample"
	[ -z "$(whole_lines run | sed 's/^.*"sequence":\([0-9]*\),.*/\1/' | sort | uniq -d)" ] ||
		fail "$kind: a sample is there twice"
	! ls -d /sys/fs/cgroup/iosweep-* /sys/fs/cgroup/memory/iosweep-* 2>/dev/null || fail "$kind: a control group is left"
done
echo "$kills kills of $series runs"
