#!/bin/bash
# label: long
# scenes/s3/pipes.yaml whole: each stroke takes one marble from each pipe, twenty in all, and leaves them on the tray; ledger, steps that were not
# solved; the same bytes on two threads. What is heard of it is in tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
keep_modes
"$CAROM" simulate s3/pipes -o pipes.rec --motion pipes.csv --rate 200 --json >pipes.json || fail "runs"
rm -f pipes.rec
holds ledger '.energy_residual < 1e-10 and .energy_gain_greatest < 1e-12' pipes.json
holds solved '.unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4' pipes.json
# Next to nothing of the 0.5 mm that a marble has in its chute, and of the 0.7 mm of the wall of that.
holds apart '.penetration_greatest < 1e-6' pipes.json
# When each marble has come down into a pocket (its centre 7 mm above the board), and when through a gap of the board.
awk -F, '$2 ~ /^marble/ { if (!($2 in into) && $5 < 8e-3) into[$2] = $1; if (!($2 in out) && $5 < -0.015) out[$2] = $1 }
    END { for (m in into) print substr(m, 7, 1), substr(m, 9), int(into[m] / 2.5), int(out[m] / 2.5) }' pipes.csv | sort -n >taken.txt
# Pipe, number of the marble, stroke that took it, stroke that dropped it.
for pipe in 1 2 3 4; do for marble in 1 2 3 4 5; do echo "$pipe $marble $((marble - 1)) $((marble - 1))"; done; done >meant.txt
cmp -s taken.txt meant.txt || fail "marbles: $(tr '\n' ';' <taken.txt)"
# On the tray, whose top is at -40 mm, and at rest or rolling.
awk -F, '$1 > 12.99 && $2 ~ /^marble/ && ($5 < -0.0331 || $5 > -0.0329) { print $2, $5 }' pipes.csv >elsewhere.txt
[ ! -s elsewhere.txt ] || fail "not on the tray: $(cat elsewhere.txt)"

"$CAROM" simulate s3/pipes -d 1 -o one.rec >/dev/null 2>&1 || fail "one thread"
"$CAROM" simulate s3/pipes -d 1 -o two.rec --threads 2 >/dev/null 2>&1 || fail "two threads"
cmp one.rec two.rec || fail "two threads give other bytes"
