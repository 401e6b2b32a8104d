# CPU use: what samples say that the jobs used, threads or processes, is what the kernel says that the whole run used,
# but for what lies between the samples; work that is known to be the program's or the kernel's is charged to it.
# once: it takes seconds of CPU time
set -u
export LC_ALL=C
if ! command -v python3 >/dev/null; then
	echo "python3 is not installed"
	exit 77
fi
mkdir target

cat >cpu.py <<'END'
"""cpu.py USER-LEAST USER-MOST LEAST PROGRAM OPTION...: runs the program and holds its samples against getrusage(2).

The share of the user's time must lie between the two; what is in the samples is at least LEAST of what all processes of
the run used, and no more than that.
"""
import json
import resource
import subprocess
import sys

least_user, most_user, least = map(float, sys.argv[1:4])
run = sys.argv[sys.argv.index('-o') + 1]
done = subprocess.run(sys.argv[4:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
if done.returncode:
    sys.exit('%s: status %d: %s' % (run, done.returncode, done.stdout[-300:]))
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
samples = [json.loads(line) for line in open(run + '/samples.jsonl')]
user = sum(s['cpu_user_ns'] for s in samples) / 1e9
system = sum(s['cpu_system_ns'] for s in samples) / 1e9
share = (user + system) / (usage.ru_utime + usage.ru_stime)
wall = sum(s['total_ns'] for s in samples) / 1e9
told = '%s: user %.2f system %.2f s in samples, %.2f and %.2f s in all, in %.2f s' % (
    run, user, system, usage.ru_utime, usage.ru_stime, wall)
for s in samples:
    if s['status'] != 'ok' or s['jobs'] != 2:
        sys.exit('%s: %s' % (run, s))
# The kernel divides time into user and system by where its ticks fell, so that the sum is the exacter figure.
if not least <= share <= 1.001 or not least_user <= user / (user + system) <= most_user:
    sys.exit(told)
if user > usage.ru_utime + 0.05 or system > usage.ru_stime + 0.05:
    sys.exit(told)
# Two jobs cannot use more than two processors.
if user + system > 2.02 * wall:
    sys.exit(told)
END

failed=0

holds() { # API USER-LEAST USER-MOST LEAST
	local kind name options
	for kind in threads processes; do
		name=$1-$kind options=()
		[ "$kind" = threads ] || options=(--processes)
		timeout 30 python3 cpu.py "$2" "$3" "$4" "$IOSWEEP" run target -o "$name" -q --api "$1" --jobs 2 --passes 1 \
			--mode cached --min-time 500ms --max-time 0 --no-confirm --no-pictures --tests read --file-size 16m \
			--record 1m "${options[@]}" || failed=1
	done
}

# Copies by the program itself, and by the kernel; the thread sanitizer has a shadow of all that the program copies, which
# is the kernel's work at first, and its calls take the program's time.
if grep -q __tsan_init "$IOSWEEP"; then
	holds mmap 0 1 0.5
	holds psync 0 1 0.5
else
	holds mmap 0.5 1 0.5
	holds psync 0 0.35 0.5
fi
# One CPU for both: what they use together is no more than the time that passes.
"$IOSWEEP" run target -o one -q --jobs 2 --processes --cpus 0 --passes 1 --mode cached --min-time 300ms --max-time 0 \
	--no-pictures --no-confirm --no-stonewall --tests read --file-size 16m --record 1m >out 2>&1 || {
	tail -n 2 out
	failed=1
}
python3 - <<'END' || failed=1
import json
s = json.loads(open('one/samples.jsonl').readline())
used = (s['cpu_user_ns'] + s['cpu_system_ns']) / s['total_ns']
assert 0 < used < 1.05, used
END
exit "$failed"
