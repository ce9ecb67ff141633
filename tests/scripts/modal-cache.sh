#!/bin/bash
# label: once
# The cache of modes: a program killed while it writes leaves it valid, another one then answers as ever, and a second
# question computes nothing.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # the sanitizers want to be loaded first
cc -O1 -shared -fPIC "$CAROM_SOURCE/tests/scripts/killing.c" -o killing.so -ldl
rm -rf cache
export CAROM_CACHE=$PWD/cache
question=("$CAROM" modal box --order 1 -n 8 --json)

answer() { "${question[@]}" 2>/dev/null | jq -c '[.computed, [.modes[].f]]'; }
kept() { find cache -name '*.modes' | wc -l; }

expected=$(CAROM_CACHE='' answer)
for at in write sync synced rename renamed; do
    rm -f cache/*.modes
    status=0
    KILL_AT=$at LD_PRELOAD=./killing.so "${question[@]}" >out 2>err || status=$?
    [ "$status" -eq 137 ] || fail "killed at $at: status $status, $(cat err)"
    wanted=0
    [ "$at" != renamed ] || wanted=1
    [ "$(kept)" -eq "$wanted" ] || fail "killed at $at: $(ls -A cache)"
    [ "$at" = renamed ] || [ "$(find cache -name '.carom-*.tmp' | wc -l)" -ge 1 ] || fail "killed at $at wrote nothing"
    first=$(answer) second=$(answer)
    [ "$wanted" -eq 1 ] || [ "$first" = "$expected" ] || fail "killed at $at: $first, not $expected"
    [ "$second" = "${expected/true/false}" ] || fail "killed at $at, asked again: $second, not ${expected/true/false}"
    [ "$wanted" -eq 0 ] || [ "$first" = "$second" ] || fail "killed at $at: $first, not $second"
    [ "$(kept)" -eq 1 ] || fail "killed at $at, asked twice: $(ls -A cache)"
done

# an older whole file stays while a new one is being written
for at in write rename; do
    cp cache/*.modes before
    status=0
    KILL_AT=$at LD_PRELOAD=./killing.so "${question[@]}" --fresh >out 2>err || status=$?
    [ "$status" -eq 137 ] || fail "killed at $at again: status $status"
    cmp before cache/*.modes || fail "killed at $at: the file from before changed"
done

# what was left behind goes when it is older than a day
touch -d '2 days ago' cache/.carom-*.tmp
"${question[@]}" --fresh >out
[ -z "$(find cache -name '.carom-*.tmp')" ] || fail "left behind: $(ls -A cache)"
echo "killed at 7 places, the cache stayed valid"
