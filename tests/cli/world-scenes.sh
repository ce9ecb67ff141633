#!/bin/bash
# label: once
# Scenes of scenes/world in short: rigid, the beginning of each, or with longer steps; world-scenes-long.sh has them whole. Another scene is a line
# with `physics`, and lines for what its comment says of motion.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
. "$CAROM_SOURCE/tests/scripts/world-scene.bash"
in_files

# The power law of the coin does not depend on steps: with 0.2 ms it stops 1 % sooner.
physics coin --set world.step=2e-4 --set bodies.board.modes=0 --set bodies.coin.modes=0
precession coin coin >coin.times
read -r t0 exponent < <(power_law <coin.times)
near "coin: t0" "$t0" 3 0.06
near "coin: exponent" "$exponent" -1 0.05
rests coin 2.95 coin

physics glass-over -d 0.46 --set bodies.board.modes=0 --set bodies.glass.modes=0
# shellcheck disable=SC2016 # a condition of awk
landings glass-over glass board 0.15 0.46 2e-3 '$4 > -0.02' >glass-over.landings # of the rim
near "glass-over: first landing" "$(head -n 1 glass-over.landings)" 0.4 0.1     # 0.2 to 0.4 s after the push
quicken glass-over 3 10 <glass-over.landings

physics glass-set-down -d 0.5 --set bodies.board.modes=0 --set bodies.glass.modes=0
near "glass-set-down: touches" "$(landings glass-set-down glass board 0 0.5 0.01 | head -n 1)" 0.42 0.01

rigid=()
for tube in c5 d5 e5 g5 a5 c6; do rigid+=(--set "bodies.$tube.modes=0"); done
physics chimes -d 1.5 "${rigid[@]}"
