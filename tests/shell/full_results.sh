# The disk of the results is full, at whatever moment: the run ends and says so, leaves nothing in the target, and when
# there is space again it is gone on with to the end: no sample lost, none twice; a simulated one to the byte.
# timeout: 60
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end

iosweep=(env PATH=/nonexistent "$IOSWEEP")
if [ "$(id -u)" != 0 ] || ! { mkdir results && mount -t tmpfs -o size=4m tmpfs results 2>/dev/null; }; then
	echo "mounting needs root"
	exit 77
fi
mounted+=("$PWD/results")
mkdir target

# The samples that are whole.
samples() { # RUN
	[ ! -e "$1/samples.jsonl" ] || grep -E '"crc":"[0-9a-f]{8}"}$' "$1/samples.jsonl" || :
}

cells() { # RUN
	samples "$1" | sed 's/^\({"mode":"[^"]*","test":"[^"]*"\).*\(,"file_size_bytes.*"pass":[0-9]*\),.*/\1\2/' | sort
}

# In so many KiB, and then in as many as it wants.
with_room() { # KIB COMMAND...
	local room=$1 status=0
	shift
	find results -mindepth 1 -delete
	mount -o "remount,size=${room}k" results
	"${iosweep[@]}" "$@" -o results/run >out 2>&1 </dev/null || status=$?
	[ -z "$(ls -A target)" ] || fail "$room KiB: left in the target: $(ls -A target)"
	[ "$status" != 0 ] || return 1
	[ "$status" = 3 ] || fail "$room KiB: exit status $status"
	grep -q 'No space left on device' out || fail "$room KiB: it is not said that the disk is full"
	samples results/run >before
	mount -o remount,size=16m results
	# What never began has nothing to go on with, and leaves no more than an empty directory.
	if [ ! -e results/run/run.json ]; then
		[ -z "$(ls -A results)" ] || fail "$room KiB: without run.json: $(ls -AR results)"
		never=$((never + 1))
		return 0
	fi
	"${iosweep[@]}" resume -q results/run >out 2>&1 </dev/null || fail "$room KiB: gone on with: exit status $?"
	samples results/run >after
	head -n "$(wc -l <before)" after | cmp -s before - || fail "$room KiB: a sample that was stored is lost"
	[ "$(wc -l <results/run/samples.jsonl)" = "$(wc -l <after)" ] || fail "$room KiB: a line that is no sample"
	[ -z "$(ls -A target)" ] || fail "$room KiB: gone on with, left in the target: $(ls -A target)"
	[ -s before ] || return 0
	[ "$(wc -l <before)" = "$(wc -l <after)" ] || within=$((within + 1))
	[ "$(wc -l <before)" != "$(wc -l <after)" ] || behind=$((behind + 1))
}

# Of all the pages that it takes, each may be the last.
try() { # STEP COMPARE COMMAND...
	local step=$1 compare=$2 room=4
	shift 2
	"${iosweep[@]}" "$@" -o whole >out 2>&1 </dev/null || fail "the undisturbed run: exit status $?"
	never=0 within=0 behind=0
	while with_room "$room" "$@"; do
		[ ! -e results/run/run.json ] || "$compare" || fail "$room KiB: not what the undisturbed run has"
		room=$((room + step))
	done
	if [ "$within" -lt 2 ] || [ "$behind" = 0 ]; then
		fail "stopped within the samples $within times, behind them $behind: not both were met"
	fi
	rm -rf whole
}

same_bytes() {
	diff -r -I '"config_crc"' whole results/run >out
}

same_cells() {
	diff <(cells whole) <(cells results/run) >out && diff <(cd whole && find . | sort) <(cd results/run && find . | sort) >out
}

# The name of the run's directory is in it, and so in the checksum of its configuration.
same_but_output() {
	sed -i 's,results/run,whole,' results/run/run.json results/run/*.txt 2>/dev/null || :
	same_bytes
}

try 12 same_but_output run --api sim --file-size 64k,256k --record 16k,64k --passes 2 --tests write,read -q --no-pictures
try 28 same_cells run target --mode cached --file-size 64k,256k --record 16k,64k --passes 2 --tests write,rewrite,read,randread \
	--min-time 1us --no-confirm -q --no-pictures
[ "$never" -gt 0 ] || fail "it has always begun"
