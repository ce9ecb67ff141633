#!/bin/bash
# label: once
# The scenes of S3 are found by name and can be read; on a rigid table nothing moves when the ball falls on it; short versions of those that have no
# script of their own (pipes.sh, tracks.sh, cart.sh): every step is solved, the books close, two threads give the same bytes.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
for scene in mug fork fork-board ruler table pipes; do
    "$CAROM" check "s3/$scene" >"$scene.txt" || fail "$scene cannot be read: $(cat "$scene.txt")"
done

rigid=()
for body in table plate dish cup; do rigid+=(--set "bodies.$body.modes=0"); done
"$CAROM" simulate s3/table "${rigid[@]}" -d 0.6 --motion rigid.csv --rate 500 >rigid.txt 2>&1 ||
    fail "rigid: $(cat rigid.txt)"
# The springs of the contacts give way by some nanometres. The ball comes down by 0.2 m and sinks in by up to (5 m v^2/(4 k))^0.4 = 0.6 mm, k = 4/3 E* sqrt(R).
awk -F, 'NR > 1 && $2 != "table" { if (!($2 in first)) first[$2] = $5; d = $5 - first[$2]; d = d < 0 ? -d : d; if (d > most[$2]) most[$2] = d }
    END { for (b in most) print b, most[b] }' rigid.csv >moved.txt
awk '$1 != "ball" { n++; if ($2 > 5e-7) bad = 1 } $1 == "ball" { ball = $2 } END { exit !(n == 9 && !bad && ball > 0.1999 && ball < 0.2008) }' moved.txt ||
    fail "on a rigid table: $(cat moved.txt)"

export CAROM_CACHE=$PWD/cache
solved() { # SCENE ARGS
    local scene=$1
    "$CAROM" simulate "s3/$scene" "${@:2}" -o one.rec --json >"$scene.json" || fail "$scene on one thread"
    "$CAROM" simulate "s3/$scene" "${@:2}" -o two.rec --threads 2 >/dev/null || fail "$scene on two threads"
    cmp one.rec two.rec || fail "$scene differs on two threads"
    holds "$scene" '.unsolved <= 1e-4 * .steps and .residual_greatest < 1e-4 and .energy_residual < 1e-9' "$scene.json"
}
coarse() { # BODY EDGE FMAX: a mesh of few elements, the lowest modes
    echo --set "bodies.$1.edge=$2" --set "bodies.$1.accuracy=50" --set "bodies.$1.fmax=$3"
}
mugs=()
for mug in hanging upright side upturned; do mugs+=(--set "bodies.$mug.modes=0"); done
solved mug "${mugs[@]}" # rigid in contact in any case
solved fork --set bodies.fork.modes=0
# shellcheck disable=SC2046 # words
{
    solved fork-board $(coarse board 0.06 500) $(coarse fork 0.006 500) --set 'loads.hand.times=[0.1, 0.11, 0.13, 9]' -d 0.2
    solved ruler $(coarse ruler 0.01 5000) --set bodies.table.modes=0 -d 0.15
    solved table "${rigid[@]:2}" $(coarse table 0.06 400) -d 0.22
}
