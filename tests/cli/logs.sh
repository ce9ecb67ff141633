#!/bin/bash
# label: once
# carom sound --contacts: the example of docs/logs.md, our own logs give the sound of their recording, and what is wrong.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

# The example of the page, as it stands there
sed -n '/^```sh/,/^```/p' "$CAROM_SOURCE/docs/logs.md" | sed '1d;$d' | sed "s|^carom |\"\$CAROM\" |; s|-o bar.wav|-o bar.wav --json|" >example.sh
. ./example.sh >page.json || fail "the example of docs/logs.md"
near "duration" "$(jq .duration page.json)" 0.6 1e-9
[[ $(jq '.bodies == 1 and .modes == 6 and .contacts >= 4 and .peak_pascal > 0.01 and .peak_pascal < 100' page.json) == true ]] || fail "$(cat page.json)"

samples() { # FILE: the numbers of a float WAV of one channel
    local at
    at=$(grep -abo data "$1" | head -1 | cut -d: -f1)
    od -An -v -tf4 -w4 -j $((at + 8)) -N $((4 * $(jq .frames rec.info))) "$1"
}
difference() { # FILE FILE: rms of what is between them
    paste <(samples "$1") <(samples "$2") | awk '{ sum += ($1 - $2)^2 } END { print sqrt(sum / NR) }'
}

# A simulation, its recording, and its log with its motion. Its contacts do not feel the modes, as those of other physics: a recording says
# how many do, a table does not.
cat >fall.yaml <<'S'
carom: 1
world: {sleeping: false} # contacts that sleep are not logged
bodies:
  floor: {shape: plane, fixed: true}
  bar: {shape: box, x: 0.1, y: 0.02, z: 0.008, material: steel, modes: 4, contact_fmax: 0, at: [0, 0, 0.03], turn: [0, 1, 0, 20]}
  ball: {shape: sphere, radius: 0.01, material: glass, at: [0, 0.1, 0.03], modes: 0, copies: 2, step: [0, 0.1, 0.001]}
output: {duration: 0.2, fade: 0}
sound: {radiation: none, texture: false}
S
mkdir own
echo '{shape: plane, fixed: true}' >own/floor.yaml
echo '{shape: box, x: 0.1, y: 0.02, z: 0.008, material: steel, modes: 4}' >own/bar.yaml
printf 'shape: sphere\nradius: 0.01\nmaterial: glass\nmodes: 0\n' >own/ball.yaml
"$CAROM" simulate fall.yaml -o fall.rec --contacts fall.csv --motion moves.csv --rate 2000 >/dev/null || fail "simulate"
me='listeners.me={type: mono, at: [0, -0.5, 0.3]}'
"$CAROM" sound fall.rec --set "$me" --normalize none -o rec.wav >/dev/null || fail "the recording"
log() { "$CAROM" sound --contacts "$1" --objects own --motion moves.csv --set "$me" --set 'sound={radiation: none, texture: false}' --set output.fade=0 \
    -d 0.2 --normalize none "${@:2}"; }
log fall.csv -o log.wav --json >log.json || fail "the log"
"$CAROM" info rec.wav --json >rec.info
loud=$(jq .rms rec.info)
off=$(difference rec.wav log.wav)
# Without roughness, whose hills are others for every contact. Between two motions bodies go straight: (0.5 ms)^2 g/8 and less off, a few degrees of phase at 8 kHz for what turns quickly.
awk -v off="$off" -v loud="$loud" 'BEGIN { exit !(off > 0 && off < loud * 10^(-55 / 20)) }' || fail "the log is off by $off of $loud"
echo "the log of a simulation: $(awk -v o="$off" -v l="$loud" 'BEGIN { printf "%.1f", 20 * log(o / l) / log(10) }') dB"
[[ $(jq -r .recording log.json) == fall.csv ]] || fail "names $(jq .recording log.json)"
log fall.csv --solo ball_1 -o solo.wav >/dev/null || fail "--solo of a copy"

# What is wrong: one line with file and line, status 3, no file
refuse() { # LINE TEXT: of broken.csv
    local status=0
    log broken.csv -o no.wav >out 2>err || status=$?
    [[ $status -eq 3 && $(wc -l <err) -eq 1 && ! -s out && ! -e no.wav ]] || fail "$2: status $status, $(cat err)"
    grep -qF -e "broken.csv:$1: $2" err || fail "not $1: $2, but $(cat err)"
}
row() { sed -n "$1p" fall.csv; }
{ row 1 && row 2 | sed 's/bar/bear/'; } >broken.csv
refuse 2 'unknown body "bear": own has neither bear.modes nor bear.yaml'
{ row 1 && row 2 | sed 's/[^,]*/nan/6'; } >broken.csv
refuse 2 'z: needs a finite number, got "nan"'
{ row 1 && row 2 | sed 's/[^,]*/high/6'; } >broken.csv
refuse 2 'z: needs a number, got "high"'
{ row 1 && row 9 && row 2; } >broken.csv
refuse 3 'time goes back, from'
cut -d, -f1-8,10- fall.csv >broken.csv
refuse 1 'there is no column "nz"'
{ row 1 && row 2 | cut -d, -f1-10; } >broken.csv
refuse 2 'has 10 cells, the first line 18'
{ row 1 && row 2 | sed 's/[^,]*/0/9'; } >broken.csv
refuse 2 'nx, ny, nz: needs a direction'
{ row 1 && row 2 | sed 's/[^,]*/-1/15'; } >broken.csv
refuse 2 'duration: needs 0 s or more'
{ row 1 && row 2 | sed 's/[^,]*/bar/2;s/[^,]*/bar/3'; } >broken.csv
refuse 2 'body_a and body_b are the same'
row 1 >broken.csv
refuse 1 'holds no contact'
: >broken.csv
refuse_empty=$(log broken.csv -o no.wav 2>&1) && fail "an empty log"
grep -qF 'broken.csv: holds no table' <<<"$refuse_empty" || fail "an empty log: $refuse_empty"

cp fall.csv good.csv
refuse_motion() {
    local status=0
    "$CAROM" sound --contacts good.csv --objects own --motion bad.csv -o no.wav >out 2>err || status=$?
    [[ $status -eq 3 && $(wc -l <err) -eq 1 ]] || fail "motion: status $status, $(cat err)"
    grep -qF -e "bad.csv:$1: $2" err || fail "motion: not $1: $2, but $(cat err)"
}
{ head -1 moves.csv && grep ',bar,' moves.csv | head -1 && grep ',bar,' moves.csv | head -1; } >bad.csv
refuse_motion 3 'time of "bar" goes back or stands'
{ head -1 moves.csv && grep ',bar,' moves.csv | head -1 | sed 's/[^,]*/7/6'; } >bad.csv
refuse_motion 2 'qw, qx, qy, qz: needs a turn of length 1'

echo '{shape: bax}' >own/bar.yaml
"$CAROM" sound --contacts good.csv --objects own -o no.wav 2>err && fail "a shape that there is not"
grep -qF 'own/bar.yaml:1:9: bodies.bar.shape' err || fail "a shape that there is not: $(cat err)"
"$CAROM" sound --contacts good.csv 2>err && fail "no objects"
grep -qF 'go together' err || fail "no objects: $(cat err)"
