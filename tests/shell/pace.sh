# --rate, --think-time, --dedupe-percent, --compress-percent: what is refused, done and stored.
set -u
export LC_ALL=C
failed=0
mkdir target

fail() {
	echo "$*"
	failed=1
}

run() { # NAME OPTION...
	local name=$1
	shift
	"$IOSWEEP" -q -o "$name" --passes 1 --no-confirm --min-time 1us "$@" >"$name.out" 2>&1 ||
		fail "$name: status $?: $(tail -n 1 "$name.out")"
}

field() { # NAME FIELD: of its samples, one a line
	awk -F , -v field="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == field) at = i; next } { print $at }' \
		"$1/samples.csv"
}

is() { # NAME FIELD EXPECTED
	[ "$(field "$1" "$2")" = "$3" ] || fail "$1: $2 is '$(field "$1" "$2")', not '$3'"
}

# NAME AWK-CONDITION over fields written as f("NAME")
holds() {
	awk -F , -v OFS=, "
		function f(name) { return \$at[name] }
		NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next }
		!($2) { bad = 1 }
		END { exit bad || NR < 2 }" "$1/samples.csv" || fail "$1: does not hold: $2"
}

refuses() { # TEXT OPTION...
	local text=$1 status=0
	shift
	"$IOSWEEP" target -o refused "$@" >refused.out 2>&1 || status=$?
	[ "$status" = 2 ] || fail "$*: status $status"
	grep -qF -- "$text" refused.out || fail "$*: $(cat refused.out)"
}

refuses "no size either" --rate 0iops
refuses "is not a size" --rate fast
refuses "cannot be used with --rate" --rate 1m --think-time 1ms
refuses "from 0 to 100" --dedupe-percent 101
refuses "from 0 to 100" --compress-percent=-1

# On the clock of the simulation all is exact: 1 MiB a second is 256 operations of 4 KiB.
sim=(--api sim --file-size 1m --record 4k --tests randread --mode device)
run free "${sim[@]}"
run bytes "${sim[@]}" --rate 1m
run iops "${sim[@]}" --rate 256iops
run think "${sim[@]}" --think-time 10ms
holds bytes 'f("clocked_ns") == 1000000000 && f("iops") == 256'
holds iops 'f("clocked_ns") == 1000000000 && f("iops") == 256'
holds iops 'f("throttle_ns") + f("operations") * f("lat_mean_ns") > 999999000'
holds iops 'f("ilat_mean_ns") == f("lat_mean_ns") && f("ilat_max_ns") == f("lat_max_ns")'
holds think 'f("throttle_ns") == 256 * 10000000 && f("clocked_ns") > f("throttle_ns")'
holds think 'f("series_mean_mib_s") > 0 && f("fell") == 0'
for name in ilat_mean_ns throttle_ns slat_mean_ns series_mean_mib_s fell; do
	is free "$name" ""
done
is think ilat_p50_ns ""
grep -q '"rate_operations_per_s": 256' iops/run.json || fail "iops: the rate is not in run.json"
grep -q '"series":{"interval_ns":[0-9]*,"bytes":\[' think/samples.jsonl || fail "think: the journal has no series"
grep -q '"intended":{' iops/samples.jsonl || fail "iops: the journal has no histogram of it"

# On a real device a rate can only be missed, never passed.
for api in psync io_uring libaio posixaio; do
	"$IOSWEEP" list | awk -v api="$api" '$1 == api && $2 == "usable" { found = 1 } END { exit !found }' || continue
	run "real-$api" target --api "$api" --file-size 256k --record 4k --tests randread --mode cached --depth 4 \
		--rate 640iops
	holds "real-$api" 'f("operations") == 64 && f("iops") < 640.01 && f("ilat_mean_ns") >= f("lat_mean_ns")'
	[ "$api" = psync ] || holds "real-$api" 'f("slat_mean_ns") + f("clat_mean_ns") <= f("lat_mean_ns") * 1.000001'
done

# What is written, as strace sees it: each block ends in zeros, and all of them are copies, of 32 kinds.
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	strace -f -xx -s 4096 -e trace=pwrite64 -o trace "$IOSWEEP" -q target -o shaped --passes 1 --min-time 1us \
		--mode cached --file-size 256k --record 4k --tests rewrite --compress-percent 50 --dedupe-percent 100 \
		>shaped.out 2>&1 || fail "shaped: $(tail -n 1 shaped.out)"
	sed -nE 's/.*pwrite64\([0-9]+, "([^"]*)", 4096, .*/\1/p' trace >blocks
	[ "$(wc -l <blocks)" -ge 64 ] || fail "strace saw $(wc -l <blocks) writes"
	[ "$(sort -u blocks | wc -l)" = 32 ] || fail "$(sort -u blocks | wc -l) different blocks are written"
	grep -qvE '(\\x00){256}$' blocks && fail "blocks do not end in 256 zeros"
fi

exit "$failed"
