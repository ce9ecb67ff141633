#!/bin/bash
# label: once
# With the addresses of a process limited (ulimit -v), from what is just enough to start up to what is enough for all:
# every command ends, with status 0, or with 1 and one line and no file. OpenBLAS, whose threads wait for memory without
# end, takes 136 MB for each processor.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # the sanitizers take addresses by the terabyte
cp "$CAROM_SOURCE/tests/meshes/bar-2-22.msh" bar.msh
cat >ball.yaml <<'SCENE'
carom: 1
elements: {ball: {type: mass, mass: 0.01, frequency: 100}}
pickups: {out: {at: ball}}
excitations: {throw: {type: throw, element: ball, velocity: 1}}
output: {duration: 0.1}
SCENE
cat >solid.yaml <<'SCENE'
carom: 1
elements: {bar: {type: solid, file: bar.msh, modes: 2}, m: {type: mass}}
contacts: {hit: {a: m, b: bar@0.5 0.5 1, law: power}}
excitations: {go: {type: throw, element: m, velocity: 1}}
pickups: {out: {at: bar@0.1 0.5 1}}
output: {duration: 0.02}
SCENE

. "$CAROM_SOURCE/tests/scripts/limited.bash"
limited $((start + 20)) render ball.yaml -o x.wav || fail "render needs much more than --version: $(cat err)"
first=('' '' '' '') # the limit at which each command succeeded first
step=$((($(nproc) * 136 + 400) / 12))
for ((n = 0; n <= 24; n++)); do
    limit=$((start + n * step / 2))
    commands=("modal bar.msh -n 2 -o x.modes" "render solid.yaml -o x.wav" "render ball.yaml -o x.wav"
        "sweep ball.yaml --jobs 1 --vary elements.ball.mass=lin:0.01:0.02:2 -o x")
    for i in "${!commands[@]}"; do
        rm -rf x x.modes x.wav
        status=0
        # shellcheck disable=SC2086 # words
        limited "$limit" ${commands[i]} || status=$?
        if [ "$status" -eq 0 ]; then
            [ ! -s err ] || fail "carom ${commands[i]} in $limit MB: $(cat err)"
            first[i]=${first[i]:-$limit}
        else
            is_clean_failure "$status" x.modes x.wav ||
                fail "carom ${commands[i]} in $limit MB: status $status, $(cat err)"
        fi
    done
done

# a mug as it comes, at limits where it cannot succeed; 340 MB once left OpenBLAS asking for memory without end
for limit in 340 $(seq "$start" 24 $((start + $(nproc) * 136 + 160))); do
    status=0
    limited "$limit" modal mug -n 4 -o x.modes || status=$?
    is_clean_failure "$status" x.modes || fail "carom modal mug in $limit MB: status $status, $(cat err)"
done
# the same by data, which the C library's malloc takes, and OpenBLAS' buffers
limited_by=d
for limit in $(seq $(($(nproc) * 136 - 60)) 24 $(($(nproc) * 136 + 60))); do
    status=0
    limited "$limit" modal mug -n 4 -o x.modes || status=$?
    is_clean_failure "$status" x.modes || fail "carom modal mug in $limit MB of data: status $status, $(cat err)"
done

for i in "${!commands[@]}"; do
    [ "${first[i]}" ] || fail "carom ${commands[i]} does not succeed in $limit MB: $(cat err)"
    echo "carom ${commands[i]}: ${first[i]} MB"
done
