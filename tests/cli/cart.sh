#!/bin/bash
# label: once
# The first strips of scenes/s3/cart.yaml with the lowest modes of the basket: the ledger closes, every step is solved, the cart rolls as
# the incline has it, two threads give the same bytes, and it is heard.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache
cart() { # OUT ARGS
    "$CAROM" simulate "$CAROM_SOURCE/scenes/s3/cart.yaml" -d 0.2 --set world.fmax=400 --set world.contact_fmax=400 -o "$@" --json
}
cart one.rec --motion one.csv --rate 1000 >one.json || fail "runs"
cart two.rec --threads 2 >two.json || fail "runs with two threads"
cmp one.rec two.rec || fail "two threads give other bytes"
holds ledger '.energy_residual < 1e-11 and .energy_gain_greatest < 1e-9' one.json
holds solved '.unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4' one.json
# From 0.5 m/s with g sin 12 less what strips and rolling take: without them 0.89 m/s, and 0.132 m down the slope. Wheels, as heavy as their
# rims are fast, take 1/20 of it.
down=$(awk -F, '$2 == "basket" { if ($1 == 0) { x = $3; z = $5 } v = sqrt($10 * $10 + $12 * $12); s = sqrt(($3 - x) ^ 2 + ($5 - z) ^ 2) }
    END { print s, v }' one.csv)
near way "${down% *}" 0.132 0.012
near speed "${down#* }" 0.85 0.1
# Nothing has left its place: wheels under the basket, balls in their meshes.
awk -F, '$1 > 0.199 { x[$2] = $3; y[$2] = $4; z[$2] = $5 }
    END { for (b in x) if (b ~ /^(load|front|rear)/) { d = (x[b] - x["basket"]) ^ 2 + y[b] ^ 2 + (z[b] - z["basket"]) ^ 2; if (d > 0.33 ^ 2) print b } }' \
    one.csv >gone.txt
[ ! -s gone.txt ] || fail "lost: $(cat gone.txt)"
"$CAROM" sound one.rec -o one.wav --json >sound.json || fail "sounds"
"$CAROM" info one.wav --json >wav.json
holds heard '.peak > 0.01 and .finite' wav.json
