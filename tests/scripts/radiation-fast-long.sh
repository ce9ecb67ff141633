#!/bin/bash
# label: long
# The radiation damping of all modes of a mug by the quick way, against boundary elements at each mode's frequency.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
command -v jq >/dev/null || exit 77
in_files
export CAROM_CACHE=$PWD/cache

for way in fast exact; do
    "$CAROM" modal mug --material ceramic --fmax 12000 --radiation $way --json >$way.json || fail "$way"
done
jq -n --slurpfile fast fast.json --slurpfile exact exact.json '
    [range($exact[0].modes | length) as $i
        | {f: $exact[0].modes[$i].f, decibel: (10 * (($fast[0].modes[$i].radiation.sigma / $exact[0].modes[$i].radiation.sigma) | log10))}]' >both.json
jq -r '.[] | "\(.f | floor) Hz: \(.decibel * 10 | round / 10) dB"' both.json

# One of them resonates with the air inside.
[[ $(jq 'length' both.json) -ge 16 ]] || fail "$(jq length both.json) modes"
[[ $(jq '[.[] | select(.decibel > 3 or .decibel < -3)] | length <= 1' both.json) == true ]] || fail "more than one mode is off by more than 3 dB"
[[ $(jq 'all(.[]; .decibel < 3 and .decibel > -6.5)' both.json) == true ]] || fail "a mode is off by more than 6.5 dB"
