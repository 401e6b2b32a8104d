# The completion for bash: sourced, asked as Readline asks, compared with what the table says.
set -u
failed=0

"$IOSWEEP" --completion bash >iosweep.bash || exit 1
# shellcheck source=/dev/null
source ./iosweep.bash
# It fails where Readline is not at work.
# shellcheck disable=SC2317
compopt() { :; }

complete_words() { # WORD...: the last one is being written
	COMP_WORDS=(iosweep "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_iosweep
}

expect() { # WANT WORD...
	local want=$1 got
	shift
	complete_words "$@"
	got=$(printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | LC_ALL=C sort | paste -sd ' ')
	[ "$got" = "$want" ] && return
	echo "iosweep $*: want '$want', got '$got'"
	failed=1
}

holds() { # WANT WORD...: WANT is among the answers
	local want=$1
	shift
	complete_words "$@"
	printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | grep -qxe "$want" && return
	echo "iosweep $*: no '$want' in '${COMPREPLY[*]-}'"
	failed=1
}

mkdir 'rundir' 'a dir' other
touch model.json

# commands and directories
holds run ''
holds list ''
holds 'a dir' ''
holds rundir ''
expect 'run rundir' ru
expect 'report' rep
expect 'help' he
expect 'list' help l
expect 'other' run oth
expect '' list oth
expect 'a dir' run --quiet 'a d'

# options, those of the command
expect '--record' --rec
expect '--record' other --rec
expect '--quiet' run --q
expect '' list --rec
expect '--help' list --h
expect '--format' report --f
expect 'rundir' report run
holds '-o' -
expect '--help --version -V -h' list -

# values, in every way in which Readline cuts them
expect 'device' --mode d
expect 'both cached device' --mode ''
expect 'both cached device' --mode =
expect 'cached' --mode = c
expect 'cached' run other --mode = c
expect 'read recrewrite reread rewrite' --tests re
expect 'write,randread write,randwrite' --tests write,ra
expect 'write,randread write,randwrite' --tests = write,ra
expect 'write' --tests psync : wri
expect 'write' --tests = read,psync : wri
holds write --tests psync :
expect 'psync' --api ps
expect 'sync,psync' --api sync,ps
expect '' --record 4
expect '' --record 4k : 1
expect '' --passes ''
expect 'a dir' --output a
expect 'a dir' -o a
expect 'model.json' --sim-model mo
expect 'model.json' report -o mo
expect 'a dir' plot -o a
expect 'cells csv' report --format c
expect 'json text' cliffs --format ''
expect 'passes runs' import --as ''
expect '--as' import --a
expect 'model.json' import mod
expect 'model.json' --sim-model = mo
expect '--mode' --mode cached --mo

exit "$failed"
