#!/bin/bash
# carom info of recordings: whole, cut off, damaged.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files

cp "$CAROM_SOURCE/tests/recordings/small.rec" whole.rec
"$CAROM" info whole.rec >text || fail "status of a whole recording"
grep -q '^whole.rec: recording of bodies, whole$' text || fail "$(head -1 text)"
grep -q '^bodies     3$' text || fail "bodies: $(cat text)"
"$CAROM" info whole.rec --json >whole.json || fail "status with --json"
holds "a whole recording" '.kind == "recording" and .whole and .motions == 10 and .contacts == 10 and .energies == 10' whole.json
holds "its bodies" '(.bodies | length) == 3 and .bodies[2].name == "plate" and .bodies[2].modes == 3 and .bodies[0].mass == null' whole.json
holds "its times" '.start == 0 and (.duration - 0.005 | fabs) < 1e-12' whole.json
holds "its modes over time" '(.modes_awake | length) == 150 and (.modes_awake | max) == 3' whole.json

head -c 4500 whole.rec >cut.rec
"$CAROM" info cut.rec --json >cut.json || fail "status of a cut recording"
holds "a cut recording" '(.whole | not) and .motions == 10 and .energies == 0' cut.json
"$CAROM" info cut.rec | grep -q 'cut off' || fail "it does not say that it is cut off"

{ head -c 3000 whole.rec && printf x && tail -c +3002 whole.rec; } >changed.rec
status=0
"$CAROM" info changed.rec >text 2>message || status=$?
[[ $status -eq 3 ]] || fail "status $status of a changed recording"
grep -q '^carom info: changed.rec: block 2, at byte .* was changed' message || fail "$(cat message)"
[[ ! -s text ]] || fail "something was printed"
head -c 100 whole.rec >head.rec
status=0
"$CAROM" info head.rec 2>message || status=$?
[[ $status -eq 3 ]] || fail "status $status of a cut head"
grep -q 'cut off within the head' message || fail "$(cat message)"
mv cut.rec run.rec.part
"$CAROM" info run.rec.part --json >part.json || fail "an unfinished recording"
