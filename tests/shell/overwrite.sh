# One file or block device as the target: read without leave, and as it was afterwards; written to only with
# --overwrite, and never while it is in use.
# timeout: 150
set -euo pipefail

export LC_ALL=C
loops=()
mounted=()
cleanup() {
	for dir in ${mounted[@]+"${mounted[@]}"}; do
		umount "$dir" 2>/dev/null || :
	done
	for loop in ${loops[@]+"${loops[@]}"}; do
		losetup -d "$loop" 2>/dev/null || :
	done
}
trap cleanup EXIT

fail() {
	echo "$*"
	[ ! -s out ] || { grep '^iosweep' out || tail -n 20 out; }
	exit 1
}

record=4k,64k
sweep() { # ARGUMENT...
	status=0
	rm -rf run
	"$IOSWEEP" run --record "$record" --min-time 1ms --passes 1 --no-confirm --no-pictures -q -o run "$@" >out 2>&1 </dev/null || status=$?
}

refused() { # STATUS WHAT PATTERN ARGUMENT...
	local expected=$1 what=$2 pattern=$3
	shift 3
	sweep "$@"
	[ "$status" = "$expected" ] || fail "$what: exit status $status, not $expected"
	grep -Eq -- "$pattern" out || fail "$what: does not say: $pattern"
	[ ! -e run ] || fail "$what: a run directory was made"
}

# All samples are good ones, and there are so many.
measured() { # COUNT WHAT
	[ "$status" = 0 ] || fail "$2: exit status $status"
	[ "$(grep -c '"status":"ok"' run/samples.jsonl)" = "$1" ] || fail "$2: not $1 good samples"
	[ "$(wc -l <run/samples.jsonl)" = "$1" ] || fail "$2: others as well"
}

reading=read,reread,randread,backward,stride
writing=rewrite,read,randwrite,recrewrite,mixed

check() { # TARGET BACKING: what is the same for files and devices
	local before
	before=$(sha256sum <"$2")
	refused 3 "$1 without leave" "$1: not a directory; the test write would write" "$1"
	refused 3 "$1, one test that writes" "the test randwrite would write" --tests read,randwrite "$1"
	refused 2 "$1, jobs with files of their own" "which jobs must share" --jobs 2 --tests read "$1"
	refused 3 "$1, too large a size" "is larger than $1, which has 4m and does not grow" --tests read --file-size 8m "$1"
	sweep --tests "$reading" --file-size 64k,4m "$1"
	grep -q '"mode":"cached"' run/samples.jsonl || fail "$1: nothing was read through the cache"
	measured "$(wc -l <run/samples.jsonl)" "reading $1"
	[ "$(sha256sum <"$2")" = "$before" ] || fail "reading $1 has changed it"
	strace_reads "$1"
	sweep --overwrite --tests "$writing" --file-size 64k,4m --verify "$1"
	measured "$(wc -l <run/samples.jsonl)" "overwriting $1"
	[ "$(sha256sum <"$2")" != "$before" ] || fail "overwriting $1 has written nothing"
	sweep --overwrite --tests write,rewrite --file-size 64k "$1"
	! grep -q '"test":"write"' run/samples.jsonl || fail "$1: a test that makes its own file was run"
	record=64k
	for api in sync pvsync mmap stdio posixaio libaio io_uring; do
		"$IOSWEEP" list | grep -q "^  $api *usable" || continue
		sweep --overwrite --mode cached --api $api --tests rewrite,read --file-size 1m "$1"
		measured 2 "$1 through $api"
	done
	sweep --overwrite --mode cached --tests rewrite,read --file-size 1m --jobs 2 --shared-file segments "$1"
	measured 2 "$1 with two jobs"
	record=4k,64k
	[ "$(stat -c %s "$2")" = 4194304 ] || fail "$1 has grown"
}

# It is never opened for writing.
strace_reads() { # TARGET
	command -v strace >/dev/null || return 0
	strace -f -e trace=open,openat -o trace "$IOSWEEP" run --record 64k --file-size 1m --min-time 1ms --tests read --passes 1 \
		--no-confirm --no-pictures -q -o traced "$1" >out 2>&1 || fail "$1 under strace: exit status $?"
	rm -rf traced
	! grep -E "$1|/proc/self/fd/" trace | grep -E 'O_RDWR|O_WRONLY|O_TRUNC|O_CREAT' ||
		fail "$1 was opened for writing: $(grep -E "$1" trace)"
}

make_file() { # NAME
	head -c 4194304 /dev/urandom >"$1"
}

make_file "$PWD/file"
check "$PWD/file" file
[ -z "$(find . -name 'iosweep-work-*')" ] || fail "left beside the file"

# A run on a file is gone on with.
sweep --overwrite --tests "$writing" --file-size 64k,1m file
cut -d, -f 1-8 run/samples.jsonl >whole
sed -i 's/"state": "complete"/"state": "running"/' run/run.json
head -n 7 run/samples.jsonl >part
cp part run/samples.jsonl
(mkdir -p elsewhere && cd elsewhere && "$IOSWEEP" resume -q ../run >../out 2>&1) || fail "resume: exit status $?"
cut -d, -f 1-8 run/samples.jsonl | cmp -s - whole || fail "resume: other cells"

# Another file of that name is not overwritten: nobody has named it.
sed -i 's/"state": "complete"/"state": "running"/' run/run.json
cp part run/samples.jsonl
cp file copy
mv copy file
sha256sum file >before
"$IOSWEEP" resume -q run >out 2>&1 && fail "another file was overwritten"
grep -q 'the target file (its inode) is not that of the run any more' out || fail "it is not said that it is another file"
sha256sum -c --quiet before || fail "another file has changed"
rm before

mkdir dir
refused 2 "a directory" "no file or block device" --overwrite dir
refused 2 "a simulated device" "no file or block device" --overwrite --api sim
: >empty
refused 3 "an empty file" "empty is empty" --overwrite empty
refused 2 "a file that is not there" "missing is no file" --overwrite missing
refused 3 "a character device" "/dev/null: not a directory" /dev/null
python3 - <<'END' || fail "what is locked"
import fcntl, os, subprocess
run = [os.environ['IOSWEEP'], 'run', '--overwrite', '--tests', 'rewrite', '--file-size', '64k', '-q', '-o', 'run', 'file']
subprocess.run(['rm', '-rf', 'run'])
for lock in fcntl.lockf, fcntl.flock:
    with open('file', 'r+b') as f:
        lock(f, fcntl.LOCK_EX)
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 3 and 'file is locked by another program' in done.stderr, done
        assert not os.path.exists('run')
END
ln file other
sweep --overwrite --tests rewrite --file-size 64k file
[ "$status" = 0 ] || fail "a file with two names: exit status $status"
"$IOSWEEP" run --overwrite --tests rewrite --file-size 64k --record 64k --passes 1 --no-pictures -o names file >/dev/null 2>out
grep -q 'file is one of 2 names of this file' out || fail "it is not said that the file has two names"
rm -r other names
ln -s file link
refused 3 "a link to a file" "link: not a directory" link

# ---- devices ----

make_file disk
if [ "$(id -u)" != 0 ] || ! loop=$(losetup -f --show disk 2>/dev/null); then
	echo "loop devices cannot be made; block devices were left out"
	exit 77
fi
loops+=("$loop")
refused 3 "a file behind a loop device" "disk is in use by a loop device" --overwrite disk
check "$loop" disk
exec 7<>"$loop"
python3 -c 'import os, sys; os.open(sys.argv[1], os.O_RDWR | os.O_EXCL)' "$loop" 2>/dev/null || fail "the device is still taken"
exec 7>&-
# On an array files get their blocks at once; a device has them.
sweep --overwrite --tests rewrite,read --file-size 1m --raid chunk=64k,data=3 --mode device "$loop"
measured 4 "a device that is an array"
if command -v mkfs.ext4 >/dev/null; then
	mkfs.ext4 -q "$loop"
	mkdir mnt
	mount "$loop" mnt
	mounted+=(mnt)
	echo kept >mnt/mine
	sync
	refused 3 "a mounted device" "$loop is in use \(mounted" --overwrite "$loop"
	sweep --mode cached --tests read --file-size 1m "$loop"
	measured 2 "reading a mounted device"
	[ "$(cat mnt/mine)" = kept ] || fail "the file on the mounted device has changed"
	umount mnt
	mounted=()
fi
# Another file system on the same device is another target.
if command -v mkfs.ext4 >/dev/null; then
	mount "$loop" mnt
	mounted+=(mnt)
	sweep --mode cached --tests read,reread --file-size 64k mnt
	measured 4 "an ext4"
	umount mnt
	mkfs.ext4 -q "$loop"
	mount "$loop" mnt
	sed -i 's/"state": "complete"/"state": "running"/' run/run.json
	sed -i 1q run/samples.jsonl
	"$IOSWEEP" resume -q run >out 2>&1 && fail "another file system was taken for the run's"
	grep -q 'the file system (its UUID) is not that of the run any more' out || fail "it is not said that it is another file system"
	umount mnt
	mounted=()
fi
if command -v mkswap >/dev/null && mkswap "$loop" >/dev/null 2>&1 && swapon "$loop" 2>/dev/null; then
	sweep --overwrite --tests rewrite --file-size 64k "$loop"
	swapoff "$loop"
	[ "$status" = 3 ] || fail "a device that is swapped to: exit status $status"
	rm -rf run
	make_file "swap file"
	chmod 600 "swap file"
	mkswap "swap file" >/dev/null 2>&1
	if swapon "swap file" 2>/dev/null; then
		sweep --overwrite --tests rewrite --file-size 64k "swap file"
		swapoff "swap file"
		if [ "$status" != 3 ] || ! grep -q 'swap file is in use as swap' out; then
			fail "a file that is swapped to: exit status $status"
		fi
	fi
fi
