#!/bin/bash
# --preset, --precision, --time-budget, --settle: what they do, what they refuse, what the run and its files say of it.
set -u
export LC_ALL=C
failed=0

# Most of the time would be gnuplot's.
path=$PATH:/nonexistent

fail() {
	echo "$*"
	failed=1
}

run() { # NAME OPTION...
	local name=$1
	shift
	PATH=$path "$IOSWEEP" -o "$name" --api sim --no-pictures "$@" >"$name.out" 2>"$name.err" ||
		fail "$name: status $?: $(tail -n 1 "$name.err")"
}

refused() { # WORDS OPTION...
	local words=$1
	shift
	"$IOSWEEP" --api sim -o refused "$@" >refused.out 2>refused.err
	[ $? = 2 ] || fail "$*: not refused with status 2"
	grep -q -- "$words" refused.err || fail "$*: does not say '$words': $(cat refused.err)"
	[ ! -e refused ] || fail "$*: left a run directory"
}

says() { # NAME PATTERN: on standard error
	grep -q -- "$2" "$1.err" || fail "$1: does not say '$2'"
}

stored() { # NAME PATTERN: in run.json
	tr -d ' \n' <"$1/run.json" | grep -q -- "$2" || fail "$1: run.json has no $2"
}

# A model whose cells differ a little from pass to pass.
cat >model.json <<-'END'
	{"device": {"per_operation_ns": 50000, "read_mib_s": 500, "write_mib_s": 400}, "noise": {"cell_cv": 0.03}}
END
grid=(--sim-model model.json --file-size 64k:1m --record 4k:64k --tests "write,read" --mode device)

run precision "${grid[@]}" --precision 5%
says precision 'cells known within 5 %; ended since that is enough'
stored precision '"ended_by":"precision"'
stored precision '"precision":0.05'
stored precision '"passes":7'
run passes "${grid[@]}" --precision 0.1% --passes 3
says passes 'ended after 3 passes'
stored passes '"ended_by":"passes"'
run budget "${grid[@]}" --precision 0.1% --time-budget 1s --no-confirm
# By the model's clock, which the trials of the estimate have moved on before the first sample.
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "started_ns") at = i; next }
	NR == 2 || $at < first { first = $at } $at > last { last = $at }
	END { exit !(first > 1e7 && last > 0.9e9 && last < 1e9) }' budget/samples.csv || fail "budget: trials are not part of it"
grep -q '^budget  *[0-9.]* ms went into trials$' budget.err || fail "budget: does not say what the trials took"
says budget 'ended by the time budget of 1.0 s'
stored budget '"ended_by":"timebudget"'
stored budget '"max_time_cuts_cached":true'
run plain "${grid[@]}" --passes 2
stored plain '"ended_by":"passes"'
stored plain '"cells_judged":null'

# A preset gives what the user does not; quick prints a line for each test and mode.
run quick --preset quick --sim-model model.json --tests write,read
[ "$(grep -c ' - [a-z]*: .* MiB/s +-.* % (.* IOPS) with record .*; 9 cells, \(all within 5\|typically +-.*, at worst +-.*\) %$' quick.out)" = 4 ] ||
	fail "quick: has not a line for each test: $(cat quick.out)"
says quick 'preset      quick'
stored quick '"preset":"quick"'
stored quick '"file_sizes":\[1048576,8388608,67108864\]'
run wins --preset quick --sim-model model.json --tests read --file-size 2m --time-budget 2s
stored wins '"file_sizes":\[2097152\]'
stored wins '"time_budget_ns":2000000000'

# Each sample waits as long as it was told, and this is part of its quiet time.
run settled "${grid[@]}" --passes 1 --settle 20ms
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "quiet_ns") at = i; next } $at != 20000000 { exit 1 }' \
	settled/samples.csv || fail "settled: a sample has another quiet time"

refused 'a percentage above 0' --precision 0
refused 'a percentage above 0' --precision 101%
refused 'passes of 3 or more' --precision 5% --passes 2
refused 'no time to measure' --time-budget 0
refused 'quick' --preset quik

# Little of the wall time of a real sweep is not accounted for. Other programs may take the processor at any time.
# In memory, where there is the least to wait for, and so the least for the rest to hide behind.
target=target
[ ! -w /dev/shm ] || target=$(mktemp -d /dev/shm/iosweep-trust-XXXXXX)
mkdir -p "$target"
trap 'rm -rf "$target"' EXIT
"$IOSWEEP" -q -o real --no-pictures --passes 1 --file-size 64k:4m --record 4k:1m --tests write,read,randread "$target" \
	>real.out 2>real.err || fail "real: status $?: $(tail -n 1 real.err)"
share=$(tr -d ' \n"' <real/run.json | sed 's/.*timing:{\([^}]*\)}.*/\1/' | tr ',' '\n' |
	awk -F : '{ ns[$1] = $2 } END { print int(100 * ns["other_ns"] / ns["wall_ns"]) }')
[ "$share" -le 20 ] || fail "real: $share % of the wall time is other"

exit $failed
