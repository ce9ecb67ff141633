#!/bin/bash
# label: once
# The beginning of scenes/s3/pipes.yaml with one marble in each pipe and coarse meshes: four pipes squeak near their first modes, and do not with
# constant friction; the ledger closes, every step is solved, two threads give the same bytes.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache
small=(-d 0.4 --set world.settle=0.05 --set world.fmax=1000)
for pipe in 1 2 3 4; do small+=(--set "bodies.pipe$pipe.edge=0.009" --set "bodies.marble$pipe.copies=1"); done
for body in tray rail1 rail2 skid1 skid2; do small+=(--set "bodies.$body.modes=0"); done
feed() { # OUT ARGS
    "$CAROM" simulate s3/pipes "${small[@]}" -o "$@" --json
}
feed one.rec --contacts one.csv >one.json || fail "runs"
feed two.rec --threads 2 >two.json || fail "runs on two threads"
cmp one.rec two.rec || fail "two threads give other bytes"
holds solved '.unsolved == 0 and .energy_residual < 1e-11 and .penetration_greatest < 1e-6' one.json

# How fast a rim slides swings about the speed of the block, 0.05 m/s: its frequency from 0.2 s on, and how far it swings.
swing() { # CSV PIPE
    awk -F, -v pipe="pipe$2" '$2 == "block" && $3 == pipe && $1 > 0.2 { if ($14 > most) most = $14; if (!least || $14 < least) least = $14
        if (last != "" && last <= 0.05 && $14 > 0.05) { to = $1; if (!n++) from = $1 } last = $14 }
        END { print (n > 1 ? (n - 1) / (to - from) : 0), (most - least) / 2 }' "$1"
}
feed even.rec --set bodies.block.friction=0.35 --contacts even.csv >even.json || fail "runs with constant friction"
# First modes by finer meshes; such a mesh is 0.7 % higher, and friction lowers a tone by 1 % at most at this load.
first=(776.2 636.4 512.8 408.8)
for pipe in 1 2 3 4; do
    read -r tone far < <(swing one.csv $pipe)
    near "tone of pipe $pipe" "$tone" "${first[pipe - 1]}" "$(awk -v f="${first[pipe - 1]}" 'BEGIN { print 0.02 * f }')"
    # bounded by the speed of the block: a rim that swings by as much stops once in every period
    near "swing of pipe $pipe, m/s" "$far" 0.05 0.005
    # what the first touch left dies away with 20 to 25 1/s, by e^-3 at least
    read -r tone far < <(swing even.csv $pipe)
    near "swing of pipe $pipe with constant friction, m/s" "$far" 0 5e-4
done
