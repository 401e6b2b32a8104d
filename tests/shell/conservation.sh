# What samples.jsonl claims is what the kernel was asked for: each call on the run's files, as strace sees it, is
# accounted for by file, direction and length.
# timeout: 60
set -euo pipefail

export LC_ALL=C
if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
	echo "strace does not work here"
	exit 77
fi
if ! command -v python3 >/dev/null; then
	echo "python3 is not installed"
	exit 77
fi

mkdir target
cat >account.py <<'END'
"""account.py TRACE SAMPLES API: compares the calls of a trace with the samples of a run.

The run's own words order the trace: a write to samples.jsonl ends each group's samples, and a file that is created
ends the one before. Calls are summed for each file and between two lines of the journal; what precedes the journal is
the probe and the estimate. A standing file's first calls, up to its first fsync, make it.
"""
import json
import re
import sys
from collections import Counter, defaultdict

trace_path, samples_path, api = sys.argv[1:]
samples = [json.loads(line) for line in open(samples_path)]

CALL = re.compile(r'^\d+ +(\w+)\((.*)\) += (-?\d+)')
UNFINISHED = re.compile(r'^(\d+) +(.*) <unfinished \.\.\.>$')
RESUMED = re.compile(r'^(\d+) +<\.\.\. \w+ resumed>(.*)$')


def calls():
    pending = {}
    for line in open(trace_path, errors='replace'):
        line = line.rstrip('\n')
        match = UNFINISHED.match(line)
        if match:
            pending[match[1]] = line[:-len(' <unfinished ...>')]
            continue
        match = RESUMED.match(line)
        if match:
            line = pending.pop(match[1]) + match[2]
        match = CALL.match(line)
        if match:
            yield match[1], match[2], int(match[3])


READS, WRITES = ('pread64', 'read'), ('pwrite64', 'write')
# Of the calls between two lines of the journal: direction and length -> how many, per file in order of appearance.
span, spans = [], []
for name, arguments, result in calls():
    path = re.match(r'\d+<([^>]*)>', arguments)
    path = path[1] if path else ''
    if path.endswith('/samples.jsonl') and name == 'write':
        spans.append(span)
        span = []
        continue
    if '/iosweep-work-' not in path:
        continue
    assert result >= 0, f'{name}({arguments}) = {result}'
    if name in READS + WRITES:
        span.append(('read' if name in READS else 'write', path.rsplit('/', 1)[1], result))
    elif name == 'fsync':
        span.append(('fsync', path.rsplit('/', 1)[1], 0))
    elif name == 'lseek':
        assert api == 'sync'
assert len(spans) == len(samples), f'{len(spans)} lines were written, {len(samples)} samples are there'


def claimed(group):
    """Calls by direction and length that the samples of a group stand for."""
    total = Counter()
    for s in group:
        assert s['status'] == 'ok' and s['short_transfers'] == 0 and not s['cut'], s
        direction = 'read' if s['pattern'] in ('read', 'reread', 'randread', 'backward', 'stride') else 'write'
        records = -(-s['file_size_bytes'] // s['record_size_bytes'])
        last = s['file_size_bytes'] - (records - 1) * s['record_size_bytes']
        assert s['operations'] == records * s['repetitions'], s
        if s['pattern'] == 'recrewrite':
            total[direction, s['record_size_bytes']] += s['operations']
            assert s['bytes'] == s['operations'] * s['record_size_bytes'], s
            continue
        assert s['bytes'] == s['file_size_bytes'] * s['repetitions'], s
        total[direction, s['record_size_bytes']] += (records - 1) * s['repetitions']
        total[direction, last] += s['repetitions']
        if direction == 'write':
            assert s['flush_ns'] is not None
    return +total


def key(s):
    return s['mode'], s['file_size_bytes'], s['record_size_bytes'], s['pattern'] == 'write', s['pass']


groups = []
for i, s in enumerate(samples):
    if not groups or key(groups[-1][-1]) != key(s):
        groups.append([])
    groups[-1].append(s)

at, checked, standing_seen, before_first = 0, 0, set(), None
for group in groups:
    calls_of_group = spans[at]
    for rest in spans[at + 1:at + len(group)]:
        assert not rest, 'I/O between the lines of one group'
    if at == 0:
        # Probe and estimate came before, on files whose numbers are below that of the first measured one.
        before_first = calls_of_group
    at += len(group)
    files = defaultdict(list)
    for direction, name, length in calls_of_group:
        files[name].append((direction, length))
    size = group[0]['file_size_bytes']
    if group[0]['pattern'] == 'write':
        names = list(files)[-group[0]['repetitions']:]
        extra = list(files)[:-group[0]['repetitions']]
        assert not extra or group is groups[0], f'calls on unknown files {extra}'
        for name in names:
            assert sum(n for d, n in files[name] if d == 'write') == size, f'{name} is not whole'
            assert files[name][-1][0] == 'fsync', f'{name} was not flushed'
    else:
        names = list(files)[-1:]
        extra = list(files)[:-1]
        assert not extra or group is groups[0], f'calls on unknown files {extra}'
    real = Counter()
    operations = files[names[0]] if group[0]['pattern'] != 'write' else [c for n in names for c in files[n]]
    if group[0]['pattern'] != 'write':
        name = names[0]
        if name not in standing_seen:
            standing_seen.add(name)
            first_flush = operations.index(('fsync', 0))
            made, operations = operations[:first_flush], operations[first_flush + 1:]
            assert all(d == 'write' for d, n in made) and sum(n for d, n in made) == size, 'the standing file'
        if (name, group[0]['mode']) not in standing_seen:
            standing_seen.add((name, group[0]['mode']))
            # Before the first cached group the whole file is read in, in records of 1 MiB, and not measured.
            if group[0]['mode'] == 'cached':
                warm = 0
                while warm < size:
                    assert operations[0][0] == 'read'
                    warm += operations.pop(0)[1]
                assert warm == size
            elif operations and operations[0] == ('fsync', 0):
                operations.pop(0)
    flushes = sum(d == 'fsync' for d, n in operations)
    for direction, length in operations:
        if direction != 'fsync':
            real[direction, length] += 1
    expected = claimed(group)
    assert real == expected, f'{key(group[0])}: called {dict(real)}, claimed {dict(expected)}'
    writing = sum(s['repetitions'] for s in group if s['flush_ns'] is not None)
    assert flushes == writing, f'{key(group[0])}: {flushes} flushes for {writing} writing repetitions'
    checked += sum(real.values())
print(f'{api}: {len(samples)} samples, {checked} calls')
END

try() { # API FILE-SIZES RECORDS OPTION...
	local api=$1 files=$2 records=$3
	shift 3
	rm -rf run
	strace -f -y -e trace=pread64,pwrite64,read,write,lseek,fsync -e signal=none -o trace \
		env PATH=/nonexistent "$IOSWEEP" run target --api "$api" --file-size "$files" --record "$records" \
		--min-time 2ms --passes 1 --no-confirm -q -o run "$@" >out 2>&1 || {
		cat out
		exit 1
	}
	python3 account.py trace run/samples.jsonl "$api"
}

try psync 64k,256k 4k,64k
try sync 64k,256k 4k,64k
# Records that do not divide the file, in the mode that can do it.
try psync 100000,70001 5000,64k --mode cached
