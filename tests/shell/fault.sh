# A fault on purpose, through the whole program: it strikes the cell that it was meant for, whatever was tried before the
# sweep began, and everything else is measured.
# timeout: 100
set -euo pipefail

if ! command -v python3 >/dev/null; then
	echo "python3 is not installed"
	exit 77
fi

fail() {
	echo "$*"
	[ ! -s said ] || tail -n 20 said
	exit 1
}

# What has failed, a line each; the fault is stored with the run.
cat >look.py <<'END'
import json

config = json.load(open('out/run.json'))['config']
print('fault', config['fault'])
for line in open('out/samples.jsonl'):
    s = json.loads(line)
    if s['status'] != 'ok':
        print(s['test'], s['status'], s['error'], s['error_number'], s['error_offset_bytes'])
END

sweep() { # EXPECTED_STATUS SPEC API OPTION...
	local expected=$1 spec=$2 api=$3 status=0
	shift 3
	rm -rf out target
	mkdir target
	env PATH="$bare" "$IOSWEEP" run --file-size 64k --record 16k --tests write,rewrite,read --mode cached --min-time 0 \
		--no-confirm --passes 1 --fault "$spec" --api "$api" -q -o out "$@" target >said 2>&1 || status=$?
	[ "$status" = "$expected" ] || fail "$spec over $api: exit status $status"
	[ -z "$(ls -A target)" ] || fail "$spec over $api: left in the target: $(ls -A target)"
	python3 look.py >found
}

expect() { # LINE...
	printf '%s\n' "$@" | diff - found || fail "something else has failed"
}

# Pictures are no part of this.
bare=/nonexistent

sweep 1 op=6,errno=EIO psync
expect 'fault op=6,errno=EIO' 'rewrite failed write: Input/output error 5 16384'
sweep 1 op=12,errno=ENODEV sync
expect 'fault op=12,errno=ENODEV' 'read failed read: No such device 19 49152'
sweep 1 open=2,errno=EMFILE psync
expect 'fault open=2,errno=EMFILE' 'rewrite failed open: Too many open files 24 None'
sweep 1 flush=1,errno=EIO psync
expect 'fault flush=1,errno=EIO' 'write failed flush: Input/output error 5 None'
sweep 0 op=13,errno=EIO psync
expect 'fault op=13,errno=EIO'
sweep 0 op=1,count=1000,short=5000 psync
expect 'fault op=1,count=1000,short=5000'

# One flipped bit is found by verification, and by nothing else.
sweep 0 corrupt=6,byte=5000 psync
expect 'fault corrupt=6,byte=5000'
sweep 1 corrupt=6,byte=5000 psync --verify
expect 'fault corrupt=6,byte=5000' 'rewrite failed verify: byte differs 84 21384'
sweep 1 misread=7,byte=16383 sync --verify
expect 'fault misread=7,byte=16383' 'read failed verify: byte differs 84 49151'
sweep 0 corrupt=100 psync --verify --jobs 2
expect 'fault corrupt=100'

status=0
"$IOSWEEP" run --api sim --verify -q -o sim >said 2>&1 || status=$?
[ "$status" = 2 ] || fail "verification of a simulated run: exit status $status"
grep -qx 'iosweep: --verify: sim keeps no data that could be read back; leave it out' said || fail "no clear refusal"
[ ! -e sim ] || fail "verification of a simulated run: a run directory was made"

# A wrong one is refused before anything is made.
status=0
rm -rf out target
mkdir target
"$IOSWEEP" run --fault op=0,errno=EIO -q -o out target >said 2>&1 || status=$?
[ "$status" = 2 ] || fail "a wrong fault: exit status $status"
grep -q "^iosweep: --fault: op: '0' is not a whole number" said || fail "a wrong fault is not named"
[ ! -e out ] || fail "a wrong fault: a run directory was made"
