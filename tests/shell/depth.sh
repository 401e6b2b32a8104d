# --depth: what is refused, what is said and stored, and what strace sees the kernel being handed.
set -u
# shellcheck source=common
. "$SRCDIR/tests/shell/common"
export LC_ALL=C
failed=0
mkdir target

fail() {
	echo "$*"
	failed=1
}

run() { # NAME OPTION...
	local name=$1
	shift
	"$IOSWEEP" target -o "$name" --file-size 4m --record 16k --tests randread --passes 1 --no-confirm --min-time 1us "$@" \
		>"$name.out" 2>"$name.err" || fail "$name: status $?: $(tail -n 1 "$name.err")"
}

stored() { # NAME: the depth in its run.json
	grep -o '"depth": *[0-9]*' "$1/run.json" | grep -o '[0-9]*$'
}

says() { # NAME TEXT
	grep -qF -- "$2" "$1.err" || fail "$1: does not say '$2'"
}

refuses() { # TEXT OPTION...
	local text=$1 status=0
	shift
	"$IOSWEEP" target -o refused "$@" >refused.out 2>&1 || status=$?
	[ "$status" = 2 ] || fail "$*: status $status"
	grep -qF -- "$text" refused.out || fail "$*: $(cat refused.out)"
}

usable() { # API
	"$IOSWEEP" list | awk -v api="$1" '$1 == api && $2 == "usable" { found = 1 } END { exit !found }'
}

refuses 1 --depth 0
refuses 4096 --depth 4097 --api posixaio
refuses 'more than half of the memory' --depth 4096 --record 64m,1g --file-size 1g --api posixaio
refuses '--uring-sqpoll concerns io_uring only' --uring-sqpoll --mode cached
run alone --depth 16 --mode cached
says alone '--depth 16 is not used'
[ "$(stored alone)" = 1 ] || fail "a run that is synchronous stores depth $(stored alone)"
run mixed --depth 16 --mode cached --api psync,posixaio
[ "$(stored mixed)" = 16 ] || fail "a run that is not stores depth $(stored mixed)"
grep -A8 '^Random read, posixaio' mixed.out | grep -qx 'Measured with depth 16.' || fail 'the table of posixaio does not tell its depth'
[ "$(grep -c 'depth 16\.' mixed.out)" = 1 ] || fail 'the table of psync tells a depth'
says mixed 'psync: one I/O in flight whatever --depth says'
! grep -qF -- 'is not used' mixed.err || fail 'a remark on a depth that is used'
if usable libaio; then
	run cached --depth 16 --mode cached --api libaio
	says cached 'in effect 1'
fi
[ "$failed" = 0 ] || exit 1

if ! strace -o /dev/null true 2>/dev/null || ! usable libaio || ! usable io_uring; then
	echo "the rest passed; strace, libaio or io_uring cannot be used here"
	exit 77
fi
trace() { # API
	strace -f -e trace=openat,io_submit,io_uring_setup,io_uring_enter -o "$1.trace" "$IOSWEEP" target -o "traced-$1" -q \
		--file-size 4m --record 16k --tests randread --passes 1 --min-time 1us --mode device --depth 16 --api "$1" \
		>/dev/null || fail "$1 under strace: status $?"
	only_samples "$1.trace"
}

# The calls of the 256 reads of the test; "requests taken" of each
trace libaio
sed -nE 's/.* io_submit\(0x[0-9a-f]+, ([0-9]+), .*aio_nbytes=16384.* = ([0-9]+)$/\1 \2/p' libaio.trace >libaio.calls
trace io_uring
awk '/io_uring_setup/ { n = 0; next } { line[n++] = $0 } END { for (i = 0; i < n; i++) print line[i] }' io_uring.trace |
	sed -nE 's/.* io_uring_enter\([0-9]+, ([1-9][0-9]*), .* = ([0-9]+)$/\1 \2/p' >io_uring.calls
for api in libaio io_uring; do
	awk -v api="$api" '
	NR == 1 && $1 != 16 { print api ": the first call has " $1 " requests"; bad = 1 }
	$1 > 16 { print api ": a call has " $1 " requests"; bad = 1 }
	{ taken += $2 }
	END { if (taken != 256) { print api ": " taken + 0 " requests were taken"; bad = 1 }; exit bad }' "$api.calls" ||
		failed=1
done

# A context is kept from one file to the next: giving one up makes the kernel wait some 30 ms.
for jobs in "" "--jobs 2" "--jobs 2 --processes"; do
	rm -rf kept
	# shellcheck disable=SC2086 # each word is one of the options
	strace -f -e trace=io_setup,io_destroy -o kept.trace "$IOSWEEP" target -o kept -q --api libaio --depth 16 \
		--file-size 64k --record 4k --tests randread --passes 1 --min-time 30ms --mode device $jobs >/dev/null ||
		fail "libaio $jobs: status $?"
	made=$(grep -c 'io_setup(16, .* = 0' kept.trace)
	repeated=$(sed -n 's/.*"repetitions":\([0-9]*\).*/\1/p' kept/samples.jsonl)
	if [ "$repeated" -lt 4 ] || [ "$made" -gt 4 ]; then
		fail "libaio $jobs: $made contexts for $repeated repetitions"
	fi
done
exit "$failed"
