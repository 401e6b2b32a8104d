#!/bin/bash
# Whole runs over the simulated API: the same bytes each time, and the tables and cliffs that stand in tests/golden.
# GOLDEN_UPDATE=1 writes those anew; look at the difference before it is committed.
# timeout: 240
set -euo pipefail

models=$SRCDIR/samples/models
golden=$SRCDIR/tests/golden

# Most of the time is gnuplot's: what is to be drawn has it on its PATH.
path=/nonexistent

# Each in a folder of its own, with the same relative names, so that the command lines are the same too.
run() { # FOLDER EXPECTED_STATUS OPTIONS...
	local folder=$1 expected=$2 status=0
	shift 2
	mkdir -p "$folder"
	(cd "$folder" && ln -sfn "$models" models && PATH=$path "$IOSWEEP" run --api "${api:-sim}" -q -o out "$@" >stdout 2>stderr) || status=$?
	[ "$status" = "$expected" ] || {
		cat "$folder/stderr"
		echo "$folder: exit status $status, expected $expected"
		exit 1
	}
}

same_as_golden() { # FOLDER
	local file
	for file in tables.txt cliffs.txt; do
		sed '1s/^iosweep [^ ,]*/iosweep VERSION/' "$1/out/$file" >"$1-$file"
		[ -z "${GOLDEN_UPDATE:-}" ] || cp "$1-$file" "$golden/$1-$file"
		diff -u "$golden/$1-$file" "$1-$file" || {
			echo "$1: $file is not what it was"
			exit 1
		}
	done
}

# Powers of two step over the falls of a stripe of 1280K; five quarters of each stand on both sides of them.
around_stripe=64k,80k,128k,160k,256k,320k,512k,640k,1m,1280k,1600k,2m,2560k,3200k,4m

run raid5 0 --sim-model models/raid5-chunk256k.json --file-size 4m:256m --record "$around_stripe" --passes 3
run cache 0 --sim-model models/cache-cliff.json --file-size 64k:1g --record 4k:16m --mode cached --passes 1
run flat 0 --sim-model models/flat.json --file-size 64k:16m --passes 3 --tests write,read,randread
run failing 1 --sim-model models/failing.json --file-size 64k:1m --record 4k:64k --passes 2
api=sim_queue run queue 0 --sim-model models/queue.json --mode device --tests randread,randwrite --file-size 4m \
	--record 4k:256k --depth 1:32 --passes 3
api=sim_queue run fixed 0 --sim-model models/queue.json --mode device --tests read --file-size 1m,4m --record 16k,64k \
	--depth 1,16 --passes 1
for name in raid5 cache flat failing queue fixed; do
	same_as_golden "$name"
done

# The depth helps as far as the model says: eight times, and never past the bus.
awk -F, '
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{ rate[$column["test"], $column["record_size_bytes"], $column["depth"]] = $column["throughput_mib_s"]; records[$column["record_size_bytes"]] }
END {
	for (record in records) {
		single = rate["randread", record, 1]
		for (depth = 2; depth <= 32; depth *= 2) {
			channels = depth < 8 ? depth : 8
			expected = channels * single < 3000 ? channels * single : 3000
			seen = rate["randread", record, depth]
			if (seen < 0.9 * expected || seen > 1.05 * expected) {
				print "randread of " record " at depth " depth ": " seen " MiB/s where " expected " were expected"
				bad = 1
			}
		}
	}
	exit bad
}' queue/out/cells.csv

# What the models are must be found, and where nothing is nothing may be.
says() { # FOLDER PATTERN
	tr -s '\n ' ' ' <"$1/out/cliffs.txt" | grep -q "$2" || {
		echo "$1: found no '$2'"
		exit 1
	}
}
says raid5 'rise by [^,]* as the record grows from 1M to 1.25M'
says raid5 'fall [^,]* as the record grows from 1.25M to'
says raid5 "from 1.25M to [^;]*; confidence [^;]*; confirmed; consistent with sim's stripe of 1.25M"
says cache 'fall [^,]* as the file grows from 64M to 128M'
says cache 'from 64M to 128M, [^;]*; confidence [^;]*; confirmed; near the memory of 64M'
says flat 'none found'
says queue 'none found'
if grep 'confidence' flat/out/cliffs.txt; then
	echo "a device without cliffs has some"
	exit 1
fi

# The same run twice: every file has the same bytes.
twice() { # FOLDER OPTIONS...
	local folder=$1
	shift
	[ -d "$folder" ] || run "$folder" 0 "$@"
	mkdir -p again
	mv "$folder" again/
	run "$folder" 0 "$@"
	diff -r "again/$folder/out" "$folder/out"
	cmp "again/$folder/stdout" "$folder/stdout"
}
twice raid5 --sim-model models/raid5-chunk256k.json --file-size 4m:256m --record "$around_stripe" --passes 3

# Pictures too.
if command -v gnuplot >/dev/null; then
	path=$PATH
	twice drawn --sim-model models/raid5-chunk256k.json --file-size 4m:64m --record 64k:4m --tests write,read --passes 2
	[ -n "$(find drawn/out/png -name '*.png')" ]
	path=/nonexistent
fi

# Another seed gives another run.
run seed 0 --sim-model models/raid5-chunk256k.json --file-size 1m:4m --record 16k:1m --passes 1 --seed 2
run seed1 0 --sim-model models/raid5-chunk256k.json --file-size 1m:4m --record 16k:1m --passes 1 --seed 1
if cmp seed/out/samples.jsonl seed1/out/samples.jsonl; then
	echo "the seed changes nothing"
	exit 1
fi
