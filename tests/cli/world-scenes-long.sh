#!/bin/bash
# label: long
# The scenes of scenes/world, whole: books, residuals, threads, and what their comments say of motion. What is heard is in
# tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
. "$CAROM_SOURCE/tests/scripts/world-scene.bash"
in_files
export CAROM_CACHE=$PWD/cache

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
