# A run that refines brings the boundaries of an array at an odd place to within a quarter, and what it looks for again
# it confirms; of noise alone nothing stays.
# timeout: 60
set -euo pipefail

export LC_ALL=C
cat >odd.json <<'END'
{ "device": { "per_operation_ns": 20000, "flush_ns": 200000, "read_mib_s": 3000, "write_mib_s": 3000,
    "raid": { "level": 5, "disks": 5, "chunk": "192k", "request_ns": 1000000, "partial_stripe_ns": 100000,
      "read_mib_s": 500, "write_mib_s": 450 } },
  "noise": { "cell_cv": 0.02 } }
END
cat >noise.json <<'END'
{ "device": { "per_operation_ns": 20000, "flush_ns": 200000, "read_mib_s": 3000, "write_mib_s": 3000 },
  "noise": { "cell_cv": 0.1, "outliers": { "share": 0.1, "factor": 3 } } }
END

fail() {
	echo "$1"
	cat stderr ./*/cliffs.txt
	exit 1
}

sweep() { # RUN MODEL OPTIONS...
	local run=$1 model=$2
	shift 2
	PATH=/nonexistent "$IOSWEEP" --api sim --sim-model "$model" --mode device --file-size 4m:64m --record "${records:-16k:4m}" \
		--tests rewrite,randwrite --max-time 1s --seed 3 -q -o "$run" "$@" >stdout 2>stderr || fail "$run: status $?"
}

# A purpose's samples.
count() { # RUN PURPOSE
	grep -c "\"purpose\":\"$2\"" "$1/samples.jsonl" || :
}

# Lines of a boundary in cliffs.txt are joined, since they break where they must.
says() { # RUN PATTERN
	tr -s ' \n' ' ' <"$1/cliffs.txt" | grep -q "$2" || fail "$1: cliffs.txt says nothing of '$2'"
}

# The stripe is 768K: the boundary above it and the one up to it, as narrow as that. Halving starts from the
# sizes between the doublings are those for any array, and the rest is halving.
sweep odd odd.json --refine
says odd 'rise by a factor of [0-9.]* as the record grows from [67][0-9]*K to 768K.*; confirmed'
says odd 'fall [0-9]* % as the record grows from 768K to [89][0-9]*K.*; confirmed'
[ "$(count odd refine)" -gt 0 ] || fail "odd: nothing was refined"
[ "$(count odd confirm)" -gt 0 ] || fail "odd: nothing was confirmed"

# Both sides of the stripe are known to a quarter of its size, and confirmed.
"$IOSWEEP" cliffs odd --format json >cliffs.json
awk '/"from":/ { sub(/,/, ""); from = $2 } /"to":/ { sub(/,/, ""); to = $2 }
/"status": "confirmed"/ && to <= 1.25 * from { up += to == 786432; down += from == 786432 }
END { exit !up || !down }' cliffs.json || fail "odd: the stripe is not known to a quarter"

# The same run again from its seed is the same, whatever it looked at behind the sweep.
sweep odd2 odd.json --refine
cut -d, -f1-9 odd/samples.csv >one
cut -d, -f1-9 odd2/samples.csv | cmp -s - one || fail "the second run took other samples"

# Confirming takes half of the sweep's time at most, or none, and leaves the cells as they were.
records=64k,96k,192k,384k,576k,768k,960k,1536k,3m
sweep plain odd.json --no-confirm
[ "$(count plain confirm)" = 0 ] || fail "plain: it confirmed"
sweep again odd.json
[ "$(count again confirm)" -gt 0 ] || fail "again: nothing was confirmed"
cmp -s plain/cells.csv again/cells.csv || fail "samples that confirm changed the cells"

# A cell that is unlike its neighbours was an accident: the model has none that stays.
sed 's/"cell_cv": 0.1/"cell_cv": 0.03/; s/"share": 0.1/"share": 0.04/' noise.json >dips.json
records=
sweep dips dips.json --passes 1 --confirm
grep -q 'an accident of the data' dips/cliffs.txt || fail "dips: no accident is told"
! grep -q 'it stays' dips/cliffs.txt || fail "dips: an accident stays"

# Noise and outliers alone: what the search lets through is not seen again.
for passes in 1 2 3; do
	sweep "noise$passes" noise.json --passes "$passes" --refine
	! grep -q '"status": "\(confirmed\|found\)"' "noise$passes/cliffs.json" || fail "noise$passes: a cliff of noise"
done
