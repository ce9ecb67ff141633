#!/bin/bash
# label: once
# carom sound and carom render of bodies: two passes are one, what is wrong is one line, listeners are heard.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

refuse() { # STATUS TEXT WORDS...: one line on stderr that contains the text, and no file
    local wanted=$1 text=$2 status=0
    shift 2
    "$CAROM" sound "$@" -o no.wav >out 2>err || status=$?
    [ $status -eq "$wanted" ] || fail "sound $*: status $status, not $wanted"
    { [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$text" err; } || fail "sound $*: $(cat err)"
    [[ ! -s out && ! -e no.wav ]] || fail "sound $*: wrote something"
}

cat >bar.yaml <<'S'
carom: 1
title: A bar falls
bodies:
  floor: {shape: plane, fixed: true}
  bar: {shape: box, x: 0.1, y: 0.02, z: 0.008, material: steel, modes: 4, at: [0, 0, 0.03], turn: [0, 1, 0, 20]}
  ball: {shape: sphere, radius: 0.01, material: glass, at: [0, 0.1, 0.03], modes: 0}
output: {duration: 0.2}
sound: {radiation: none}
S
"$CAROM" simulate bar.yaml --set bodies.ball.at.2=0.04 -o bar.rec >/dev/null || fail "simulate"
"$CAROM" sound bar.rec -o two.wav --json >two.json || fail "sound"
"$CAROM" render bar.yaml --set bodies.ball.at.2=0.04 -o one.wav >/dev/null || fail "render"
# but for the number of the scene, 16 characters: the recording tells the change in its text
[[ $(cmp -l one.wav two.wav | wc -l) -le 16 ]] || fail "two passes differ from both in one"
near "channels" "$(jq .channels two.json)" 2 0
near "duration" "$(jq .duration two.json)" 0.2 1e-9
[[ $(jq .bodies two.json) == 1 && $(jq .modes two.json) == 4 ]] || fail "bodies: $(cat two.json)"
[[ $(jq '.peak_pascal > 0.01 and .peak_pascal < 100' two.json) == true ]] || fail "peak $(jq .peak_pascal two.json) Pa"

# A ball clicks though it does not ring, and is silent without clicks.
"$CAROM" sound bar.rec --solo ball -o ball.wav --json >ball.json || fail "solo"
[[ $(jq '.peak_pascal > 1e-4' ball.json) == true ]] || fail "a click of $(jq .peak_pascal ball.json) Pa"
"$CAROM" sound bar.rec --solo ball --set sound.clicks=false -o none.wav --json >none.json || fail "without clicks"
near "a ball without clicks" "$(jq .peak_pascal none.json)" 0 0

# Stems: the sum of all bodies is the whole, but for the rounding of floats, also where its end is faded and its level is sought.
samples() { # FILE: the numbers of a float WAV
    local at
    at=$(grep -abo data "$1" | head -1 | cut -d: -f1)
    od -An -v -tf4 -w4 -j $((at + 8)) -N $((8 * 4410)) "$1"
}
"$CAROM" sound bar.rec --set sound.damping=none -d 0.1 --stems parts --loudness -30 -o whole.wav --json >whole.json || fail "stems"
[[ $(ls parts) == $'ball.wav\nbar.wav' && $(jq .stems whole.json) == 2 ]] || fail "stems: $(ls parts)"
near "loudness" "$(jq .loudness.reached whole.json)" -30 0.1
paste <(samples whole.wav) <(samples parts/bar.wav) <(samples parts/ball.wav) |
    awk '{ off = $1 - $2 - $3; off = off < 0 ? -off : off; if (off > most) most = off; if ($1 > peak) peak = $1; if ($3 > ball) ball = $3 }
        END { exit !(NR == 8820 && ball > 1e-4 * peak && most < 2e-7 * peak) }' || fail "the stems are not the whole"
"$CAROM" render bar.yaml --set sound.damping=none -d 0.1 --solo ball --stems solo --report both.html -o alone.wav >/dev/null || fail "stems of a render"
[[ $(ls solo) == ball.wav ]] || fail "stems of a solo: $(ls solo)"

# The page: everything that is promised of it, once
"$CAROM" sound bar.rec --set sound.radiation=fast --set sound.clicks=false --report page.html -o page.wav >/dev/null || fail "a page"
for part in '<audio controls' 'Spectrogram, pair left' 'Spectrogram, pair right' 'Level at each ear</h2>' 'Blows between bodies' 'hardest blow N s' 'Energy of modes' 'Decay of the same modes' 'Directions'; do
    grep -q "$part" page.html || fail "the page has no $part"
done
grep -q '<audio controls' both.html || fail "a page of a render"

# What rests is silent: its weight and what carries it act together.
"$CAROM" render world/tower -d 0.3 --set world.settle=0.03 -o rest.wav --json >rest.json || fail "a tower"
[[ $(jq '.peak_pascal < 1e-9' rest.json) == true ]] || fail "a tower at rest sounds with $(jq .peak_pascal rest.json) Pa"

# Twice as far away it is half as loud, and 6 dB is what full scale says.
for distance in 1 2; do
    "$CAROM" sound bar.rec --set "listeners.me={type: mono, at: [0, -$distance, 0]}" --set sound.clicks=false --normalize none \
        -o far.wav --json >far$distance.json || fail "a microphone"
done
near "twice as far" "$(jq -s '.[0].peak_pascal / .[1].peak_pascal' far1.json far2.json)" 2 0.1
near "full scale" "$(jq .full_scale_pascal far1.json)" 20 1e-9

"$CAROM" sound bar.rec --set 'listeners.me={type: binaural, at: [0, -1, 0]}' -o ears.wav --json >ears.json || fail "a head"
near "ears" "$(jq .channels ears.json)" 2 0
"$CAROM" sound bar.rec --set sound.ground=0 -o floor.wav >/dev/null || fail "a floor that reflects"
cmp -s floor.wav two.wav && fail "a floor changes nothing"

# A body so small that all its modes lie too high clicks, and does not ring.
printf 'carom: 1\nbodies: {floor: {shape: plane, fixed: true}, bead: {shape: sphere, radius: 0.002, on: floor, modes: 2, order: 1}}\n' >bead.yaml
"$CAROM" render bead.yaml -d 0.05 --stems bead -o bead.wav >bead.txt || fail "a bead"
grep -q '^bodies      0 ring with 0 modes' bead.txt && grep -q '^stems       1 file in bead$' bead.txt || fail "a bead: $(cat bead.txt)"

# What is wrong
refuse 3 'there is no body "bal"' bar.rec --solo bal
refuse 3 'is no SOFA file' bar.rec --set 'listeners.me={type: binaural}' --hrtf bar.yaml
refuse 3 'hrtf: no listener is binaural' bar.rec --hrtf bar.yaml
refuse 1 'cannot open' bar.rec --set 'listeners.me={type: binaural}' --hrtf there-is-none.sofa
refuse 3 'bar.yaml: ' bar.yaml
cp bar.rec damaged.rec
printf 'carom' | dd of=damaged.rec bs=1 seek=3000 conv=notrunc status=none
refuse 3 'damaged.rec' damaged.rec
refuse 3 'sound.radiation: unknown word "slow"; known: none fast exact' bar.rec --set sound.radiation=slow
"$CAROM" sound 2>err && fail "no recording"
grep -q 'needs a recording' err || fail "no recording: $(cat err)"
