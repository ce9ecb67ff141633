#!/bin/bash
# carom render: what the usual pickups leave in mono, --mono, the fade at the end, and why a sound is silent.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
render() { "$CAROM" render "$@" --json >json || fail "render $*"; }

# Usual pickups. Two channels that have nothing in common lose 3.01 dB; more would be antiphase.
object() { # TYPE PARAMETERS
    printf 'carom: 1\nelements: {x: {type: %s}}\nexcitations: {tap: {type: strike, at: x, k: %s}}\noutput: {duration: 0.3}\n' \
        "$1" "$2" >object.yaml
    render object.yaml -o o.wav
    holds "$1 struck with k: $2" '.mono_loss <= 3 and .silence == null and .channels == 2' json
}
for type in modal-bar 'modal-plate, edge: free' 'modal-plate, edge: clamped' modal-plate modal-string bowl glass bell wood-block \
    chime; do
    object "$type" 1e6
    object "$type" 1e9
done
for place in 0.1 0.34 0.45 0.7; do # any place round a rim, struck and rubbed
    for type in bowl glass bell; do
        render object.yaml -o o.wav --set "elements.x={type: $type}" --set "excitations.tap.at=x@$place"
        holds "$type at $place" '.mono_loss <= 3' json
        render object.yaml -o o.wav --set "elements.x={type: $type}" --set excitations.tap.k=1e5 --set excitations.tap.mass=0.05 \
            --set "excitations.tap.at=x@$place"
        holds "$type at $place, soft" '.mono_loss <= 3' json
    done
done
for shape in ring cylinder; do
    printf 'carom: 1\nelements: {x: {type: solid, shape: %s, order: 1, modes: 12}}\nexcitations: {tap: {type: strike, at: x}}\n' \
        $shape >solid.yaml
    render solid.yaml -o o.wav -r 192000 -d 0.1
    holds "$shape" '.mono_loss <= 3' json
done

# --mono is the mean of the channels
cat >two.yaml <<'Y'
carom: 1
elements: {a: {type: mass, mass: 0.01, frequency: 100, sigma0: 5}, b: {type: mass, mass: 0.01, frequency: 150, sigma0: 5}}
excitations: {a: {type: throw, element: a, velocity: 1}, b: {type: throw, element: b, velocity: 1}}
pickups: {left: {at: a, channel: 1}, right: {at: b, channel: 2}}
output: {duration: 0.5, normalize: none}
Y
render two.yaml -o two.wav
holds "two tones" '.channels == 2 and (.mono_loss - 3.01 | fabs) < 0.1' json
render two.yaml -o mono.wav --mono
holds "mono" '.channels == 1 and (.mono_loss - 3.01 | fabs) < 0.1' json
render two.yaml -o mean.wav --set 'pickups.left.gain=0.5' --set 'pickups.right={at: b, channel: 1, gain: 0.5}'
cmp <(tail -c 80000 mono.wav) <(tail -c 80000 mean.wav) || fail "--mono is not the mean"
[[ $("$CAROM" info mono.wav --json | jq .channels) == 1 ]] || fail "channels of the file"
"$CAROM" render two.yaml --mono --oversample 2 -o over.wav --json | jq -e '.channels == 1 and .duration == 0.5' >/dev/null ||
    fail "oversampled mono"
"$CAROM" render two.yaml -o two.wav | grep -q '^warning' && fail "two tones are no trouble"
"$CAROM" render two.yaml -o w.wav --set 'pickups.right={at: a, channel: 2, gain: -0.9}' >text
grep -q '^warning     the channels cancel each other: their mean, as in mono, is 25.6 dB quieter' text || fail "warning: $(cat text)"
"$CAROM" render two.yaml -o w.wav --set 'pickups.right={at: a, channel: 2, gain: -1}' | grep -q 'is silent$' || fail "cancelled"

# The fade: 10 ms where the sound has not died away, so long as asked, or none
end_of() { # FILE: greatest of the last two frames
    tail -c 16 "$1" | od -An -tf4 | tr -s ' ' '\n' | awk 'NF { v = $1 < 0 ? -$1 : $1; if (v > m) m = v } END { print m }'
}
render two.yaml -o f.wav
holds "usual fade" '.faded == 0.01' json
awk -v v="$(end_of f.wav)" 'BEGIN { exit !(v < 1e-4) }' || fail "the end is $(end_of f.wav)"
render two.yaml -o n.wav --set output.fade=0
holds "no fade" '.faded == 0' json
awk -v v="$(end_of n.wav)" 'BEGIN { exit !(v > 1e-3) }' || fail "without a fade the end is $(end_of n.wav)"
cmp <(head -c 160000 f.wav | tail -c 150000) <(head -c 160000 n.wav | tail -c 150000) || fail "the fade is not at the end alone"
"$CAROM" render two.yaml -o l.wav --set output.fade=0.2 | grep -q '^fade        the last 0.2 s$' || fail "a long fade is told"
"$CAROM" render two.yaml -o l.wav | grep -q '^fade        the last 0.01 s, where the sound had not died away$' || fail "told"
render two.yaml -d auto -o a.wav
holds "died away" '.faded == 0 and .ended_by == "silence"' json
render two.yaml -d 5 -o a.wav
holds "nothing to fade" '.faded == 0' json

"$CAROM" render two.yaml -o - | cmp - <("$CAROM" render two.yaml -o -) || fail "stream"

# Silence is told on stderr, with status 0, and where it can be known by carom check
silent() { # PATTERN ARGUMENTS...
    local pattern=$1
    shift
    "$CAROM" render "$@" -o s.wav --json >json 2>err || fail "status of $*"
    if [[ $(wc -l <err) != 1 ]] || ! grep -qE "^carom render: [a-z]*.yaml: silence: $pattern" err; then
        fail "$*: $(cat err)"
    fi
    holds "silence" '.silence != null and .peak == 0' json
}
printf 'carom: 1\nelements: {plate: {type: modal-plate}}\noutput: {duration: 0.1}\n' >still.yaml
silent 'there are no excitations, and nothing moves of itself$' still.yaml
"$CAROM" check still.yaml --json | jq -e '.warnings == ["there are no excitations, and nothing moves of itself"]' >/dev/null ||
    fail "check --json"
printf 'carom: 1\nelements: {plate: {type: modal-plate}}\nexcitations: {tap: {type: strike, at: plate, start: 5}}\noutput: {duration: 2}\n' >late.yaml
silent 'excitations.tap starts at 5 s, but the sound ends at 2 s$' late.yaml
"$CAROM" check late.yaml | grep -q '^warning    excitations.tap starts at 5 s, but the sound ends at 2 s$' || fail "check: late"
cat >up.yaml <<'Y'
carom: 1
elements: {plate: {type: modal-plate}, ball: {type: mass, mass: 0.01, gravity: 9.81}}
contacts: {hit: {a: plate, b: ball, law: power, k: 1e7}}
excitations: {drop: {type: throw, element: ball, from: 0.01}}
output: {duration: 0.5}
Y
silent 'nothing ever touched "plate", contact hit is open by 1\.[0-9]* m at the end$' up.yaml
"$CAROM" check up.yaml | grep -q '^warning' && fail "check cannot know which way it flies"
silent 'nothing ever touched "plate"$' up.yaml --set 'contacts.hit.a=ball' --set 'contacts.hit.b=ground' --set 'contacts.hit.gap=1'
silent 'the gain of every pickup is 0$' two.yaml --set pickups.left.gain=0 --set pickups.right.gain=0
silent 'no contact, bow or friction that is heard ever acted$' up.yaml --set 'pickups={f: {contact: hit}}'
"$CAROM" render up.yaml --set elements.ball.gravity=-9.81 -o s.wav >text 2>err
[[ ! -s err ]] || fail "a sound is no silence: $(cat err)"
echo "channels, fade and silence"
