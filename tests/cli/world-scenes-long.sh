#!/bin/bash
# label: long
# The scenes of scenes/world, whole: books, residuals, threads, and what their comments say of motion. What is heard is in
# tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
. "$CAROM_SOURCE/tests/scripts/world-scene.bash"
in_files
keep_modes

physics coin
precession coin coin >coin.times
read -r t0 exponent < <(power_law <coin.times)
near "coin: t0" "$t0" 3 0.03
near "coin: exponent" "$exponent" -1 0.05
for at in "0.05 15.8" "1 20.1" "2 41.3" "2.55 89.9" "2.8 195"; do # Hz, within 2 %: at the end 10 ms are two turns of an axis that nods too
    near "coin: frequency at ${at% *} s" "$(awk -v t="${at% *}" '$1 >= t - 1e-9 { print $2; exit }' coin.times)" "${at#* }" \
        "$(awk -v f="${at#* }" 'BEGIN { print 0.02 * f }')"
done
rests coin 2.95 coin

physics glass-over
# shellcheck disable=SC2016 # a condition of awk
landings glass-over glass board 0.15 0.46 2e-3 '$4 > -0.02' >glass-over.landings # of the rim
near "glass-over: first landing" "$(head -n 1 glass-over.landings)" 0.4 0.1     # 0.2 to 0.4 s after the push
quicken glass-over 3 10 <glass-over.landings
# It turns about its foot until its rim, 93 mm from there, strikes.
near "glass-over: speed of the rim" "$(awk -F, -v end="$(head -n 1 glass-over.landings)" '$2 == "glass" && $1 < end { w = $13 ^ 2 + $14 ^ 2 + $15 ^ 2; if (w > most) most = w }
    END { print 0.093 * sqrt(most) }' glass-over.csv)" 0.95 0.15
# Its sides lead to a point 483 mm below the foot, and its centre is 38 mm above that: so far from there it rolls round, by its way over how much that turns.
near "glass-over: radius of its way" "$(awk -F, '$2 == "glass" && $1 > 0.55 && $1 < 2.3 { a = atan2($11, $10); if (n++) way += sqrt(($3 - x) ^ 2 + ($4 - y) ^ 2); else first = a
    x = $3; y = $4; last = a } END { turn = last - first; print way / (turn < 0 ? -turn : turn) }' glass-over.csv)" 0.52 0.05
rests glass-over 2.95 glass

physics glass-set-down
# The foot rocks: landings on the side that was up when it was let go, every other one.
# shellcheck disable=SC2016
landings glass-set-down glass board 0.6 0.95 0.01 '$5 > 0.01' >glass-set-down.landings
quicken glass-set-down 4 7 <glass-set-down.landings
rests glass-set-down 1.2 glass

physics chimes
for tube in c5 d5 e5 g5 a5 c6; do
    landings chimes clapper "$tube" 0 30 0.01 >"$tube.strikes"
    [[ -s $tube.strikes ]] || fail "chimes: $tube is never struck"
done
cat ./*.strikes >strikes.txt
near "chimes: strikes a second" "$(awk 'END { print NR / 30 }' strikes.txt)" 2.5 1.5

# The time between two bounces is that before times the restitution of glass on this floor, 0.95 x 0.8, unless a marble meets a wall or
# another one in between: so it is for the median. Bounces less than 4 ms apart are rolling.
physics marbles
rests marbles 2.9 marble
for marble in {1..12}; do
    blows marbles marble floor 0 3.5 0.004 "\$2 == \"marble.$marble\" || \$3 == \"marble.$marble\"" |
        awk 'NR > 2 { print ($1 - last) / gap } NR > 1 { gap = $1 - last } { last = $1 }'
done | sort -g >marbles.ratios
near "marbles: bounces" "$(wc -l <marbles.ratios)" 150 50 # a dozen or so of each of twelve
near "marbles: each sooner" "$(awk '{ r[NR] = $1 } END { print r[int((NR + 1) / 2)] }' marbles.ratios)" 0.76 0.01

physics keys
rests keys 2 ring key-1 key-2 key-3 key-4 tray
# Strokes within a second of the first, at 0.16 s, of each two of tray, ring and keys after 5 ms without one.
parts=(tray ring key-1 key-2 key-3 key-4)
for i in {0..4}; do
    for ((j = i + 1; j < 6; j++)); do blows keys "${parts[i]}" "${parts[j]}" 0.15 1.15 0.005; done
done >keys.strokes
near "keys: strokes in the first second" "$(wc -l <keys.strokes)" 65 35

physics cutlery
lies cutlery 1.7 knife-1 knife-2 fork-1 fork-2 teaspoon-1 teaspoon-2
# Each comes when it has fallen freely, or a little sooner on those that lie there.
parts=(knife-1 fork-1 teaspoon-1 knife-2 fork-2 teaspoon-2 sink)
for i in {0..5}; do
    for ((j = 0; j < 7; j++)); do [[ $i == "$j" ]] || blows cutlery "${parts[i]}" "${parts[j]}" 0 0.6 0.01; done | sort -g | head -n 1
done >cutlery.firsts
while read -r time fall; do
    near "cutlery: falls" "$time" "$fall" 0.012
done < <(paste -d ' ' cutlery.firsts <(printf '%s\n' 0.226 0.271 0.316 0.361 0.406 0.452))
for i in {0..5}; do
    for ((j = i + 1; j < 7; j++)); do blows cutlery "${parts[i]}" "${parts[j]}" 0 1.23 0.005; done
done >cutlery.strokes
near "cutlery: strokes in the first second" "$(wc -l <cutlery.strokes)" 165 50

physics dice
rests dice 3.7 die-1 die-2 die-3 die-4 die-5
flat dice 3.95 die-1 die-2 die-3 die-4 die-5

physics desk
near "desk: the marble meets the mug" "$(landings desk marble mug 0 2 0.01 | head -n 1)" 0.8 0.1
# From the edge of a table of 120 mm: sqrt(2 g 0.12) less what it has fallen through.
near "desk: it strikes the floor at" "$(awk -F, -v at="$(blows desk marble floor 0 6 0.01 | head -n 1)" '$2 == "marble" && $1 < at { v = -$12 } END { print v }' desk.csv)" 1.53 0.05
for scene in bar clicks; do physics $scene; done
