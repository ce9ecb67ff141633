#!/bin/bash
# label: long
# scenes/s3/cart.yaml whole: energies, steps that were not solved, when and how fast it comes to the kerb; what is heard of it is in
# tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
keep_modes
"$CAROM" simulate "$CAROM_SOURCE/scenes/s3/cart.yaml" -o cart.rec --motion cart.csv --rate 1000 --json >cart.json || fail "runs"
holds ledger '.energy_residual < 1e-11 and .energy_gain_greatest < 1e-9' cart.json
holds solved '.unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4' cart.json
# The kerb is where the basket's speed falls by a third within 10 ms.
read -r time speed < <(awk -F, '$2 == "basket" { v[++n] = $10; t[n] = $1 } END { for (i = 11; i <= n; i++) if (v[i] < 0.67 * v[i - 10] && v[i - 10] > 1) {
    print t[i], v[i - 10]; exit } }' cart.csv)
near "time of the kerb" "$time" 1.7 0.3
near "speed at the kerb" "$speed" 1.87 0.1
# What stands still at the end is at rest: nothing moves faster than 0.1 m/s.
awk -F, '$1 > 4.999 && $10 * $10 + $11 * $11 + $12 * $12 > 0.01 { print $2 }' cart.csv >moving.txt
[ ! -s moving.txt ] || fail "still moving: $(cat moving.txt)"
