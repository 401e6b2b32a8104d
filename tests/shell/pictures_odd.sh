# Whatever is to be drawn, and whatever stands in the way: a whole picture or a reason, never a half one or a question.
# timeout: 240
# once: the same pictures take long under a sanitizer
set -u
failed=0

fail() {
	echo "$*"
	failed=1
}

command -v gnuplot >/dev/null && gnuplot=1 || gnuplot=0
# shellcheck disable=SC2046
${CC:-cc} -O1 -o probe "$SRCDIR/tests/png_probe.c" $(pkg-config --libs libpng 2>/dev/null || echo -lpng -lz) || exit 1
models=$SRCDIR/samples/models
mkdir nothing

measure() { # RUN OPTIONS...
	local run=$1
	shift
	PATH=$PWD/nothing "$IOSWEEP" run --api sim --sim-model "$models/flat.json" --mode device --passes 2 --tests read \
		-q -o "$run" "$@" >/dev/null 2>err || fail "$run: $(cat err)"
	rm -rf "$run/png" "$run/gnuplot"
}

# Every picture below a folder is whole and not blank, and nothing else is left there.
whole() { # FOLDER
	local picture
	for picture in "$1"/png/*/*; do
		[ -e "$picture" ] || continue
		./probe "$picture" >facts 2>&1 || fail "$picture is no picture: $(cat facts)"
		[ "$(sed -n 's/^colours //p' facts)" -gt 2 ] || fail "$picture is blank"
	done
	[ -z "$(find "$1" -name '.*' -type f)" ] || fail "$1: left behind: $(find "$1" -name '.*' -type f)"
}

plot() { # RUN PICTURES [OPTIONS...]: with standard input that ends a question, and gnuplot where there is one
	local run=$1 n=$2
	shift 2
	"$IOSWEEP" plot "$run" "$@" >out 2>err </dev/null || [ "$gnuplot" = 0 ] || fail "$run: $(cat err)"
	whole "$run"
	drawn=$(find "$run/png" -name '*.png' -printf . | wc -c)
	[ "$gnuplot" = 0 ] || [ "$drawn" = "$n" ] || fail "$run: $drawn pictures instead of $n"
}

# ---- what there is to draw ----

measure row --file-size 64k:1m --record 4k
measure column --file-size 1m --record 4k:64k
measure cell --file-size 1m --record 4k
measure two --file-size 1m,2m --record 4k,8k
measure forty --file-size 160k:1280k --record 4k:160k:+4k
measure odd --file-size 100m,150m,1000m --record 10m,33m,100m
plot row 2
plot column 2
plot cell 2
plot two 4
plot forty 6
plot odd 6

# nothing measured: the plan is known, the journal empty
cp -r cell empty
: >empty/samples.jsonl
plot empty 2

# zeros: the spread of passes that agree, on both scales
PATH=$PWD/nothing "$IOSWEEP" run --api sim --sim-model "$models/failing.json" --mode device --passes 2 --tests read -q \
	--file-size 64k:256k --record 4k:16k -o zeros >/dev/null 2>err
rm -rf zeros/png
plot zeros 6 --metric spread
plot zeros 6 --metric spread --scale log

# every metric
for metric in iops p50 p99 p99.9 max cpu spread device-share; do
	rm -rf two/png
	plot two 1 --metric $metric --kind heat
	[ -e "two/png/device/read-$metric.png" ] || fail "no picture of $metric"
done

# names that gnuplot could take for something else
cp -r two names
rm -rf names/png
# shellcheck disable=SC2016
sed -i 's/"host_name": "[^"]*"/"host_name": "my_host^{2}_x@`id`$HOME %s \\\\n \\u0007 \\"q\\""/' names/run.json
plot names 4
cp -r cell "a 'cell' \"of\" \$HOME \`id\`
line"
plot "a 'cell' \"of\" \$HOME \`id\`
line" 2

# ---- what can stand in the way ----

# the run is not to be written to: the pictures go elsewhere, and nothing of it changes
mkdir elsewhere
find cell -type f -exec md5sum {} + >before
chmod -R a-w cell
"$IOSWEEP" plot cell -o elsewhere >out 2>err || [ "$gnuplot" = 0 ] || fail "elsewhere: $(cat err)"
chmod -R u+w cell
find cell -type f -exec md5sum {} + | cmp -s before - || fail "plot -o changed the run"
whole elsewhere
[ -e elsewhere/png/device/read.png ] || fail "no picture elsewhere"
"$IOSWEEP" plot cell -o missing >out 2>err && fail "plot into a folder that is missing"
grep -q 'missing' err || fail "a missing folder: $(cat err)"

# a gnuplot that is missing, too old, crashes at once or half way, hangs on its input, or writes half a picture
measure nine --file-size 256k:1m --record 4k:16k
mkdir bin
stand_in() { # TEXT SCRIPT: text is part of the message; no surface is left, all else is drawn
	printf '#!/bin/sh\n%s\n' "$2" >bin/gnuplot
	chmod +x bin/gnuplot
	mkdir -p nine/png/device
	echo old >nine/png/device/read.png
	PATH=$PWD/bin:/usr/bin:/bin timeout 60 "$IOSWEEP" plot nine >out 2>err </dev/null && fail "$1: plot succeeds"
	grep -q "$1" err || fail "$1: $(cat err)"
	[ ! -e nine/png/device/read.png ] || fail "$1: a surface without gnuplot"
	[ -e nine/png/device/read-heat.png ] || fail "$1: no heat map"
	whole nine
}
probe="case \$3 in print*) echo 'iosweep-probe 5.4 png pngcairo ' >&2; exit;; esac"
# shellcheck disable=SC2016
out='out=$(echo "$3" | sed "s/^OUT=.//; s/.\$//")'
stand_in 'version 4.6 is too old' "echo 'iosweep-probe 4.6 png pngcairo ' >&2"
stand_in 'ended by signal 11' 'kill -SEGV $$'
stand_in 'exit status 1: some library is missing' 'echo some library is missing >&2; exit 1'
stand_in 'picture device/[a-z-]*: gnuplot: ended by signal 6' "$probe; kill -ABRT \$\$"
stand_in 'the picture is not a PNG' "$probe; $out; read answer; : >\"\$out\""
stand_in 'the picture is not a PNG' "$probe; exit 0"
PATH=$PWD/nothing "$IOSWEEP" plot nine >out 2>err && fail "no gnuplot: plot succeeds"
grep -q 'gnuplot: not found; install gnuplot' err || fail "no gnuplot: $(cat err)"
whole nine

# the disk is full, now sooner, now later
for blocks in 1 20 60; do
	rm -rf full
	mkdir full
	(
		trap '' XFSZ
		ulimit -f $blocks
		"$IOSWEEP" plot nine -o full >out 2>err
	) && fail "a full disk: plot succeeds"
	[ -s err ] || [ $blocks -lt 2 ] || fail "a full disk: nothing is said"
	whole full
done

exit $failed
