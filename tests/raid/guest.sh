#!/bin/sh
# guest.sh OPTIONS...: in the machine that check starts: sweeps the array's file system and leaves the run in /out.
# The program comes with its libraries, since the machine has none.
set -e

./lib/loader --library-path ./lib ./iosweep -o /tmp/run "$@" /mnt/raid
cp -r /tmp/run /out/run
