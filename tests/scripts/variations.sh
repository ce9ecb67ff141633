#!/bin/bash
# carom render --variations: what varies and by how much, the same bytes alone and in a batch.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
cat >hit.yaml <<'Y'
carom: 1
elements:
  string: {type: string, f0: 110}
  hammer: {type: mass, mass: 0.01}
  stop: {type: barrier, position: -1e-3}
contacts:
  felt: {a: hammer, b: string@0.12, law: power, k: 1e6, alpha: 2}
  fret: {a: stop, b: string@0.5, law: power, k: 1e6}
excitations:
  strike: {type: throw, element: hammer, from: -1e-4, velocity: 3}
pickups:
  out: {at: string@0.8}
output: {duration: 0.05}
Y
variations() { "$CAROM" render hit.yaml --variations "$@"; }

# Strength, place and hardness of the stroke vary, within 40 %, 8 % of the length (but half way to the end) and a factor
# of 3; the fret does not move
variations 40 --json -o a.wav >json
jq -e 'length == 40 and all(.varied | length == 3)' json >/dev/null || fail "$(jq -c '.[0]' json)"
jq -r '.[].varied[0]' json | sed 's/excitations.strike.velocity=//' >speeds
jq -r '.[].varied[1]' json | sed 's/contacts.felt.b=string@//' >places
spread() { # FILE LEAST MOST: all inside, and at least 80 % of the width is used (40 even draws miss that 0.1 % of the time)
    awk -v lo="$2" -v hi="$3" 'NR == 1 { a = b = $1 } { if ($1 + 0 != $1 || $1 < lo || $1 > hi) exit 1
        if ($1 < a) a = $1; if ($1 > b) b = $1 } END { exit !(b - a > 0.8 * (hi - lo)) }' "$1" || fail "$1: $(cat "$1")"
}
jq -r '.[].varied[2]' json | sed 's/contacts.felt.k=//' | awk '{ print log($1) / log(3) }' >hardness
spread speeds 1.8 4.2
spread places 0.06 0.18
spread hardness "$(awk 'BEGIN { print log(1e6) / log(3) - 1.001 }')" "$(awk 'BEGIN { print log(1e6) / log(3) + 1.001 }')"
[[ $(find . -name 'a-*.wav' | wc -l) == 40 && -s a-01.wav && -s a-40.wav ]] || fail "names: $(ls)"
cmp -s a-01.wav a-02.wav && fail "two variations are the same"

# One gain for all, which brings the loudest to -1 dB of full scale; with `none` the level is what it was
jq -e '(map(.gain) | unique | length) == 1 and (map(.peak * .gain) | max - 0.891250938 | fabs) < 1e-8' json >/dev/null || fail "gains"
variations 3 --gain none --json -o none.wav | jq -e 'all(.gain == 1)' >/dev/null || fail "no gain"
for i in 1 2 3; do # 32-bit floats
    [[ $("$CAROM" info a-0$i.wav --json | jq --argjson p "$(jq ".[$i - 1] | .peak * .gain" json)" '(.peak / $p - 1 | fabs) < 1e-6') == true ]] ||
        fail "peak of a-0$i.wav"
done

# Number and seed alone decide; --set of the printed changes gives the same sound
variations 40 --gain each -o each.wav >/dev/null
variations 7:7 -o b.wav >text
cmp each-07.wav b-07.wav || fail "alone it is another"
grep -q '^varied      excitations.strike.velocity=' text || fail "summary: $(cat text)"
variations 7:7 --seed 2 -o c.wav >/dev/null
cmp -s each-07.wav c-07.wav && fail "the seed has no effect"
"$CAROM" info c-07.wav | grep -q 'seed 2, variation 7: excitations.strike.velocity=' || fail "comment"
"$CAROM" render hit.yaml --set "$(jq -r '.[6].varied[0]' json)" --set "$(jq -r '.[6].varied[1]' json)" \
    --set "$(jq -r '.[6].varied[2]' json)" -o d.wav >/dev/null
cmp <(tail -c 8820 each-07.wav) <(tail -c 8820 d.wav) || fail "--set of the changes gives another sound"
variations 2 >/dev/null
[[ -s hit-01.wav && -s hit-02.wav ]] || fail "default names"

# The section of the scene; one path varies as it did, whatever else varies
cat >>hit.yaml <<'Y'
vary:
  elements.hammer.mass: [0.01, 0.02]
  excitations.strike.velocity: 0.4
Y
variations 20 --json -o e.wav >own
[[ $(jq -c '[.[].varied[1]]' own) == "$(jq -c '[.[:20][].varied[0]]' json)" ]] || fail "a draw depends on the others"
jq -e 'all(.varied[0] | split("=")[1] | tonumber | . >= 0.01 and . <= 0.02)' own >/dev/null || fail "range: $(cat own)"

# What does not go
bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" render "$@" >out 2>err || status=$?
    if [[ $status != "$wanted" || $(wc -l <err) != 1 || -s out ]] || ! grep -qE -- "^carom render: $pattern" err; then
        fail "carom render $*: status $status, $(cat err)"
    fi
}
bad 2 '--report: is for one sound' hit.yaml --variations 2 --report r.html
bad 2 '--gain: is for --variations' hit.yaml --gain each
bad 2 '--normalize: sets the level of each file' hit.yaml --variations 2 --gain none --normalize peak
bad 3 '--gain: needs set, each or none' hit.yaml --variations 2 --gain all
bad 2 '-: the standard output' hit.yaml --variations 2 -o -
bad 3 '--variations: needs a whole number' hit.yaml --variations 0
bad 3 '--variations: needs a whole number from 4' hit.yaml --variations 4:2
bad 3 '--variations: "x" is not a number' hit.yaml --variations x
printf 'carom: 1\nelements: {b: {type: mass}}\npickups: {o: {at: b}}\n' >still.yaml
bad 3 'still.yaml: nothing to vary' still.yaml --variations 2
bad 3 '--variations elements.hammer.mass=.*: elements.hammer.mass: mass needs' hit.yaml --variations 2 \
    --set 'vary={elements.hammer.mass: [-2, -1]}'
echo "variations vary as they should"
