#!/bin/bash
# label: once
# The scenes of S3 are found by name and can be read; on a rigid table nothing moves when the ball falls on it.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
for scene in mug fork fork-board ruler table pipes; do
    "$CAROM" check "s3/$scene" >"$scene.txt" || fail "$scene cannot be read: $(cat "$scene.txt")"
done

rigid=()
for body in table plate dish cup; do rigid+=(--set "bodies.$body.modes=0"); done
"$CAROM" simulate s3/table "${rigid[@]}" -d 0.6 --motion rigid.csv --rate 500 >rigid.txt 2>&1 ||
    fail "rigid: $(cat rigid.txt)"
# The springs of the contacts give way by some nanometres. The ball comes down by 0.2 m and sinks in by up to (5 m v^2/(4 k))^0.4 = 0.6 mm, k = 4/3 E* sqrt(R).
awk -F, 'NR > 1 && $2 != "table" { if (!($2 in first)) first[$2] = $5; d = $5 - first[$2]; d = d < 0 ? -d : d; if (d > most[$2]) most[$2] = d }
    END { for (b in most) print b, most[b] }' rigid.csv >moved.txt
awk '$1 != "ball" { n++; if ($2 > 5e-7) bad = 1 } $1 == "ball" { ball = $2 } END { exit !(n == 9 && !bad && ball > 0.1999 && ball < 0.2008) }' moved.txt ||
    fail "on a rigid table: $(cat moved.txt)"
