# The pictures of a run, drawn by gnuplot itself: whole, of the right size, the same everywhere.
set -u
failed=0

fail() {
	echo "$*"
	failed=1
}

if ! command -v gnuplot >/dev/null; then
	echo "gnuplot is not installed"
	exit 77
fi
# shellcheck disable=SC2046
${CC:-cc} -O1 -o probe "$SRCDIR/tests/png_probe.c" $(pkg-config --libs libpng 2>/dev/null || echo -lpng -lz) || exit 1

"$IOSWEEP" run --api sim --file-size 64k:64m --record 4k:4m --tests read,randwrite --passes 2 --seed 1 -q -o run >/dev/null || exit 1
"$IOSWEEP" plot run >/dev/null || exit 1

size() {
	stat -c %s "$1"
}

for script in run/gnuplot/*/*.gp; do
	name=${script#run/gnuplot/}
	picture=run/png/${name%.gp}.png
	./probe "$picture" >facts || { fail "$picture is no picture"; continue; }
	grep -qx 'size 1600x1000' facts || fail "$picture: $(head -n 1 facts)"
	[ "$(sed -n 's/^colours //p' facts)" -gt 200 ] || fail "$picture: $(grep colours facts)"
	grep -q '^text Title: [A-Z]' facts || fail "$picture has no title"
	grep -q '^text Software: iosweep [0-9]' facts || fail "$picture does not say who made it"
	case $name in
	*-heat.gp | *-over-*.gp) most=200000 ;;
	*) most=600000 ;;
	esac
	[ "$(size "$picture")" -lt $most ] || fail "$picture has $(size "$picture") bytes"
done
pictures=(run/png/*/*.png)
[ ${#pictures[@]} -ge 20 ] || fail "only ${#pictures[@]} pictures"
[ -z "$(find run -name '.*' -type f)" ] || fail "left behind: $(find run -name '.*' -type f)"

# the same bytes under another name, in another locale, with a user's own settings for gnuplot
odd="a 'run' \"of\" \$HOME \`id\`
line"
cp -r run "$odd"
rm -rf "$odd/png" "$odd/gnuplot"
printf 'set terminal dumb\nset xrange [0:1]\n' >.gnuplot
LC_ALL=de_DE.UTF-8 GNUTERM=x11 HOME=$PWD "$IOSWEEP" plot "$odd" >/dev/null || fail "plot fails under an odd name"
diff -r run "$odd" >/dev/null || fail "not the same: $(diff -rq run "$odd" | head -n 3)"

# a script draws by itself, the same picture, and without a file it neither draws nor asks
(cd run/gnuplot/device && LC_ALL=C.UTF-8 gnuplot -d -e "OUT='read.png'" read.gp) || fail "gnuplot read.gp fails"
./probe run/gnuplot/device/read.png 800,500 | sed '/^text/d' >alone
./probe run/png/device/read.png 800,500 | sed '/^text/d' >drawn
cmp -s alone drawn || fail "read.gp draws another picture"
rm run/gnuplot/device/read.png
(cd run/gnuplot/device && for script in *.gp; do gnuplot -d -p "$script" || exit 1; done) >out 2>&1 </dev/null ||
	fail "a script fails by hand: $(cat out)"

# without gnuplot: the flat ones, what to do for the others, and no picture that looks new
mkdir nothing
PATH=$PWD/nothing "$IOSWEEP" plot run >out 2>err && fail "plot without gnuplot succeeds"
grep -q 'gnuplot: not found; install gnuplot (Debian: gnuplot-nox); 6 pictures need it, the other 14' err ||
	fail "without gnuplot: $(cat err)"
for picture in run/png/*/*.png; do
	case $picture in
	*-heat.png | *-over-*.png) ./probe "$picture" >/dev/null || fail "$picture is no picture" ;;
	*) fail "a picture without gnuplot: $picture" ;;
	esac
done
PATH=$PWD/nothing "$IOSWEEP" plot run --kind heat,slices >out 2>err || fail "flat pictures need gnuplot: $(cat err)"
grep -q 'surfaces would need it' err || fail "nothing is said of surfaces: $(cat err)"

exit $failed
