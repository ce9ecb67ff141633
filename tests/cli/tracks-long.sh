#!/bin/bash
# label: long
# scenes/s3/tracks.yaml whole: energies, steps that were not solved, how fast every ball is after each turn, where it leaves the track, and which ball
# tips the lever; what is heard of it is in tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
keep_modes
scene=$CAROM_SOURCE/scenes/s3/tracks.yaml
"$CAROM" simulate "$scene" -o tracks.rec --motion motion.csv --rate 1000 --contacts points.csv --json >tracks.json || fail "runs"
holds ledger '.energy_residual < 1e-11 and .energy_gain_greatest < 1e-9' tracks.json
holds solved '.unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4' tracks.json
# tests/world/test_world_helix.c has these speeds from the equations of a ball that slips where friction does not hold it and flies where pieces end. Its world
# of rigid pieces differs by 0.003 m/s after the last turn, for a reason given there; what the tracks give, where a ball gets on them, and rows 1 ms apart are
# another 0.002. A ball that does not slip has 1.096 m/s in the end.
balls=0
while read -r ball; do
    balls=$((balls + 1))
    turns=$(awk -F, -f "$CAROM_SOURCE/tests/cli/tracks-turns.awk" -v ball="$ball" <(grep ",$ball," motion.csv))
    for turn in 1:0.729 2:0.952 3:1.061 4:1.113; do
        near "speed of $ball after ${turn%:*} turns" "$(awk -v n="${turn%:*}" '$1 == n { print $3 }' <<<"$turns")" "${turn#*:}" 0.006
    done
done < <(cut -d, -f2 motion.csv | grep '^ball-' | sort -u)
[ "$balls" = 24 ] || fail "$balls balls"
# They touch the track in every step but where they go over to the next piece, 7 or 8 times in a ride, for 3.2 ms at most: a fall of 0.05 mm.
awk -F, -f "$CAROM_SOURCE/tests/cli/tracks-flights.awk" points.csv >flights.txt
awk '{ n[$1]++; if ($3 > 0.0033) bad = 1 } END { for (b in n) if (n[b] != (b ~ /-a/ ? 7 : 8)) bad = 1; exit bad }' flights.txt || fail "flights: $(cat flights.txt)"
# Two dozen balls in a cup touch each other and the cup at hundreds of points in every step: no contact is too many for the sound.
"$CAROM" sound tracks.rec --set sound.radiation=none -o tracks.wav --json >sound.json || fail "sounds"
holds "nothing is lost" '.contacts_dropped == 0' sound.json
rm -f tracks.rec points.csv # some GB
# Moments about the pivot: weight and cradle 81.4 mm from it, cup and balls 200 mm.
"$CAROM" check "$scene" >check.txt
mass() { awk -v b="$1" '$1 == b { for (i = 2; i <= NF; i++) if ($i == "free") print $(i + 1) }' check.txt; }
needed=$(awk -v w="$(mass weight)" -v r="$(mass cradle)" -v c="$(mass cup)" -v m="$(mass ball-a.1)" 'BEGIN { n = (0.0814 * (w + r) - 0.2 * c) / (0.2 * m); print int(n) + 1 }')
awk -F, '$2 == "lever" { tilt = -2 * $8 / $6; if (tilt > 0.1 && !down) { down = 1; falls++; if (!at) at = $1 } if (tilt < 0.05) down = 0 }
    $2 ~ /^ball/ && !at { inside[$2] = $5 < 0.18 && $3 > 0.1 } END { for (b in inside) n += inside[b]; print falls, n, down, at }' motion.csv >fall.txt
read -r falls inside down time <fall.txt
[ "$falls $inside $down" = "1 $needed 1" ] || fail "falls, balls, whether it stays down: $falls $inside $down; the balance needs $needed balls"
near "time of the fall" "$time" 25 2
"$CAROM" simulate "$scene" --threads 2 -d 8 -o two.rec --json >two.json || fail "runs with two threads"
"$CAROM" simulate "$scene" -d 8 -o one.rec --json >one.json || fail "runs for a while"
cmp one.rec two.rec || fail "two threads give other bytes"
