#!/bin/bash
# A frame as every shape: its modes by the command, as a file, as a page and as clips, in a network and in a world; and what is
# refused of nodes and rods.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

"$CAROM" modal frame --set length=0.3 --set width=0.2 --set height=0.1 --set mesh=0.1 --set wire=0.004 -n 6 --fix corners:xyz --json \
    -o basket.modes --report basket.html --anim basket.glb >basket.json
# 4 + 3 wires, 2 x 3 + 2 x 2 uprights, and a rim of 1 m: 3 x 0.3 + 4 x 0.2 + 10 x 0.1 m of 4 mm, 1 m of 10 mm, of steel
near mass "$(jq .mass basket.json)" "$(awk 'BEGIN { pi = 3.14159265; print 7850 * pi * (2.7 * 4e-6 + 1.0 * 25e-6) }')" 1e-3
holds held '.rigid_modes == 0 and ([.modes[].f_error >= 0] | all) and ([.modes[] | .f_error < 0.003 * .f] | all)' basket.json
"$CAROM" info basket.modes >info.txt
grep -q '^frame *[0-9]* pieces of rod' info.txt || fail "info: $(cat info.txt)"
"$CAROM" modal basket.modes --json | jq -c '[.modes[].f]' | cmp - <(jq -c '[.modes[].f]' basket.json) || fail "from the file"
grep -q 'pieces of rod' basket.html && grep -q '<svg' basket.html || fail "page"
[ "$(head -c 4 basket.glb)" = glTF ] || fail "clips"

# It radiates as its wires do, whose rings the modes know, however few they are.
"$CAROM" modal basket.modes --radiation fast --json >air.json
holds wires '[.modes[].radiation.route] | unique == ["wires"]' air.json
holds radiates '[.modes[].radiation | .sigma > 0 and .efficiency > 0 and .efficiency < 0.01] | all' air.json

cat >triangle.yaml <<'EOF'
carom: 1
elements:
  triangle:
    type: solid
    shape: frame
    wire: 0.008
    nodes: [[0, 0, 0], [0.15, 0.02, 0], [0.08, 0.13, 0], [0.005, 0.012, 0]]
    rods: [[1, 2], [2, 3], [3, 4, 0.008]]
    modes: 12
excitations: {tap: {type: strike, at: triangle}}
output: {duration: 0.2}
EOF
"$CAROM" render triangle.yaml -o triangle.wav --json >triangle.json || fail "triangle"

# It falls flat on a floor and lies there, as high as its rods are thick.
cat >fall.yaml <<'EOF'
carom: 1
world: {fmax: 3000, contact_fmax: 3000}
bodies:
  floor: {shape: plane, fixed: true}
  triangle:
    shape: frame
    wire: 0.008
    nodes: [[0, 0, 0], [0.15, 0.02, 0], [0.08, 0.13, 0], [0.005, 0.012, 0]]
    rods: [[1, 2], [2, 3], [3, 4]]
    at: [0, 0, 0.006]
    restitution: 0
output: {duration: 0.3}
EOF
"$CAROM" simulate fall.yaml -o fall.rec --motion fall.csv --rate 10 --json >fall.json || fail "fall"
holds ledger '.energy_residual < 1e-10 and .unsolved == 0' fall.json
near rest "$(awk -F, '$2 == "triangle" { z = $5 } END { print z }' fall.csv)" 0.004 2e-5

refuse() { # PHRASE RODS [NODES]
    sed "s/rods: .*/rods: $2/; s/nodes: .*/nodes: ${3:-[[0, 0, 0], [0.15, 0.02, 0], [0.08, 0.13, 0], [0.005, 0.012, 0]]}/" triangle.yaml >bad.yaml
    local status=0
    "$CAROM" render bad.yaml -o bad.wav 2>bad.txt || status=$?
    [ "$status" -eq 3 ] && grep -q "$1" bad.txt && [ "$(wc -l <bad.txt)" -eq 1 ] || fail "$1: $(cat bad.txt)"
}
refuse 'needs a node, a whole number from 1 to 4, got 5' '[[1, 5]]'
refuse 'rods 1 and 2 are between the same nodes' '[[1, 2], [2, 1]]'
refuse 'node 3 hangs on no rod' '[[1, 2]]'
refuse 'rod 1 is 0 m long' '[[1, 1]]'
refuse 'needs two nodes, or two nodes and a diameter, got 1 numbers' '[[1]]'
refuse 'needs three numbers' '[[1, 2]]' '[[0, 0], [1, 1]]'
sed 's/shape: frame/shape: mug/; s/wire: .*/radius: 0.04/' triangle.yaml >bad.yaml
if "$CAROM" render bad.yaml -o bad.wav 2>bad.txt; then fail "a mug has nodes and rods"; fi
grep -q 'is for the shape frame' bad.txt || fail "mug: $(cat bad.txt)"
