#!/bin/bash
# carom render: every output and option at work.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
cat >bounce.yaml <<'Y'
carom: 1
title: A mass on a spring against a wall
elements:
  ball: {type: mass, mass: 0.01, frequency: 100, sigma0: 30}
contacts:
  wall: {a: ball, b: ground, gap: 1e-4, law: power, k: 1e8, alpha: 1.5}
excitations:
  throw: {type: throw, element: ball, velocity: 1}
pickups:
  left: {at: ball, channel: 1}
  right: {at: ball, channel: 2, gain: 0.5}
output: {duration: 0.5, rate: 48000}
Y
render() { "$CAROM" render bounce.yaml "$@"; }

# Formats, and the same bytes every time
render >text
grep -q '^bounce.wav: 0.5 s, 2 channels at 48000 Hz' text || fail "summary: $(cat text)"
cp bounce.wav first.wav
render >/dev/null
cmp -s first.wav bounce.wav || fail "two renders differ"
render -o b.flac --json >json
holds "flac" '.output == "b.flac" and .title == "A mass on a spring against a wall" and .seed == "1"' json
"$CAROM" info b.flac --json >about
holds "flac" '.frames == 24000 and .channels == 2 and (.format | test("FLAC.*24 bit")) and (.peak - 0.89125 | fabs) < 1e-5' about
render -o - >stream.wav
"$CAROM" info stream.wav --json >about
holds "stream" '.frames == 24000 and .channels == 2 and (.peak - 0.89125 | fabs) < 1e-5' about
[[ $(stat -c %s stream.wav) == $((58 + 24000 * 8)) ]] || fail "length of the stream"
# What is cut off is told; a stream, whose header leaves the length open, is whole
for file in bounce.wav b.flac stream.wav; do
    "$CAROM" info $file --json >about
    holds "whole $file" '.cut_off | not' about
    head -c $(($(stat -c %s $file) / 2)) $file >half.$file
done
for file in bounce.wav b.flac; do
    "$CAROM" info half.$file --json >about
    holds "half of $file" '.cut_off and .frames < 24000' about
    "$CAROM" info half.$file | grep -q '^warning    cut off: shorter than its header says' || fail "half of $file: not told"
done
if "$CAROM" info bounce.wav | grep -q warning; then fail "a warning of a whole file"; fi
if command -v soxi >/dev/null; then
    [[ $(soxi -r bounce.wav) == 48000 && $(soxi -s bounce.wav) == 24000 && $(soxi -c bounce.wav) == 2 ]] || fail soxi
    [[ $(soxi -s b.flac) == 24000 ]] || fail "soxi of flac"
fi

# Options
render -d 0.25 -r 44100 --seed 7 --normalize none -o o.wav --json >json
holds "options" '.duration == 0.25 and .rate == 44100 and .seed == "7" and (.normalised | not) and .gain == 1' json
near "peak as it is" "$("$CAROM" info o.wav --json | jq .peak)" "$(jq .peak json)" 1e-6
render --normalize none --set pickups.left.gain=2 -o loud.flac --json --report loud.html >json
holds "too loud for flac" '.peak > 1.9 and .warnings.clipped > 10' json
grep -qF 'class="verdict off"' loud.html || fail "the page does not tell of clipping"
render --oversample 4 -o o.wav --json >json
holds "oversampled" '.steps == 96000 and .oversample == 4 and .duration == 0.5' json
[[ $("$CAROM" info o.wav --json | jq .frames) == 24000 ]] || fail "length after decimation"
# What is let go from rest begins, and ends, where it does without oversampling: at 1e-4 m cos(2 pi 5 t).
cat >rest.yaml <<'Y'
carom: 1
elements: {ball: {type: mass, mass: 0.01, frequency: 5}}
excitations: {pluck: {type: pluck, at: ball, height: -1e-4}}
pickups: {out: {at: ball, quantity: displacement}}
output: {duration: 0.1, rate: 48000, normalize: none, fade: 0}
Y
for n in 1 2 5 16; do
    "$CAROM" render rest.yaml --oversample "$n" -o rest.wav --probe out:displacement=rest.csv >/dev/null
    [[ $(wc -l <rest.csv) == $((4800 * n + 1)) ]] || fail "rows of a probe with oversampling"
    near "first sample of $n" "$(od -An -tf4 -N4 -j$(($(stat -c %s rest.wav) - 4800 * 4)) rest.wav)" -1e-4 1e-10
    near "last sample of $n" "$(tail -c 4 rest.wav | od -An -tf4)" 1e-4 1e-10
done
render --set elements.ball.frequency=200 -o o.wav --json >changed
[[ $(jq .hash changed) != $(jq .hash json) ]] || fail "a change keeps the hash"
render -d auto -o o.wav --json >json
holds "auto" '.ended_by == "silence" and .duration > 0.6 and .duration < 5' json
render -d auto --set elements.ball.sigma0=0 -o o.wav --json >json
holds "auto without end" '.ended_by == "limit" and .duration == 60' json

# Tables
render -o o.wav --energy e.csv --contacts c.csv --probe left:velocity=v.csv --probe wall:depth=d.npy >/dev/null
[[ $(head -1 e.csv) == t,elements,contacts,springs,tracks,bristles,lost_elements,lost_contacts,lost_springs,lost_bows,lost_friction,work,error ]] ||
    fail "columns of the energy"
[[ $(wc -l <e.csv) == $((2 + 24000 / 64)) ]] || fail "rows of the energy"
awk -F, 'NR == 2 { start = $2 + $3 + $4 + $5 + $6 }
    NR > 1 { d = $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 + $10 + $11 - $12 - start
    if (d > 1e-12 * start || d < -1e-12 * start) exit 1 }' e.csv || fail "the books do not close"
[[ $(head -1 c.csv) == t,wall:force,wall:depth && $(wc -l <c.csv) == 24001 ]] || fail "contacts"
awk -F, 'NR > 1 && $2 < 0 { exit 1 } NR > 1 && $2 > 0 { closed++ } END { exit closed < 10 }' c.csv || fail "forces"
[[ $(head -1 v.csv) == t,left:velocity && $(wc -l <v.csv) == 24001 ]] || fail "probe"
"$CAROM" info d.npy --json >about
holds "npy" '.shape == [24000, 2] and .type == "<f8"' about
near "greatest velocity" "$(awk -F, 'NR > 1 && $2 > m { m = $2 } END { print m }' v.csv)" "$(render -o o.wav --json | jq .peak)" 0.1
render --energy - -o o.wav >stdout.csv
cmp -s stdout.csv e.csv || fail "a table on the standard output"
render --energy e.npy -o o.wav >/dev/null
"$CAROM" info e.npy --json >about
holds "npy" '.shape == [376, 13]' about

# A name that a spreadsheet would take for a formula
sed 's/  wall:/  -2+3*A1:/' bounce.yaml >formula.yaml
"$CAROM" render formula.yaml -o o.wav --contacts - >formula.csv
[[ $(head -n 1 formula.csv) == "t,'-2+3*A1:force,'-2+3*A1:depth" ]] || fail "formulas: $(head -n 1 formula.csv)"

# One greatest energy, whatever else is written: the greatest of the table
cat >driven.yaml <<'Y'
carom: 1
elements: {ball: {type: mass, mass: 0.01, frequency: 300, sigma0: 30}}
excitations: {pulse: {type: force, at: ball, shape: pulse, amplitude: 5, start: 0.1, duration: 0.003}}
pickups: {out: {at: ball}}
output: {duration: 0.5, rate: 48000}
Y
"$CAROM" render driven.yaml --json | jq .energy_greatest >plain
"$CAROM" render driven.yaml --json --energy e.csv | jq .energy_greatest >with-energy
"$CAROM" render driven.yaml --json --report r.html | jq .energy_greatest >with-report
for other in with-energy with-report; do
    cmp -s plain $other || fail "greatest energy: $(cat plain) J, $other $(cat $other) J"
done
near "greatest energy" "$(cat plain)" "$(awk -F, 'NR > 1 && $2 > m { m = $2 } END { printf "%.17g", m }' e.csv)" 1e-15

# The page
render --report r.html -o o.wav >/dev/null
for part in '<!DOCTYPE html>' 'Waveform, channel 2' 'Spectrogram, channel 1' 'data:image/png;base64,iVBORw0KGgo' \
    '<audio controls' 'wall, where it is greatest' 'Contacts closed' 'Energy, stacked' 'lost by elements' 'type: mass' '</html>'; do
    grep -qF "$part" r.html || fail "the page has no $part"
done
# Forces by name: what the page tells is what --contacts writes, a row of contacts as its sum
cat >row.yaml <<'Y'
carom: 1
defaults: {contact: {law: hunt-crossley, k: 1e8, mu: 0.2}}
elements:
  string: {type: string, length: 0.9, f0: 140}
  rail: {type: rail, to: 0.1, rise: 2e-4, position: -2.1e-4}
  stop: {type: barrier, position: -8e-4}
contacts: {buzz: {a: rail, b: string, along: 6}, stop: {a: stop, b: string@0.5}}
excitations: {pluck: {type: pluck, at: string@0.3, height: 3e-3}}
pickups: {out: {at: string@0.7}}
output: {duration: 0.1}
Y
"$CAROM" render row.yaml --report row.html --contacts row.csv -o row.wav >/dev/null
awk -F, 'NR > 1 { s = $2 + $4 + $6 + $8 + $10 + $12; if (s > a) a = s; if ($14 > b) b = $14 } END { printf "%.4g %.4g\n", a, b }' row.csv >wanted
grep -oE '<td>(buzz|stop)</td><td class="number">[0-9]</td><td class="number">[0-9.]+' row.html | grep -oE '[0-9.]+$' | tr '\n' ' ' |
    sed 's/ $/\n/' >found
cmp -s wanted found || fail "greatest forces: page $(cat found), table $(cat wanted)"
for part in 'Contact forces' 'buzz, where it is greatest' 'stop, where it is greatest'; do
    grep -qF "$part" row.html || fail "the page of a row has no $part"
done
if grep -qE 'NaN|="-?nan|="-?inf|src="http|<script' r.html; then fail "the page holds what it should not"; fi

[[ -z $(find . -name '*.tmp') ]] || fail "temporary files are left"
echo "every output of carom render"
