# What stands where in the pictures of a run whose figures are known: axes, palette, a cliff, holes. By gnuplot and without.
# timeout: 240
# once: the same pictures take long under a sanitizer
set -u
failed=0

fail() {
	echo "$*"
	failed=1
}

# shellcheck disable=SC2046
${CC:-cc} -O1 -o probe "$SRCDIR/tests/png_probe.c" $(pkg-config --libs libpng 2>/dev/null || echo -lpng -lz) || exit 1

# 16 file sizes, of which the first ones are smaller than the largest records; the memory is 64M, column 12.
mkdir nothing
PATH=$PWD/nothing "$IOSWEEP" run --api sim --sim-model "$SRCDIR/samples/models/cache-cliff.json" --mode cached \
	--file-size 16k:512m --record 4k:64k --tests read --passes 2 -q -o run >/dev/null 2>&1
rm -rf run/png run/gnuplot

# The heat map's area in pixels from the lower left corner, as it is laid out for these sizes.
left=128 right=1480 bottom=135 top=835 columns=16 rows=5

colour() { # PICTURE X Y: RRGGBB at pixels from the lower left corner
	./probe "$1" "$2,$((999 - $3))" | sed -n 's/^pixel [^ ]* //p'
}

cell() { # COLUMN ROW: "X Y" near the cell's lower left corner, where no number is
	echo "$((left + (right - left) * (4 * $1 + 1) / (4 * columns) - 8)) $((bottom + (top - bottom) * (8 * $2 + 1) / (8 * rows)))"
}

near() { # WHAT COLOUR COLOUR: but for what smooth edges change
	local i off=0
	[ ${#2} = 6 ] || { fail "$1: no pixel"; return; }
	for i in 0 2 4; do
		off=$((16#${2:i:2} - 16#${3:i:2}))
		[ ${off#-} -le 24 ] || { fail "$1: $2 instead of $3"; return; }
	done
}

green() { # COLOUR: the part of it that grows with the value all along the palette
	echo $((16#${1:2:2}))
}

bar() { # PICTURE: the palette from its lower to its upper end
	near "$1: the palette's foot" "$(colour "$1" 1507 282)" 440154
	near "$1: the palette's middle" "$(colour "$1" 1507 530)" 21918c
	near "$1: the palette's head" "$(colour "$1" 1507 778)" fde725
}

heat() { # PICTURE
	local row before after
	bar "$1"
	for row in 0 1 2 3 4; do
		# shellcheck disable=SC2046
		before=$(colour "$1" $(cell 12 $row))
		# shellcheck disable=SC2046
		after=$(colour "$1" $(cell 13 $row))
		[ "$(green "$after")" -lt $(($(green "$before") / 2)) ] ||
			fail "$1, row $row: no fall from 64M ($before) to 128M ($after)"
		near "$1, row $row: the mark of the cliff" \
			"$(colour "$1" $((left + (right - left) * 13 / columns)) $((bottom + (top - bottom) * (4 * row + 1) / (4 * rows))))" c2185b
	done
	# a record that is larger than its file
	for blank in "0 3" "0 4" "1 4"; do
		# shellcheck disable=SC2046,SC2086
		near "$1: the hole $blank" "$(colour "$1" $(cell $blank))" ffffff
	done
	# shellcheck disable=SC2046
	[ "$(colour "$1" $(cell 0 2))" != ffffff ] || fail "$1: a hole where there is a figure"
}

slice() { # PICTURE
	local axis
	for axis in "128 400" "129 700" "500 150" "1200 149"; do
		# shellcheck disable=SC2086
		[ "$(colour "$1" $axis)" != ffffff ] || [ "$(colour "$1" "$((${axis% *} - 1))" "${axis#* }")" != ffffff ] ||
			fail "$1: no axis at $axis"
	done
	near "$1: beside the axes" "$(colour "$1" 60 300)" ffffff
}

surface() { # PICTURE
	bar "$1"
	# the foot of the value axis, and the corner that is nearest
	[ "$(colour "$1" 137 400)$(colour "$1" 136 400)" != ffffffffffff ] || fail "$1: no value axis"
	near "$1: below the floor" "$(colour "$1" 300 60)" ffffff
}

draw() {
	local status=0
	rm -rf run/png
	PATH=$1 "$IOSWEEP" plot run >out 2>err || status=$?
	heat run/png/cached/read-heat.png
	slice run/png/cached/read-over-file.png
	slice run/png/cached/read-over-record.png
	return $status
}

draw "$PWD/nothing" && fail "surfaces without gnuplot"
if ! command -v gnuplot >/dev/null; then
	[ $failed = 0 ] || exit 1
	echo "what needs no gnuplot passed; gnuplot is not installed"
	exit 77
fi
draw "$PATH" || fail "plot fails: $(cat err)"
surface run/png/cached/read.png

# the other formats, twice the same
for format in svg pdf ps; do
	"$IOSWEEP" plot run --format $format --kind surface,slices >out 2>err || fail "$format: $(cat err)"
	mv run/$format first
	"$IOSWEEP" plot run --format $format --kind surface,slices >out 2>err
	diff -r first run/$format >/dev/null || fail "$format: not the same again"
	[ "$(find first -name "read*.$format" -size +4k | wc -l)" = 3 ] || fail "$format: $(ls -lR first)"
	rm -r first
done

# another size has other pixels and the same page; bad values are refused
mkdir small
"$IOSWEEP" plot run --size 800x500 --kind heat --view 40,126 --scale log -o small >out 2>err || fail "800x500: $(cat err)"
./probe small/png/cached/read-heat.png | grep -qx 'size 800x500' || fail "another size than 800x500"
near "the small palette's head" "$(./probe small/png/cached/read-heat.png 753,112 | sed -n 's/^pixel [^ ]* //p')" fde725
for bad in '--size 800' '--size 10x10' '--size 800x20000' '--view 91,0' '--view 30' '--view 30,400' '--kind heat,cold' \
	'--scale cubic' '--format gif'; do
	# shellcheck disable=SC2086
	"$IOSWEEP" plot run $bad >out 2>err
	[ $? = 2 ] || fail "$bad is taken"
	grep -q -e "${bad%% *}" err || fail "$bad: $(cat err)"
done

exit $failed
