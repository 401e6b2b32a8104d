# IOzone's output as runs: what comes out of it, round trips, and several runs at once.
set -u
failed=0
logs=$SRCDIR/../shared/iozone-logs
score=$SRCDIR/../shared/tools/score-cliffs

fail() {
	echo "$*"
	failed=1
}

# RUN: figures, and pairs of a file and a record size
counts() {
	"$IOSWEEP" report --format csv "$1" | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		!seen[$at["file_size_bytes"], $at["record_size_bytes"]]++ { pairs++ }
		{ figures++ }
		END { print figures + 0, pairs + 0 }'
}

# RUN: the table's lines of the report iozone
table() {
	"$IOSWEEP" report --format iozone "$1" | grep '^ '
}

# RUN: the reports iozone and excel give the run back
round_trip() {
	table "$1" >want
	[ -s want ] || fail "$1: no table"
	for format in iozone excel; do
		rm -rf again
		"$IOSWEEP" report --format $format -o text "$1" || fail "$1: report $format: status $?"
		"$IOSWEEP" import text -o again 2>err || fail "$1: import of $format: status $?: $(cat err)"
		[ "$(wc -l <err)" = 1 ] || fail "$1: import of $format remarks: $(head -n 3 err)"
		table again | cmp -s want - || fail "$1: $format gives another table: $(table again | diff want - | head -n 4)"
	done
}

# STATUS TEXT ARGUMENT...: fails so, and says so
refuses() {
	status=$1 text=$2
	shift 2
	"$IOSWEEP" "$@" >out 2>err
	[ $? = "$status" ] || fail "$*: status is not $status: $(cat err)"
	grep -qF -e "$text" err || fail "$*: '$text' is not in: $(cat err)"
}

# A table of IOzone's layout before 3.494, with the figures of a formula. FILES RECORDS FACTOR
make_log() {
	# shellcheck disable=SC2016
	printf '\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.434 $\n\n'
	printf '\tRun began: Wed Feb 14 14:29:2%d 2018\n\n\tAuto Mode\n' "$3"
	printf '\tCommand line used: iozone -a\n\tOutput is in kBytes/sec\n'
	printf '\tFile stride size set to 17 * record size.\n'
	awk -v files="$1" -v records="$2" -v factor="$3" 'BEGIN {
		names = "write rewrite read reread read write read rewrite read fwrite frewrite fread freread"
		n = split(names, name, " ")
		split("9 9 8 10 8 10 9 10 10 9 9 9 9", head, " ")
		split("9 9 9 9 9 9 9 10 10 9 9 9 9", width, " ")
		printf "%16s%8s", "kB", "reclen"
		for (i = 1; i <= n; i++)
			printf "%" head[i] "s", name[i]
		print ""
		for (f = 1; f <= files; f++)
			for (r = 1; r <= records; r++) {
				printf "%16d%8d", 64 * 2 ^ f, 4 * 2 ^ r
				for (i = 1; i <= n; i++)
					printf "%" width[i] "d", factor * (1000 * i + 10 * f + r)
				print ""
			}
		print "\niozone test complete."
	}'
}

make_log 3 4 1 >first.log
make_log 3 4 3 >second.log
"$IOSWEEP" import first.log -o first 2>err || fail "first: status $?: $(cat err)"
[ "$(cat err)" = "first: 156 figures of 13 tests, 1 pass, mode cached" ] || fail "first: $(cat err)"
[ "$(counts first)" = "156 12" ] || fail "first: $(counts first)"
round_trip first
for command in "report" "report --format json" "report --format cells" "report --format markdown" "cliffs"; do
	# shellcheck disable=SC2086
	"$IOSWEEP" $command first >out 2>err || fail "$command: status $?"
	{ [ -s out ] && [ ! -s err ]; } || fail "$command: nothing, or remarks: $(cat err)"
done
"$IOSWEEP" report first | grep -qx 'Command: iozone -a' || fail "the command is not in the report"
"$IOSWEEP" report first | grep -q 'started 2018-02-14T14:29:21$' || fail "the time is not in the report"

# several runs: one after the other in a file, or in files
cat first.log second.log >both.log
"$IOSWEEP" import both.log -o both 2>err || fail "both: status $?: $(cat err)"
"$IOSWEEP" import -o files first.log second.log 2>err || fail "files: status $?: $(cat err)"
cmp -s both/samples.jsonl files/samples.jsonl || fail "two files differ from one with the same runs"
[ "$(counts both)" = "312 12" ] || fail "both: $(counts both)"
# the median of f(x) and 3 f(x)
"$IOSWEEP" report --format iozone both | awk '$1 == 128 && $2 == 8 { print $3 }' | grep -qx 2022 || fail "no medians"
"$IOSWEEP" import both.log -o each/ --as runs 2>err || fail "each: status $?: $(cat err)"
[ ! -e each ] || fail "each is there"
[ "$(counts each-1) $(counts each-2)" = "156 12 156 12" ] || fail "each: $(counts each-1) $(counts each-2)"
table first >want
table each-1 | cmp -s want - || fail "each-1 is not the first"

# runs that are not alike are no passes, unless it is asked for
sed 's/3\.434/3.508/' second.log >other.log
refuses 2 "differ in the version of IOzone" import first.log other.log -o mixed
[ ! -e mixed ] || fail "mixed is there"
"$IOSWEEP" import first.log other.log --as passes -o mixed 2>err || fail "mixed: status $?"
grep -q 'other.log:1: differs from the first run in the version of IOzone' err || fail "mixed: $(cat err)"
sed 's/^\tAuto Mode/&\n\tUsing mmap files/' second.log >mmap.log
refuses 2 "differ in the API" import first.log mmap.log --as passes -o mapped
sed 's/^\tAuto Mode/&\n\tO_DIRECT feature enabled/' second.log >direct.log
"$IOSWEEP" import first.log direct.log -o modes 2>err || fail "modes: status $?: $(cat err)"
# the four through stdio are not direct, and so are a second pass
grep -qx 'modes: 312 figures of 13 tests, 2 passes, modes device and cached' err || fail "modes: $(cat err)"
round_trip modes

# Reports of throughput mode with several numbers of processes are one run, in one log or in several.
throughput_log() { # PROCESSES RATE
	printf '\tIozone: Performance Test of File I/O\n\t        Version %s: 3.508 $\n\n' "\$Revision"
	printf '\tRun began: Mon Nov 30 10:41:20 2026\n\n\tFile size set to 4096 kB\n\tRecord Size 64 kB\n'
	printf '\tCommand line used: iozone -t %d -s 4m -r 64k -i 0 -i 1\n\tOutput is in kBytes/sec\n' "$1"
	printf '\tFile stride size set to 17 * record size.\n'
	printf '\tThroughput test with %d processes\n\tEach process writes a 4096 kByte file in 64 kByte records\n' "$1"
	printf '\n\tChildren see throughput for %2d %s \t= %9.2f kB/sec\n' "$1" 'initial writers' "$2" "$1" readers $((2 * $2))
	printf '\niozone test complete.\n'
}
for n in 1 2 4; do
	throughput_log $n $((n * 102400)) >"t$n.log"
done
"$IOSWEEP" import t1.log t2.log t4.log -o processes 2>err || fail "processes: status $?: $(cat err)"
[ "$(cat err)" = "processes: 6 figures of 2 tests, 1 pass, mode cached" ] || fail "processes: $(cat err)"
cat t4.log t1.log t2.log >all.log
"$IOSWEEP" import all.log -o processes-2 2>err || fail "processes-2: status $?: $(cat err)"
for run in processes processes-2; do
	"$IOSWEEP" report --format csv "$run" | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["test"], $at["jobs"], $at["throughput_mib_s"], $at["pass"] }' | sort >out
	printf '%s\n' 'read 1 200 1' 'read 2 400 1' 'read 4 800 1' 'write 1 100 1' 'write 2 200 1' 'write 4 400 1' |
		cmp -s - out || fail "$run: $(cat out)"
done
"$IOSWEEP" report processes >out || fail "processes: report: status $?"
grep -q 'jobs' out || fail "processes: the report has no jobs: $(cat out)"

# what is no output of IOzone's, and what cannot be
echo 'no figures' >empty.log
refuses 3 "empty.log: there are no figures of IOzone's in it" import empty.log -o none
refuses 3 "absent.log" import absent.log -o none
refuses 3 "empty.log" import first.log empty.log -o none
refuses 3 "is not empty" import first.log -o first
refuses 2 "--output is missing" import first.log
refuses 2 "FILE, output of IOzone, is missing" import -o none
refuses 2 "--as: 'pass'" import --as pass first.log -o none
refuses 3 "64 MiB" import /dev/zero -o none
[ ! -e none ] || fail "none is there"
printf 'words\n%s\n\n 1 2 3\n' "$(cat first.log)" >words.log
"$IOSWEEP" import words.log -o words 2>err || fail "words: status $?"
grep -qx "words.log:$(($(wc -l <first.log) + 3)): figures that belong to no table" err || fail "words: $(cat err)"

# a run of its own, as IOzone would print it
"$IOSWEEP" run --quiet --api sim --file-size 64k:1m --record 4k:256k --passes 2 --min-time 1ms --seed 5 \
	--tests write,read,randread,stride -o own >screen 2>err || fail "run: status $?: $(cat err)"
round_trip own
table own | awk 'NF > 2 && $1 + 0' | awk '{ n += NF - 2 } END { print n }' >got
# 5 + 6 + 3 * 7 cells, of 4 tests, in 2 modes
[ "$(cat got)" = 256 ] || fail "own: $(cat got) figures"

# Real logs, where they are at hand: figures, and pairs of sizes, counted in the files.
expected='
03-rovanion-ext4 2119 163
06-esos-local-01 1638 126
09-psteinb 104 8
10-toby1984 728 56
12-ffs-fejk 655 120
18-perfbase-run0 1560 120
51-gen-N-usec 728 56
52-gen-O-ops 728 56
53-gen-R-cpu 60 15
54-gen-t2-C-R 6 1
56-gen-gap-i0-i5 105 35
64-gen-E 17 1
66-gen-efbig 76 19
67-gen-sigint 40 10
68-gen-sigkill 40 10
71-synth-crlf 104 8
73-synth-decimal-comma 8 1'

# LOG: what the file itself holds, by words: rows of the table; without one, figures of the reports
count_words() {
	tr -d '\r' <"$1" | awk '
		/Excel output is below|report"/ { table = 0 }
		$2 == "reclen" { table = 1; next }
		table && NF > 2 && /^[ 0-9]*$/ { n += NF - 2 }
		END { print n + 0 }'
}

if [ ! -d "$logs" ]; then
	[ "$failed" = 0 ] || exit 1
	echo "the rest passed; there are no real logs at $logs"
	exit 77
fi
for log in "$logs"/*.txt; do
	name=$(basename "$log" .txt)
	if [ "$name" = 60-gen-rec-gt-file ]; then
		refuses 3 "there are no figures" import "$log" -o real
		continue
	fi
	rm -rf real
	"$IOSWEEP" import "$log" -o real 2>err || fail "$name: status $?: $(cat err)"
	echo "$expected" | grep -qx "$name $(counts real)" || fail "$name: $(counts real) figures and pairs"
	case $name in
	10-* | 12-* | 54-* | 73-*) ;; # not from a table alone
	*) [ "$(counts real | cut -d ' ' -f 1)" = "$(count_words "$log")" ] || fail "$name holds $(count_words "$log")" ;;
	esac
	round_trip real
	if grep -q "^$name" "$logs/CLIFFS.tsv" && [ -x "$score" ]; then
		"$IOSWEEP" cliffs --format json real >cliffs.json || fail "$name: cliffs: status $?"
		"$score" "$logs/CLIFFS.tsv" cliffs.json --log "$name" >out || fail "$name: $(cat out)"
		tail -n 1 out >>scores
	fi
done
set -- "$logs"/*.txt
[ $# = $(($(echo "$expected" | grep -c .) + 1)) ] || fail "$# logs: other ones than are expected"
awk '{
	split($2, a, "/"); split($4, b, "/")
	found += a[1] + b[1]; wanted += a[2] + b[2]; alarms += $7; more += $12
} END {
	if (NR != 4 || wanted != 23 || found != wanted || alarms || more > 10)
		printf "cliffs: %d of %d, %d false alarms, %d more, in %d logs\n", found, wanted, alarms, more, NR
}' scores >out
[ ! -s out ] || fail "$(cat out)"

exit "$failed"
