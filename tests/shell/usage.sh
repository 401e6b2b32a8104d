# What the program says about itself, how it refuses, and what it does when its output cannot be written.
set -u
failed=0

fail() {
	echo "$*"
	failed=1
}

# STATUS STDERR ARGUMENT...: nothing on stdout, one line on stderr that begins so
refuses() {
	local status=$1 text=$2 got
	shift 2
	"$IOSWEEP" "$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$status" ] || fail "$*: status $got, want $status"
	[ ! -s out ] || fail "$*: output: $(head -n 1 out)"
	[ "$(wc -l <err)" = 1 ] || fail "$*: $(wc -l <err) lines on standard error: $(cat err)"
	[[ $(cat err) == "$text"* ]] || fail "$*: '$(cat err)', want '$text'"
}

# PATTERN ARGUMENT...: status 0, nothing on stderr, a line that matches on stdout
shows() {
	local pattern=$1 status
	shift
	"$IOSWEEP" "$@" >out 2>err </dev/null
	status=$?
	[ "$status" = 0 ] || fail "$*: status $status"
	[ ! -s err ] || fail "$*: on standard error: $(cat err)"
	grep -q -e "$pattern" out || fail "$*: no line matches '$pattern'"
}

# The same for help, whose lines fit on a terminal.
helps() {
	shows "$@"
	! grep -n '.\{80\}' out || fail "$*: these lines are too wide"
}

# without arguments: the usage lines, and a failure
"$IOSWEEP" >out 2>err
[ $? = 2 ] || fail "no arguments: the status is not 2"
[ ! -s out ] || fail "no arguments: something on standard output"
grep -q '^usage: iosweep run' err || fail "no arguments: no usage: $(cat err)"
[ "$(wc -l <err)" -lt 12 ] || fail "no arguments: the usage is long"

shows '^iosweep [0-9][0-9.]*$' --version
shows '^iosweep [0-9][0-9.]*$' -V
shows '^iosweep [0-9][0-9.]*$' list -V nonsense
helps '^ *--file-size LIST' --help
helps '^ *--file-size LIST' run --help
helps '^ *--file-size LIST' nowhere -h
helps '^usage: iosweep run \[OPTIONS\]' help run
helps '^usage: iosweep list$' help list
helps '^usage: iosweep list$' list -h
helps '^usage: iosweep run' help
helps '^ *-V, --version' help list

refuses 2 "iosweep: unknown option --recrod; did you mean --record?" --recrod 4k .
refuses 2 "iosweep: unknown option -x in '-qx'" -qx .
refuses 2 "iosweep: --record: 'abc' is not a size; sizes are written " --record abc .
refuses 2 "iosweep: --record: 'abc' is not a size; sizes are written " . --record=abc
refuses 2 "iosweep: --record: 'abc' is not a size; sizes are written " run . --record=abc
refuses 2 "iosweep: --record: 1025m is too large" --file-size 2g --record 1025m .
refuses 2 "iosweep: --record: 8g is too large" --record 8g .
refuses 2 "iosweep: --record: '1.00001k' is not a whole number of bytes" --record 1.00001k .
refuses 2 "iosweep: --file-size: 4095 is smaller than the smallest record, 4k; " --file-size 4095 .
refuses 2 "iosweep: --record: 1048577 is larger than the largest file, 1m; " --file-size 64k,1m --record 4k,1048577 .
refuses 2 "iosweep: --file-size: '16m:4k': the range ends below its start; write 4k:16m" --file-size 16m:4k .
refuses 2 "iosweep: --record: list takes no such option; run does" list --record 4k
refuses 2 "iosweep: --record needs a value, LIST" . --record
refuses 2 "iosweep: --output is given twice, as 'a' and as 'b'" -o a -ob .
refuses 2 "iosweep: --tests: 'raed' is not a test; did you mean read?" --tests raed .
refuses 2 "iosweep: 'foo': no such command or directory" foo
refuses 2 "iosweep: 'lst': no such command or directory; did you mean list?" lst
refuses 2 "iosweep: '': no such command or directory" ''
refuses 2 "iosweep: 'a?b': no such command or directory" $'a\nb'
refuses 2 "iosweep: list: 'x' is too much; usage: iosweep list" list x
refuses 2 "iosweep: report: RUN, the directory of a run, is missing; usage: iosweep report [OPTIONS] RUN" report
refuses 2 "iosweep: cliffs: RUN, the directory of a run, is missing; usage: iosweep cliffs [OPTIONS] RUN" cliffs
refuses 2 "iosweep: --format: run takes no such option; report does" run --format csv .
refuses 2 "iosweep: --format: 'cvs' is not a format; did you mean csv? formats are: " report --format cvs .
refuses 2 "iosweep: --format: 'csv' is not a format; formats are: text, json" cliffs --format csv .
refuses 2 "iosweep: --refine and --no-refine exclude each other" --refine --no-refine .
refuses 2 "iosweep: --uring-sqpoll concerns io_uring only, which is not in this run" --uring-sqpoll .
refuses 2 "iosweep: --sim-model concerns sim and sim_queue only, which are not in this run" --sim-model model.json .
refuses 2 "iosweep: --memory-limit: '1xram' would limit nothing: " --memory-limit 1xram .
refuses 3 "iosweep: " report .
refuses 3 "iosweep: " plot nowhere
refuses 2 "iosweep: run: 'b' is too much; usage: iosweep run [OPTIONS] " . b
refuses 2 "iosweep: 'foo' is not a command; commands are: " help foo
refuses 2 "iosweep: --completion: 'tcsh' is not a shell that is known; such shells are: bash" --completion tcsh
[ "$(ls)" = "$(printf 'err\nout')" ] || fail "a refused line left something: $(ls)"

# files that nobody named begin where the smallest record fits
PATH=/nonexistent "$IOSWEEP" -q --api sim --record 1m --tests write --mode cached --passes 1 -o chosen >out 2>err ||
	fail "records of 1M alone: $(cat err)"
[ "$(sed -n '/^file /{n;p;}' out | cut -c 1-5)" = "  1M " ] || fail "records of 1M alone: $(cat out)"
rm -r chosen

shows '^  psync  *usable' list
shows '^  table  *a table for each' list
shows '^  write\*+  *Write  ' list

# output that cannot be written
"$IOSWEEP" list >/dev/full 2>err
[ $? = 1 ] || fail "full disk: the status is not 1"
[ "$(cat err)" = "iosweep: standard output: No space left on device" ] || fail "full disk: $(cat err)"
"$IOSWEEP" list 2>err >&-
[ $? = 1 ] || fail "closed output: the status is not 1"
[ "$(cat err)" = "iosweep: standard output: Bad file descriptor" ] || fail "closed output: $(cat err)"
mkfifo pipe
: <pipe &
exec 3>pipe
wait
"$IOSWEEP" list >&3 2>err
[ $? = 141 ] || fail "reader gone: the status is not 141"
[ ! -s err ] || fail "reader gone: $(cat err)"
exec 3>&-

exit "$failed"
