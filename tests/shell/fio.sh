# The same work by iosweep and by fio comes to the same numbers, as far as a busy machine lets one say.
# timeout: 120
# once: it compares speeds
set -euo pipefail

export LC_ALL=C
if ! command -v python3 >/dev/null; then
	echo "python3 is not installed"
	exit 77
fi
if ! command -v fio >/dev/null; then
	echo "fio is not installed"
	exit 77
fi
case $(stat -f -c %T .) in
tmpfs | ramfs)
	echo "the build directory lies in memory"
	exit 77
	;;
esac

# One of each kind: synchronous, deep, side by side, cached. A record of 1 MiB takes so long that what the two programs
# themselves add to it does not show.
ROUNDS=3 MS=100 SIZE_MIB=16 ROWS=1,7,9,10,16 "$SRCDIR/scripts/compare-with-fio" . >table 2>errors || {
	cat table errors
	exit 1
}
awk '
!/, (device|cached) / { next }
{ sub(/.*(device|cached) +/, ""); rows++; ratio = $3 }
ratio < 0.1 || ratio > 10 { bad = 1 }
END { exit bad || rows < 3 }' table || {
	echo "tenfold differences, or too few rows:"
	cat table
	exit 1
}
