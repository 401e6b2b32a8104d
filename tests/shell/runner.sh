# The runner of the shell tests tells passing, failing, skipping and hanging apart, and leaves nothing behind.
# once: has nothing to do with the program
set -euo pipefail
unset LABEL AGAIN COUNTS SLOWER

mkdir tests
# shellcheck disable=SC2016
echo 'test "$PWD" = "$TMPDIR" && test -z "$(ls -A)" && touch left-behind' >tests/good.sh
printf 'echo "why it failed"\nexit 3\n' >tests/bad.sh
printf 'echo noise\necho "no such device here"\nexit 77\n' >tests/skips.sh
printf '# timeout: 1\necho "got stuck"\nsleep 60\n' >tests/hangs.sh
printf '# once: for a reason\nexit 0\n' >tests/rare.sh

run() {
	BUILD=$PWD/build TESTS=$PWD/tests COUNTS=$PWD/counts "$SRCDIR/tests/run" "$@" >out 2>&1
}

refuses() { # COMMAND...
	if "$@"; then
		echo "passes, though it should not: $*"
		exit 1
	fi
}

expect() { # LINE
	grep -qE -- "^$1\$" out || {
		cat out
		echo "expected the line: $1"
		exit 1
	}
}

refuses run
expect 'ok    good \([0-9]+ s\)'
expect 'ok    rare \([0-9]+ s\)'
expect '      why it failed'
expect 'FAIL  bad \(status 3\)'
expect 'skip  skips: no such device here'
expect '      got stuck'
expect 'FAIL  hangs \(stopped after [0-9]+ s\)'
expect 'shell tests: 2 passed, 2 failed, 1 skipped'
[ "$(cat counts)" = '2 2 1' ]
[ -z "$(ls -A build)" ]

run good skips
expect 'shell tests: 1 passed, 0 failed, 1 skipped'
AGAIN=yes run good rare
expect 'shell tests: 2 passed, 0 failed, 0 skipped'
rm tests/bad.sh tests/hangs.sh
AGAIN=yes run
expect 'shell tests: 1 passed, 0 failed, 1 skipped'
refuses run nonexistent
expect 'run: no test is named nonexistent'

total=$SRCDIR/tests/total
echo '3 0 1' >one
echo '2 0 0' >two
[ "$("$total" one two)" = '5 passed, 0 failed, 1 skipped' ]
[ "$(LABEL='both of them' "$total" one two)" = 'both of them: 5 passed, 0 failed, 1 skipped' ]
echo '0 1 0' >>two
refuses "$total" one two
echo '0 0 4' >none
refuses "$total" none
refuses "$total" one missing
