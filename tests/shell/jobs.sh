# --jobs: what is counted is what was asked for, however the work is shared out; a job that dies or fails takes one cell
# with it; and nobody is left behind.
# timeout: 240
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
clean_up_at_end
shm=
trap '[ -z "$shm" ] || rm -rf "$shm"; clean_up' EXIT

need_python

skipped=
# Without a PATH there is no gnuplot: pictures would take longer than the run.
passes=(env --default-signal PATH=/nonexistent "$IOSWEEP" run -q --no-confirm --passes)
run=("${passes[@]}" 1)

usable() { # API
	"$IOSWEEP" list | awk -v api="$1" '$1 == api && $2 == "usable" { found = 1 } END { exit !found }'
}

empty() { # DIR WHAT
	[ -z "$(ls -A "$1")" ] || fail "$2: left behind in $1: $(ls -AR "$1")"
}

cat >account.py <<'END'
"""account.py RUN JOBS own|segments|strided wall|whole PERCENT...: the samples of a run against what was asked for.

Prints how many samples there are; PERCENT are the shares of reads of its tests mixed, in their order.
"""
import json
import sys

run, jobs, files, wall, *percents = sys.argv[1:]
jobs = int(jobs)


def parts(records):
    """How many records each job has."""
    if files == 'own':
        return [records] * jobs
    if files == 'segments':
        return [records // jobs + (i < records % jobs) for i in range(jobs)]
    return [len(range(i, records, jobs)) for i in range(jobs)]


def check(s):
    assert s['status'] == 'ok', s['error']
    assert s['jobs'] == jobs and not s['cut'] and s['short_transfers'] == 0
    records = -(-s['file_size_bytes'] // s['record_size_bytes'])
    each, times = parts(records), s['repetitions']
    if files != 'own':
        assert sum(each) == records
    operations = times * sum(each)
    asked = times * s['file_size_bytes'] * (jobs if files == 'own' else 1)
    assert s['total_bytes'] == asked, (s['total_bytes'], asked)
    assert s['touched_bytes'] == s['file_size_bytes']
    assert 0 < s['bytes'] <= asked and 0 < s['operations'] <= operations
    assert 0 < s['clocked_ns'] <= s['total_ns']
    # The first to be done has done all that is its.
    assert s['operations'] >= times * min(each), (s['operations'], each)
    if wall == 'whole' or jobs == 1:
        assert s['bytes'] == asked and s['operations'] == operations and s['clocked_ns'] == s['total_ns']
    counts = {d: sum(n for _, n in h['buckets']) if h else 0 for d, h in s['latency'].items()}
    assert counts['read'] + counts['write'] == operations, (counts, operations)
    if s['pattern'] == 'mixed':
        percent = int(s['test'].rsplit('-', 1)[1] if '-' in s['test'] else percents[0])
        assert counts['read'] == operations * percent // 100, (counts, percent)
        assert str(percent) in percents
    else:
        direction = 'write' if s['pattern'] in ('write', 'rewrite', 'randwrite') else 'read'
        assert counts[direction] == operations, counts
    mib = 2 ** 20 / 1e9
    assert abs(s['throughput_mib_s'] * s['clocked_ns'] * mib / s['bytes'] - 1) < 1e-9 or s['flush_counted'], s
    # A job's own time is part of the time of all of them, so that its own rate is not below its share.
    assert s['jobs_rate_mib_s'] * s['total_ns'] * mib >= s['total_bytes'] * (1 - 1e-9)
    if jobs == 1:
        assert abs(s['jobs_rate_mib_s'] * s['clocked_ns'] * mib / s['bytes'] - 1) < 1e-9
    # The whole latency fills each job's time but for what lies between two operations.
    assert s['depth_reached'] <= s['depth'] + 1e-9
    assert s['cpu_user_ns'] is None or s['cpu_user_ns'] + s['cpu_system_ns'] > 0 or s['clocked_ns'] < 20e6, s


samples = [json.loads(line) for line in open(run + '/samples.jsonl')]
for sample in samples:
    try:
        check(sample)
    except AssertionError as error:
        sys.exit('%s: %s %s, %d in %d: %s' % (run, sample['test'], sample['mode'], sample['record_size_bytes'],
                                             sample['file_size_bytes'], error))
print(len(samples))
END

account() { # SAMPLES RUN JOBS FILES WALL PERCENT...
	local got want=$1
	shift
	got=$(python3 account.py "$@") || exit 1
	[ "$got" = "$want" ] || fail "$1: $got samples, not $want"
}

# ---- all is counted, once ----

mkdir target
apis=psync,mmap n=2
for api in libaio io_uring; do
	if usable "$api"; then
		apis=$apis,$api
		n=$((n + 1))
	else
		skipped="$skipped $api"
	fi
done
# Records that do not divide the file, records that do not divide among the jobs, jobs with a single record.
for files in own segments strided; do
	for kind in threads processes; do
		for wall in wall whole; do
			name=$files-$kind-$wall
			options=(--jobs 3 --file-size "150k,203000" --record "5000,60000" --min-time 1us --mode cached)
			[ "$files" = own ] || options+=(--shared-file "$files")
			[ "$kind" = threads ] || options+=(--processes)
			[ "$wall" = wall ] || options+=(--no-stonewall)
			"${run[@]}" target -o "$name" "${options[@]}" --tests write,read,mixed --read-percent 30 \
				--api "$apis" --depth 4 >out 2>&1 || fail "$name: status $?"
			account $((3 * n * 4)) "$name" 3 "$files" "$wall" 30
			empty target "$name"
		done
	done
done

# One job is the same through all of this; and one that is bound to a CPU runs there.
"${run[@]}" target -o alone --processes --no-stonewall --cpus 0 --file-size 203000 --record 5000 --min-time 1us \
	--mode cached --tests write,read,mixed >out 2>&1 || fail "alone: status $?"
account 3 alone 1 own whole 50

# ---- the kernel is asked for just that ----

cat >once.py <<'END'
"""once.py TRACE SIZE RECORD: how often each record of a file was written and read, which must be equally often."""
import re
import sys
from collections import Counter

trace, size, record = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
pending, calls = {}, {'read': Counter(), 'write': Counter()}
ONE = re.compile(r'p(read|write)64\(.*, (\d+), (\d+)\) += \d')
MANY = re.compile(r'IOCB_CMD_P(READ|WRITE).*?aio_nbytes=(\d+), aio_offset=(\d+)')
for line in open(trace, errors='replace'):
    pid, _, text = line.rstrip('\n').partition(' ')
    if text.endswith(' <unfinished ...>'):
        pending[pid] = text[:-len(' <unfinished ...>')]
        continue
    match = re.match(r' *<\.\.\. \w+ resumed>(.*)', text)
    if match:
        text = pending.pop(pid) + match[1]
    for direction, length, offset in ONE.findall(text) + MANY.findall(text):
        if int(length) in (record, size % record):
            calls[direction.lower()][int(offset)] += 1
want = set(range(0, size, record))
for direction, offsets in calls.items():
    assert set(offsets) == want, (direction, sorted(want ^ set(offsets))[:5])
    assert len(set(offsets.values())) == 1, (direction, offsets)
print(calls['write'][0], calls['read'][0])
END

once() { # NAME OPTION...
	local name=$1 got
	shift
	strace -f -e trace=openat,pread64,pwrite64,io_submit -e signal=none -o trace "${run[@]}" target -o "$name" \
		--file-size 203000 --record 5000 --min-time 1us --mode cached --tests write,read,randread,mixed \
		--no-stonewall --read-percent 100 --jobs 3 "$@" >out 2>&1 || fail "$name: status $?"
	only_samples trace
	got=$(python3 once.py trace 203000 5000) || exit 1
	[ "$got" = "1 3" ] || fail "$name: each record was written and read $got times, not 1 and 3"
}

if strace -f -o /dev/null true 2>/dev/null; then
	once traced-strided --shared-file strided
	once traced-segments --shared-file segments --processes
	if usable libaio; then
		once traced-libaio --shared-file strided --processes --api libaio --depth 4
	fi
else
	skipped="$skipped strace"
fi

# ---- as users of fio do it ----

if usable libaio; then
	case $(stat -f -c %T target) in
	tmpfs | ramfs) mode=cached ;; # its device mode is refused or means nothing
	*) mode=device ;;
	esac
	fio=("${run[@]}" target --file-size 8m --record 16k --jobs 16 --api libaio --depth 16 --mode "$mode" --no-stonewall
		--max-time 0 --min-time 1us)
	"${fio[@]}" -o fio-read --tests read >out 2>&1 || fail "fio-read: status $?"
	account 1 fio-read 16 own whole
	"${fio[@]}" -o fio-write --tests write >out 2>&1 || fail "fio-write: status $?"
	account 1 fio-write 16 own whole
	"${fio[@]}" -o fio-mixed --tests mixed --read-percent 70,30,0 >out 2>&1 || fail "fio-mixed: status $?"
	account 3 fio-mixed 16 own whole 70 30 0
	grep -q '"operations":8192,' fio-mixed/samples.jsonl || fail "fio-mixed: not 8192 operations"
fi

# ---- a job fails ----

# Prints STATUS and ERROR of each sample, each once with its number.
outcomes() { # RUN
	python3 - "$1" <<'END'
import json
import sys
from collections import Counter
seen = Counter()
for line in open(sys.argv[1] + '/samples.jsonl'):
    s = json.loads(line)
    seen[s['status'], s['error'] or ''] += 1
    for field in ('throughput_mib_s', 'iops', 'jobs_rate_mib_s', 'lat_p50_ns'):
        assert s['status'] == 'ok' or s[field] is None, (field, s[field])
for (status, error), n in sorted(seen.items()):
    print(n, status, error)
END
}

saw() { # WHAT EXPRESSION...: whole lines
	local what=$1 expression
	shift
	for expression in "$@"; do
		grep -Exq -- "$expression" seen || fail "$what: no '$expression', but: $(cat seen)"
	done
}

# WHAT EXPRESSION OPTION...: one cell of eight fails so, the others are measured.
one_fails() {
	local what=$1 text=$2 status=0
	shift 2
	rm -rf failing
	timeout 30 "${run[@]}" target -o failing --jobs 4 --tests write,rewrite,read,randread --file-size 256k --record 4k,64k \
		--mode cached --min-time 1us "$@" >out 2>&1 || status=$?
	[ "$status" = 1 ] || fail "$what: status $status"
	outcomes failing >seen || fail "$what: a failed cell has figures"
	saw "$what" '7 ok ' "1 failed job [1-4]: $text"
	empty target "$what"
}

one_fails "an operation" '(write|read): No such device or address' --fault op=70,errno=ENXIO
one_fails "nothing moved" '(write: Input/output error|read: No data available)' --fault op=70,short=0
one_fails "an open" 'open: Too many open files' --fault open=7,errno=EMFILE
one_fails "a flush" 'flush: Input/output error' --fault flush=3,errno=EIO
one_fails "a close" 'close: Input/output error' --fault close=6,errno=EIO
one_fails "an open of a shared file" 'open: Too many open files' --fault open=7,errno=EMFILE --shared-file strided
one_fails "an operation of a process" '(write|read): No such device or address' --fault op=70,errno=ENXIO --processes

# ---- a process dies ----

children() {
	tr ' ' '\n' <"/proc/$child/task/$child/children" 2>/dev/null | grep . || :
}

# A worker has the program's name, unlike what measures or draws for it.
start() { # RUN OPTION...: until a first sample is there and the workers for the next are
	local name=$1
	shift
	rm -rf "$name"
	"${run[@]}" target -o "$name" --jobs 3 --processes --tests read,randread --file-size 256k --mode cached "$@" >out 2>&1 &
	child=$!
	for _ in $(seq 500); do
		kill -0 "$child" 2>/dev/null || fail "$name ended before it was disturbed"
		if [ -s "$name/samples.jsonl" ]; then
			mapfile -t workers < <(children)
			[ "${#workers[@]}" != 3 ] || return 0
		fi
		sleep 0.02
	done
	fail "$name: no sample and workers within 10 s"
}

gone() { # WHAT
	for _ in $(seq 100); do
		kill -0 "${workers[@]}" 2>/dev/null || return 0
		sleep 0.02
	done
	fail "$1: workers are left: ${workers[*]}"
}

for victim in 0 1 2; do
	start dying --record 4k,16k,64k --min-time 1s --max-time 1s
	# Under way: what is left of this cell's time is more than this takes.
	kill -9 "${workers[victim]}"
	finish 30
	[ "$status" = 1 ] || fail "a worker that was killed: status $status"
	outcomes dying >seen || fail "a worker that was killed: its cell has figures"
	saw "worker $((victim + 1)) was killed" '5 ok ' "1 failed job $((victim + 1)): worker: No child processes"
	empty target "a worker that was killed"
	gone "a worker that was killed"
done

# ---- a signal ends all of them ----

for signal in INT TERM; do
	start stopped --record 4k,16k,64k --min-time 1s --max-time 1s
	kill -s "$signal" "$child"
	finish 20
	[ "$status" = $((128 + $(kill -l "$signal"))) ] || fail "$signal: status $status"
	gone "$signal"
	empty target "$signal"
done
# Like Ctrl-C, which all get.
start stopped --record 4k,16k,64k --min-time 1s --max-time 1s
kill -s INT "$child" "${workers[@]}"
finish 20
[ "$status" = 130 ] || fail "SIGINT for all: status $status"
gone "SIGINT for all"
empty target "SIGINT for all"
start killed --record 4k,16k,64k --min-time 1s --max-time 1s
kill -9 "$child"
finish 5
gone "SIGKILL"
rm -rf target/iosweep-work-*

# ---- what is refused ----

refused() { # STATUS EXPRESSION OPTION...
	local want=$1 text=$2 status=0
	shift 2
	timeout 20 "${run[@]}" -o refused "$@" >out 2>&1 || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
	[ "$(wc -l <out)" = 1 ] || fail "$*: not one line"
	grep -Eq -- "$text" out || fail "$*: no '$text'"
	[ ! -e refused ] || fail "$*: has made a run directory"
	empty target "$*"
}

refused 2 '--read-percent.*130.*0 to 100|--read-percent.*0 to 100.*130' target --tests mixed --read-percent 130
refused 2 '--read-percent' target --tests mixed --read-percent 70,
refused 2 '--read-percent concerns mixed' target --tests read --read-percent 70
refused 2 '--mixed-order concerns mixed' target --tests read --mixed-order sequential
refused 2 '--depth.*1 to 4096' target --depth 0
refused 2 '--jobs.*1 to 1024' target --jobs 0
refused 2 '--jobs.*1 to 1024' target --jobs 1025
refused 2 '--cpus.*CPU 1023 is not one' target --cpus 0,1023
refused 2 "--cpus.*'0-'" target --cpus 0-
refused 2 '--cpus' target --cpus 1-0
refused 2 '--cpus' target --cpus ''
refused 2 '--shared-file' target --shared-file both
refused 2 '--shared-file: 4 jobs cannot share a file of 64k in records of 32k' target --jobs 4 --shared-file segments \
	--file-size 64k --record 32k
refused 2 '--jobs: 1024 jobs, each with 4096 of records of 1M, take 8T, more than half' target --jobs 1024 --depth 4096 \
	--api posixaio --file-size 1m --record 1m
refused 2 '--jobs: sim has one clock' --api sim --jobs 2
free=$(df --output=avail -B1M target | tail -n 1)
refused 3 '--jobs: 1024 files of .* do not fit' target --jobs 1024 --file-size $((free / 1000))m --record 4k

# ---- no space ----

if [ "$(id -u)" != 0 ] || ! { mkdir tmpfs && mount -t tmpfs -o size=24m tmpfs tmpfs 2>/dev/null; }; then
	echo "the rest passed; a full file system needs root to mount it"
	exit 77
fi
mounted+=("$PWD/tmpfs")

# Another takes all that is left while the jobs are at work.
full_disk() { # API OPTION...
	rm -rf full tmpfs/others
	timeout 60 "${passes[@]}" 60 tmpfs -o full --jobs 4 --tests write --mode cached --file-size 64k,1m --record 64k \
		--min-time 1ms --api "$@" >out 2>&1 &
	child=$!
	for _ in $(seq 500); do
		[ ! -s full/samples.jsonl ] || break
		sleep 0.02
	done
	# What the run itself gives back at a moment goes too.
	for i in $(seq 15); do
		dd if=/dev/zero of="tmpfs/others$i" bs=64k 2>/dev/null || :
	done
	finish 60
	[ "$status" = 1 ] || fail "$*: a full disk: status $status"
	outcomes full >seen || fail "$*: a cell that has failed has figures"
	saw "$*: a full disk" '[0-9]+ ok ' '[0-9]+ failed job [1-4]: [a-z ]+: No space left on device'
	rm -f tmpfs/others*
	empty tmpfs "$*: a full disk"
}

for api in psync mmap; do
	full_disk $api
	full_disk $api --processes
done

# ---- no more processes ----

# The limit binds no root, and another user may not come along the whole path to this folder or to the program.
shm=$(mktemp -d /dev/shm/iosweep-jobs.XXXXXX)
mkdir "$shm/target"
cp "$IOSWEEP" "$shm/iosweep"
chmod 777 "$shm" "$shm/target"
if su -s /bin/bash nobody -c "'$shm/iosweep' --version" >/dev/null 2>&1; then
	status=0
	su -s /bin/bash nobody -c "ulimit -u 40 && exec env PATH=/nonexistent '$shm/iosweep' run '$shm/target' -o '$shm/run' -q \
		--jobs 100 --processes --file-size 64k --record 64k --tests read --mode cached --passes 1" >out 2>&1 || status=$?
	[ "$status" = 3 ] || fail "no more processes: status $status"
	grep -q -- '--jobs: cannot start 100 processes.*Resource temporarily unavailable' out || fail "no more processes: no reason"
	empty "$shm/target" "no more processes"
else
	skipped="$skipped su"
fi

if [ -n "$skipped" ]; then
	echo "the rest passed; not here:$skipped"
	exit 77
fi
