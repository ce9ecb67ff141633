#!/bin/bash
# label: long
# More than 1e5 contacts, apart and in one group: bounded memory and time.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
coins() { # NAME GRID DURATION [BODY]: coins on a floor, 16 points each, and another body
    cat >"$1.yaml" <<END
carom: 1
world: {gravity: [0, 0, -9.81], friction: 0.4}
bodies:
  floor: {shape: plane, fixed: true}
  coin: {shape: disc, radius: 0.01, thickness: 0.002, material: steel, at: [0, 0, 0.001], grid: $2, spacing: [0.03, 0.03, 1], modes: 0}
${4-}
output: {duration: $3}
END
    # 3 and .5 GB were measured, and 2 and 20 s.
    (ulimit -v 6000000 && timeout 600 "$CAROM" simulate "$1.yaml" -o "$1.rec" --json >"$1.json") || fail "$1: status $?"
    holds "$1" '.energy_residual < 1e-6 and .unsolved == 0' "$1.json"
}
coins apart '[80, 79, 1]' 0.002
holds "apart" '.bodies == 6321 and .contacts_greatest == 16' apart.json
coins island '[57, 57, 1]' 0.002 '  plate: {shape: plate, x: 2, y: 2, thickness: 0.01, material: steel, at: [0.84, 0.84, 0.007], modes: 0}'
holds "island" '.contacts_greatest > 100000' island.json
