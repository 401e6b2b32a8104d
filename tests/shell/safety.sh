# Nothing that was in the target before is touched, whatever it is called; and what cannot be measured is refused before
# anything is made.
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
status=0

# Without a PATH there is no gnuplot, whose pictures would take longer than the runs.
run=(env PATH=/nonexistent "$IOSWEEP" run --record "4k,64k" --tests "write,read" --min-time 1ms -q)

# A small run. Sets status and leaves what it says in "out".
sweep() { # ARGUMENT...
	status=0
	"${run[@]}" "$@" >out 2>&1 </dev/null || status=$?
}

expect_status() { # STATUS WHAT
	[ "$status" = "$1" ] || fail "$2: exit status $status, not $1"
}

says() { # PATTERN
	grep -Eq -- "$1" out || fail "does not say: $1"
}

# Names, kinds, contents, owners and times of everything, the directory itself left out: a run makes an entry in it.
picture() { # DIR
	find "$1" -mindepth 1 -printf '%P %y %i %s %m %u %n %T@ %C@ %l\n' | sort
	find "$1" -type f -exec sha256sum {} + | sort
}

# ---- what was there stays as it is ----

mkdir -p target/sub elsewhere
echo precious >elsewhere/victim
head -c 100000 /dev/urandom >target/data
echo one >target/file-000000
ln -s ../elsewhere/victim target/file-000001
ln target/data target/hard
mkfifo target/fifo
ln -s nowhere target/dangling
ln -s ../elsewhere target/iosweep-work
chmod 400 target/data
picture target >before
picture elsewhere >before-elsewhere
sweep --file-size 64k,256k -o run1 target
expect_status 0 "a run beside other files"
picture target | diff before - || fail "the target has changed"
picture elsewhere | diff before-elsewhere - || fail "what the links point at has changed"

# The names that this run would take are there already, as links, files and folders: whichever process it is.
(
	exec 9>out
	for attempt in 0 1 2 3; do
		name=target/iosweep-work-$BASHPID-$attempt
		case $attempt in
		0) ln -s "$PWD/elsewhere" "$name" ;;
		1) echo mine >"$name" ;;
		2) mkdir "$name" && echo mine >"$name/file-000000" ;;
		3) ln -s nowhere "$name" ;;
		esac
	done
	picture target >before
	exec "${run[@]}" --file-size 64k -o run2 target >&9 2>&9
) || fail "a run whose names are taken: exit status $?"
picture target | diff before - || fail "files with the names of the run's own have changed"
picture elsewhere | diff before-elsewhere - || fail "a link with the name of the working directory was followed"
rm -r target/iosweep-work-*

# A link to a directory is a directory; its files lie there while the run is under way.
ln -s elsewhere link
sweep --file-size 64k,256k -o run3 link
expect_status 0 "a link to a directory as the target"
picture elsewhere | diff before-elsewhere - || fail "the directory behind the link has changed"

# An output directory that holds something is not written into.
mkdir full
echo mine >full/run.json
picture full >before-full
sweep -o full target
expect_status 3 "an output directory that is not empty"
picture full | diff before-full - || fail "the output directory has changed"
[ ! -e "target/iosweep-work" ] || [ -L target/iosweep-work ] || fail "left in the target"

# ---- what is no target ----

refused() { # STATUS WHAT PATTERN ARGUMENT...
	local expected=$1 what=$2 pattern=$3
	shift 3
	rm -rf never
	sweep -o never "$@"
	expect_status "$expected" "$what"
	says "$pattern"
	[ ! -e never ] || fail "$what: a run directory was made"
}

refused 3 "no such directory" 'missing/nothing' missing/nothing
refused 3 "a file as the target" 'target/data: not a directory' target/data
ln -s target/data filelink
refused 3 "a link to a file" 'filelink: not a directory' filelink
refused 3 "a link to nothing" 'target/dangling' target/dangling
refused 3 "a fifo" 'target/fifo' target/fifo
refused 3 "a device" '/dev/null: not a directory' /dev/null
refused 2 "two targets" 'elsewhere' target elsewhere

# A user who may not write there; the directory must lie where that user can reach it.
if [ "$(id -u)" = 0 ]; then
	closed=$(mktemp -d /tmp/iosweep-closed.XXXXXX)
	trap 'rm -rf "$closed"' EXIT
	chmod 755 "$closed"
	cp "$IOSWEEP" "$closed/iosweep"
	mkdir -m 777 "$closed/results"
	mkdir -m 755 "$closed/target"
	run[2]=$closed/iosweep
	status=0
	setpriv --reuid=65534 --regid=65534 --clear-groups "${run[@]}" --file-size 64k -o "$closed/results/never" \
		"$closed/target" >out 2>&1 || status=$?
	expect_status 3 "a target that may not be written"
	says 'target: cannot make a working directory in it: Permission denied'
	[ -z "$(find "$closed/target" "$closed/results" -mindepth 1)" ] || fail "left where nothing may be written"
	run[2]=$IOSWEEP
else
	mkdir -m 500 closed
	refused 3 "a target that may not be written" 'closed: cannot make' closed
fi

# Space is looked at before the first write, with an answer that names both sizes.
picture target >before
refused 3 "a file larger than the disk" 'does not fit' --file-size 4000t target
picture target | diff before - || fail "left after a refusal for space"
