#!/bin/bash
# label: once
# The beginning of scenes/s3/pipes.yaml with one marble in each pipe and coarse meshes: four pipes squeak near their first modes, and do not with
# constant friction; the ledger closes, every step is solved, two threads give the same bytes.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache
small=(--set world.settle=0.05 --set world.fmax=1000)
for pipe in 1 2 3 4; do small+=(--set "bodies.pipe$pipe.edge=0.009" --set "bodies.marble$pipe.copies=1"); done
for body in tray rail1 rail2 skid1 skid2; do small+=(--set "bodies.$body.modes=0"); done
feed() { # SECONDS OUT ARGS
    "$CAROM" simulate s3/pipes "${small[@]}" -d "$1" -o "${@:2}" --json
}
feed 0.1 one.rec --threads 1 >threads.json || fail "runs on one thread"
feed 0.1 two.rec --threads 2 >threads.json || fail "runs on two threads"
cmp one.rec two.rec || fail "two threads give other bytes"
feed 0.65 one.rec --contacts one.csv >one.json || fail "runs"
holds solved '.unsolved == 0 and .energy_residual < 1e-11 and .penetration_greatest < 1e-6' one.json

# How fast a rim slides swings about the speed of the block, 0.05 m/s: its frequency from 0.5 s on, when it has
# grown (by e in 0.02 to 0.05 s), and how far it swings.
swing() { # CSV PIPE
    awk -F, -v pipe="pipe$2" '$2 == "block" && $3 == pipe && $1 > 0.5 { if ($14 > most) most = $14; if (!least || $14 < least) least = $14
        if (last != "" && last <= 0.05 && $14 > 0.05) { to = $1; if (!n++) from = $1 } last = $14 }
        END { print (n > 1 ? (n - 1) / (to - from) : 0), (most - least) / 2 }' "$1"
}
feed 0.65 even.rec --set bodies.block.friction=0.35 --contacts even.csv >even.json || fail "runs with constant friction"
# First modes by finer meshes; such a mesh is 0.7 % higher, and friction lowers a tone by 1 % at most at this load.
first=(776.2 636.4 512.8 408.8)
for pipe in 1 2 3 4; do
    read -r tone far < <(swing one.csv $pipe)
    near "tone of pipe $pipe" "$tone" "${first[pipe - 1]}" "$(awk -v f="${first[pipe - 1]}" 'BEGIN { print 0.02 * f }')"
    # bounded by the speed of the block: a rim that swings by as much stops once in every period
    near "swing of pipe $pipe, m/s" "$far" 0.05 0.005
    # what the first touch left dies away with 17 to 25 1/s, by e^-7 at least
    read -r tone far < <(swing even.csv $pipe)
    near "swing of pipe $pipe with constant friction, m/s" "$far" 0 1e-6
done
