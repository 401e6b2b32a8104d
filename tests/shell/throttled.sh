# A file system that becomes slow half-way through a file, as a drive does whose fast cache is full: the sample says that
# throughput fell, and so do tables, CSV, JSON, detail and verdict. One that is as slow all the time is not marked.
# timeout: 40
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
need_python
build_faulty

# write_over RUN SIZE FAULT...: writes a file of this size once, in records of 64 KiB.
write_over() {
	local run=$1 size=$2
	shift 2
	mount_faulty "$@"
	timeout -k 5 20 env PATH=/nonexistent "$IOSWEEP" run -q --passes 1 --mode device --tests write --record 64k --file-size "$size" \
		--no-confirm --max-time 15s -o "$run" mnt >out 2>&1 </dev/null || fail "$run: exit status $?: $(cat out)"
	unmount_faulty
}

# 384 writes of 2 ms, then 128 of 12 ms: the device keeps a sixth of its throughput.
write_over falls 32m write=late:2 write@25165824+=late:10
query falls 'len(healthy) == 1 and healthy[0]["fell"] is True and healthy[0]["clocked_ns"] > 2e9'
query falls 'healthy[0]["series_min_mib_s"] < healthy[0]["series_max_mib_s"] / 2'
# As slow all the time.
write_over slow 8m write=late:17
query slow 'len(healthy) == 1 and healthy[0]["fell"] is False and healthy[0]["clocked_ns"] > 2e9'

says() { # RUN FORMAT PATTERN
	PATH=/usr/bin:/bin "$IOSWEEP" report "$1" --format "$2" 2>&1 | grep -q -- "$3"
}

for pair in 'table|[0-9]v' 'table|fell to less than half' 'markdown|fell to less than half' 'json|"fell": *\(true\|1\)' \
	'detail|fell: from some moment on' 'verdict|1 fell in the course of a sample'; do
	says falls "${pair%%|*}" "${pair#*|}" || fail "falls: ${pair%%|*} does not say '${pair#*|}'"
	! says slow "${pair%%|*}" "${pair#*|}" || fail "slow: ${pair%%|*} says '${pair#*|}'"
done
for format in csv cells; do
	"$IOSWEEP" report falls --format "$format" >falls.$format
	"$IOSWEEP" report slow --format "$format" >slow.$format
	for run in falls:1 slow:0; do
		awk -F , -v is="${run#*:}" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "fell") at = i; next } $at != is { exit 1 }' \
			"${run%:*}.$format" || fail "$run: $format"
	done
done
