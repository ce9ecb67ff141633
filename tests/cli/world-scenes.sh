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

# Whole, for modes move nothing here. Dice rest within 2 s of tipping, which begins at 1.7 s. A knock stops a die (4.1 g) of 0.2 m/s, a third of the
# cup's greatest speed, 10 ms or more after the one before.
physics dice --set bodies.board.modes=0 --set bodies.cup.modes=0
rests dice 3.7 die-1 die-2 die-3 die-4 die-5
flat dice 3.95 die-1 die-2 die-3 die-4 die-5
for die in 1 2 3 4 5; do blows dice cup "die-$die" 0.2 1.7 0.01 "\$13 > 8.2e-4"; done >dice.knocks
near "dice: knocks a second" "$(awk 'END { print NR / 1.5 }' dice.knocks)" 40 15

physics marbles -d 0.8 --set bodies.floor.modes=0

rigid=()
for part in tray ring key-1 key-2 key-3 key-4; do rigid+=(--set "bodies.$part.modes=0"); done
physics keys -d 0.4 "${rigid[@]}"
near "keys: the first touches the tray" "$(for part in ring key-{1,2,3,4}; do blows keys tray "$part" 0 0.4 0.01; done | sort -g | head -n 1)" 0.16 0.01

# Their lowest ends are 0.25 to 1 m above the bottom.
rigid=()
for part in sink knife-{1,2} fork-{1,2} teaspoon-{1,2}; do rigid+=(--set "bodies.$part.modes=0"); done
physics cutlery -d 0.3 "${rigid[@]}"
near "cutlery: a knife touches the sink" "$(blows cutlery knife-1 sink 0 0.3 0.01 | head -n 1)" 0.226 0.002 # sqrt(2 h/g)
near "cutlery: a fork" "$(for other in sink knife-1; do blows cutlery fork-1 "$other" 0 0.3 0.01; done | sort -g | head -n 1)" 0.271 0.005

physics clicks
rigid=()
for part in table mug spoon coin; do rigid+=(--set "bodies.$part.modes=0"); done
physics desk -d 0.3 "${rigid[@]}"
physics bar -d 0.2 --set bodies.bar.modes=0
