# What a compressor saves of files that were written in small records is what --compress-percent asks for: of a file as
# one stream (gzip), and of each 128 KiB by itself (file systems).
# timeout: 60
set -u
export LC_ALL=C
if ! command -v python3 >/dev/null; then
	echo "python3 is not installed"
	exit 77
fi
mkdir -p target
failed=0

cat >saved.py <<'END_OF_PROGRAM'
"""saved.py FILE ASKED: fails unless zlib saves ASKED percent of it, give or take 3, whole and in pieces."""
import sys
import zlib

PIECE = 128 << 10
data, asked = open(sys.argv[1], 'rb').read(), int(sys.argv[2])
packed = {
    'whole': len(zlib.compress(data, 6)),
    'in pieces': sum(len(zlib.compress(data[at:at + PIECE], 6)) for at in range(0, len(data), PIECE)),
}
wrong = 0
for how, size in packed.items():
    share = 100 - 100 * size / len(data)
    wrong |= abs(share - asked) > 3
    print(f'{how}: {share:.1f} % are saved, {asked} were asked for')
sys.exit(wrong)
END_OF_PROGRAM

try() { # API RECORD PERCENT TEST
	head -c 2097152 /dev/zero >target/file
	rm -rf run
	"$IOSWEEP" run --overwrite target/file --api "$1" --file-size 2m --record "$2" --tests "$4" --mode cached \
		--depth 4 --passes 1 --min-time 1us --no-confirm --compress-percent "$3" -q -o run >out 2>&1 || {
		echo "$1, $4, records of $2: status $?: $(tail -n 1 out)"
		failed=1
	}
	python3 saved.py target/file "$3" >saved 2>&1 || {
		sed "s/^/$1, $4, records of $2: /" saved
		failed=1
	}
}

usable() { # API
	"$IOSWEEP" list | awk -v api="$1" '$1 == api && $2 == "usable" { found = 1 } END { exit !found }'
}

deep=
for api in libaio io_uring; do
	usable "$api" && deep=$api
done
for api in psync $deep; do
	for record in 4k 16k; do
		for percent in 0 50; do
			try "$api" "$record" "$percent" rewrite
		done
	done
done
try psync 4k 0 randwrite
try mmap 16k 50 rewrite
exit "$failed"
