#!/bin/bash
# label: once
# Solids of a network heard through the air: channels, distances, places, and what is wrong.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

sed -n '/^## Solids of a network/,/^## What is heard/p' "$CAROM_SOURCE/docs/listening.md" | sed -n '/^```yaml/,/^```/p' | sed '1d;$d' >bar.yaml
render() { # NAME WORDS...: renders bar.yaml into NAME.wav, what came out into NAME.json
    local name=$1
    shift
    "$CAROM" render bar.yaml "$@" -o "$name.wav" --json >"$name.json" || fail "render $*"
}

render pair
near "channels" "$(jq .channels pair.json)" 2 0
[[ $(jq '.peak_pascal > 0.01 and .peak_pascal < 100' pair.json) == true ]] || fail "peak $(jq .peak_pascal pair.json) Pa"

# Twice as far is half as loud, wherever the bar is; without a solution for the air exactly so.
for distance in 1 2; do
    render "far$distance" --set sound.radiation=none --normalize none --set "listeners.me={type: mono, at: [0, $distance, 1]}"
done
near "twice as far" "$(jq -s '.[0].peak_pascal / .[1].peak_pascal' far1.json far2.json)" 2 0.02
near "full scale" "$(jq .full_scale_pascal far1.json)" 20 1e-9
render moved --set sound.radiation=none --set elements.bar.at=[3,4,1] --set "listeners.me={type: mono, at: [3, 5, 1]}"
near "moved with it" "$(jq -s '.[0].peak_pascal / .[1].peak_pascal' moved.json far1.json)" 1 1e-6
# A dipole across: on its axis louder than in its plane; turned by a quarter it is the other way round.
for turn in 0 90; do
    render "turn$turn" --set "elements.bar.turn=[1, 0, 0, $turn]" --set "listeners.me={type: mono, at: [0, 0, 3]}" -d 0.2
done
[[ $(jq -s '.[0].peak_pascal > 1.5 * .[1].peak_pascal' turn0.json turn90.json) == true ]] || fail "turned: $(jq .peak_pascal turn0.json turn90.json)"

# Twice as large is an octave lower, as it is by its pickups; it sounds with its own radiation.
render large --set elements.bar.scale=2
render head --set 'listeners.me={type: binaural, at: [0, -0.5, 1]}' --set sound.ground=0 --loudness -30
near "ears" "$(jq .channels head.json)" 2 0
near "loudness" "$(jq .loudness.reached head.json)" -30 0.1
render array --set 'listeners.me={type: array, points: [[0, 0, 0], [0, 1, 0], [1, 0, 0]]}' -d 0.05 --set output.oversample=2
near "microphones" "$(jq .channels array.json)" 3 0
render free --set elements.bar.support=2 -d 0.1
[[ $(jq -s '.[0].peak_pascal != .[1].peak_pascal' free.json pair.json) == true ]] || fail "what moves as a whole does not click"

"$CAROM" check bar.yaml | grep -q '^listeners  1: me' || fail "check does not tell who listens"
cp bar.yaml no.sofa
"$CAROM" render bar.yaml --set 'listeners.me={type: binaural}' --hrtf no.sofa -o no.wav 2>err && fail "a head that is none"
grep -q 'is no SOFA file' err || fail "a head that is none: $(cat err)"
[[ ! -e no.wav ]] || fail "a head that is none: wrote a file"
