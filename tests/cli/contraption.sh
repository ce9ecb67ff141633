#!/bin/bash
# label: once
# The three stages of scenes/s3/contraption with rigid tracks and pipes: the feeder lets go a ball from each pipe with each stroke, each stage begins where the
# one before ended, the fifth ball tips the lever, and the heavy ball lands in the cart.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
cp "$CAROM_SOURCE"/scenes/s3/contraption/*.yaml .
rigid() { for body in "$@"; do printf -- '--set bodies.%s.modes=0 ' "$body"; done; }
run() { # STAGE ARGS
    "$CAROM" simulate "$1.yaml" -o "$1.rec" --motion "$1.csv" --rate 200 --json "${@:2}" >"$1.json" || fail "$1 runs"
    holds "$1" '.energy_residual < 1e-11 and .energy_gain_greatest < 1e-9 and .unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4' "$1.json"
}
# shellcheck disable=SC2046 # words
{
    run 1-feeder $(rigid first second pipe-a pipe-b) --set world.step=1e-3 # shorter ones are for squeaks
    run 2-tracks $(rigid first second cup)
    run 3-cart $(rigid basket) -d 0.6
}
# Balls that come below the rails, one after the other: with each stroke one of each pipe, in the order of their rows.
awk -F, '$2 ~ /^ball/ && $5 < 1.2605 && !($2 in seen) { seen[$2] = 1; print $2 }' 1-feeder.csv | sort >fed.txt
[ "$(tr '\n' ' ' <fed.txt)" = "ball-a.1 ball-a.2 ball-a.3 ball-b.1 ball-b.2 ball-b.3 " ] || fail "fed: $(cat fed.txt)"
# Places and turns of the last row of a body and of its first in the next stage are the same to the last digit; the first step begins with a kick, which
# takes from the speeds what is left of approaching the tracks: less than a millionth.
carried() { # FROM TO BODIES
    awk -F, -v bodies="$3" 'NR == FNR { last[$2] = $0; next } $2 ~ bodies && !($2 in seen) { seen[$2] = 1; n++; split(last[$2], a)
        for (i = 3; i <= 9; i++) if (a[i] != $i) print $2, i, a[i], $i
        for (i = 10; i <= 12; i++) if ((a[i] - $i) ^ 2 > 1e-12) print $2, i, a[i], $i } END { if (!n) print "none" }' "$1.csv" "$2.csv" >carried.txt
    [ ! -s carried.txt ] || fail "from $1 to $2: $(cat carried.txt)"
}
carried 1-feeder 2-tracks '^ball-'
carried 2-tracks 3-cart '^weight$'
# The lever, about y: 2 qy/qw. It falls once, to 0.26 rad, and five balls are in the cup then, whose mouth is at
# 0.999 m.
awk -F, '$2 == "lever" { tilt = 2 * $8 / $6; if (tilt > 0.1 && !down) { down = 1; falls++; if (!at) at = $1 } if (tilt < 0.05) down = 0 }
    $2 ~ /^ball/ && !at { inside[$2] = $5 < 0.995 } END { for (b in inside) n += inside[b]; print falls, at, n, down }' 2-tracks.csv >fall.txt
read -r falls time balls down <fall.txt
[ "$falls $balls $down" = "1 5 1" ] || fail "falls, time, balls: $(cat fall.txt)"
near "time of the fall" "$time" 4.4 0.2
# In the basket of 420 x 280 x 210 mm, between bottom and rim.
awk -F, '{ x[$2] = $3; y[$2] = $4; z[$2] = $5 } END { dx = x["weight"] - x["basket"]; dy = y["weight"] - y["basket"]; dz = z["weight"] - z["basket"]
    exit !(dx * dx < 0.21 * 0.21 && dy * dy < 0.14 * 0.14 && dz * dz < 0.15 * 0.15) }' 3-cart.csv || fail "not in the cart: $(tail -n 30 3-cart.csv)"
