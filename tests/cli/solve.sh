#!/bin/bash
# label: once
# carom solve on problems of others: each to 1e-8, the same as text and JSON, and files that are none get one line.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
problems=("$CAROM_SOURCE"/tests/contact-problems/*.dat)
"$CAROM" solve "${problems[@]}" --json >solved.json || fail "status $? on the problems of the tree"
python3 - "${#problems[@]}" <<'EOF' || fail "what solve found"
import json, sys
found = json.load(open("solved.json"))
assert len(found) == int(sys.argv[1]), len(found)
for one in found:
    assert one["residual"] <= 1e-8, one
    assert one["energy"] <= 0 and one["seconds"] >= 0 and one["contacts"] > 0 and one["iterations"] > 0, one
    assert one["method"] in ("sweeps", "newton", "interior", "polished", "path", "slow path"), one
EOF
"$CAROM" solve "${problems[0]}" | grep -q " 2  .*${problems[0]##*/}" || fail "no line for ${problems[0]}"
status=0
"$CAROM" solve "${problems[@]}" --effort 0 --json >swept.json 2>&1 || status=$?
[ $status -eq 4 ] || fail "sweeps alone should not solve all"

refuse() { # STATUS TEXT WORDS...: one line on stderr that contains the text
    local wanted=$1 text=$2 status=0
    shift 2
    "$CAROM" solve "$@" >out 2>err || status=$?
    [ $status -eq "$wanted" ] || fail "solve $*: status $status, not $wanted"
    { [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$text" err; } || fail "solve $*: $(cat err)"
    [ ! -s out ] || fail "solve $*: wrote something"
}
refuse 2 'needs a file'
refuse 1 'none.dat' none.dat
printf '3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0\n' >short.dat
refuse 3 'a friction coefficient is missing' short.dat
printf '3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 -0.5\n' >negative.dat
refuse 3 'must be 0 or more' negative.dat
printf '7 1 0\n' >dimension.dat
refuse 3 'dimension 7' dimension.dat
printf '3 900000000 0\n' >many.dat
refuse 3 '900000000 contacts' many.dat
printf '3 2 1 6 6 2 2 2 3 6 3 6 3 2 0 1 2 0 9 0\n' >column.dat
refuse 3 'column 9' column.dat
printf '3 1 0 3 3 3 3 1 0 0 0 x 0 0 0 1 -1 0 0 0.5\n' >word.dat
refuse 3 'not "x"' word.dat
refuse 3 '--tolerance' short.dat --tolerance 0

# In the plane: a block on the ground, pushed sideways by less and by more than friction holds.
for q in 0.4 0.6; do
    printf '2 1 0 2 2 2 2 1 0 0 1 -1 %s 0.5\n' "$q" >plane.dat
    "$CAROM" solve plane.dat --json | grep -q '"residual"' || fail "plane problem with $q"
done
