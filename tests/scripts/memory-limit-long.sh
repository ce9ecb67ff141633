#!/bin/bash
# label: long
# The modes of a mug with the addresses limited every 4 MB, from what is just enough to start up to what is enough:
# every run ends, with status 0, or with 1 and one line and no file. And a computation whose library asks for memory
# without end, or waits without end, is ended.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # the sanitizers take addresses by the terabyte
. "$CAROM_SOURCE/tests/scripts/limited.bash"
good=0 runs=0
for ((limit = start; good < 3; limit += 4)); do
    [ "$limit" -lt $((start + $(nproc) * 136 + 1500)) ] || fail "carom modal mug does not succeed in $limit MB: $(cat err)"
    rm -f x.modes
    status=0 runs=$((runs + 1))
    limited "$limit" modal mug -n 4 -o x.modes || status=$?
    if [ "$status" -eq 0 ]; then good=$((good + 1)); else
        is_clean_failure "$status" x.modes || fail "carom modal mug in $limit MB: status $status, $(cat err)"
    fi
done
echo "carom modal mug: $runs limits up to $limit MB"

cc -O1 -shared -fPIC "$CAROM_SOURCE/tests/scripts/stuck.c" -o stuck.so -ldl
for how in spins sleeps; do
    rm -f x.modes
    status=0
    STUCK=$how LD_PRELOAD=./stuck.so timeout -s KILL 600 "$CAROM" modal "$CAROM_SOURCE/tests/meshes/bar-2-22.msh" -n 2 \
        -o x.modes >out 2>err || status=$?
    { is_clean_failure "$status" x.modes && grep -q 'the computation does not get on' err; } ||
        fail "a computation that $how: status $status, $(cat err)"
    echo "a computation that $how is ended"
done
