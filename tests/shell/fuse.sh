# A file system of the test's own goes wrong at a chosen place: the cells concerned have failed, with errno, test, sizes and
# offset, the others are measured, the run ends with 1 and leaves nothing behind. What is late is no failure, and is named.
# timeout: 90
set -euo pipefail
# shellcheck source=common
. "$SRCDIR/tests/shell/common"

export LC_ALL=C
need_python
build_faulty

sweep() { # STATUS RUN ARGUMENT...
	local status=0 expected=$1 run=$2
	shift 2
	rm -rf "$run"
	timeout -k 5 40 env PATH=/nonexistent "$IOSWEEP" run -q --passes "${passes:-1}" --min-time "${least:-1ms}" --record 64k -o "$run" "$@" mnt \
		--no-confirm >out 2>&1 </dev/null || status=$?
	[ "$status" = "$expected" ] || fail "$run: exit status $status, not $expected"
	[ -z "$(ls back)" ] || fail "$run: left behind: $(ls back)"
}

# query, where nothing may have been skipped.
told() { # RUN EXPRESSION
	query "$1" "len(samples) == len(failed) + len(healthy) and ($2)"
}

find_apis

# ---- EIO at a place, through every API ----

mount_faulty read@1500000=EIO
sweep 1 read-cached --mode cached --api "$apis" --tests read --file-size 64k,2m
told read-cached 'len({s["api"] for s in samples}) >= 4 and failed_with(errno.EIO, large)'
told read-cached 'near([s for s in large if s["api"] != "stdio"], 1500000) and all(s["status"] == "ok" for s in small)'
sweep 1 read-device --mode device --tests read,randread,rewrite --file-size 64k,2m
told read-device 'failed_with(errno.EIO, [s for s in large if s["pattern"] != "rewrite"]) and near(failed, 1500000)'
told read-device 'len(failed) == 2'
sweep 1 read-jobs --mode device --tests read --file-size 64k,2m --jobs 2
told read-jobs 'failed_with(errno.EIO, large) and all(s["error"].startswith("job ") for s in large)'

# What cannot be prepared has failed for every test that would run on it, and write has failed by itself.
mount_faulty write@1500000=EIO
sweep 1 write --mode device --tests write,read,rewrite --file-size 64k,2m
told write 'failed_with(errno.EIO, large) and all(s["status"] == "ok" for s in small)'
told write 'near([s for s in large if s["test"] == "write"], 1500000)'
mount_faulty write@1500000=EDQUOT
sweep 1 quota --mode cached --api "$apis" --tests write --file-size 64k,2m
told quota 'failed_with(errno.EDQUOT, [s for s in large if s["api"] != "mmap"])'
told quota 'all(s["status"] == "ok" for s in small) and all(s["status"] == "failed" for s in large)'

# ---- once, and at other operations ----

# Behind the trials, whose number is not known.
least=1us
mount_faulty write@1500000#250=ENOSPC
passes=300 sweep 1 once --mode device --tests rewrite --file-size 64k,2m
told once 'len(failed) == 1 and len(large) == 300 and failed_with(errno.ENOSPC, failed) and failed[0] in large'
mount_faulty fsync#900=EIO
passes=1000 sweep 1 fsync --mode cached --tests write --file-size 64k
told fsync 'len(failed) == 1 and failed_with(errno.EIO, failed) and "flush" in failed[0]["error"]'
mount_faulty create#900=EDQUOT
passes=1000 sweep 1 create --mode cached --tests write --file-size 64k
told create 'len(failed) == 1 and failed_with(errno.EDQUOT, failed) and len(healthy) == 999'
least=
mount_faulty unlink#4=EROFS
sweep 0 unlink --mode cached --tests write --file-size 64k:256k
told unlink 'not failed'

# ---- late, and too little ----

mount_faulty read@1500000=stuck:1
sweep 0 stuck --mode device --tests read,randread --file-size 64k,2m --stuck-after 500ms
told stuck 'not failed and all(s["lat_max_ns"] > 0.9e9 for s in large)'
told stuck 'all((s["stuck_ns"] is not None) == (s["lat_max_ns"] > 0.5e9) for s in samples)'
# A short read tells the kernel that the file has ended there.
mount_faulty read@100000=short
sweep 1 short --mode device --tests read,randread --file-size 64k,1m
told short 'failed_with(errno.ENODATA, large) and all(s["status"] == "ok" for s in small)'
