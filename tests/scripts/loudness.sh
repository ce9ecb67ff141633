#!/bin/bash
# carom render --loudness: reached, limited by the true peak, and short sounds.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
cat >ring.yaml <<'Y'
carom: 1
elements:
  ball: {type: mass, mass: 0.01, frequency: 700, sigma0: 4}
excitations:
  throw: {type: throw, element: ball, velocity: 1e-7}
pickups:
  left: {at: ball, channel: 1}
  right: {at: ball, channel: 2, gain: 0.3}
output: {duration: 3}
Y
render() { "$CAROM" render ring.yaml "$@"; }

# Asked and measured again, in the summary and in the file: within 0.1 LU; the level of the simulation does not matter
for lufs in -16 -23 -36.5; do
    for file in r.wav r.flac; do
        render --loudness $lufs -o $file --json >json
        holds "$file $lufs" "(.loudness.reached - $lufs | fabs) < 0.01 and .loudness.window == \"integrated\" and (.loudness.limited | not)" json
        "$CAROM" info $file --json >about
        holds "$file $lufs" "(.loudness - $lufs | fabs) < 0.1 and .true_peak < -0.9" about
    done
done
render --loudness -23 -o loud.wav --set excitations.throw.velocity=100 >/dev/null
"$CAROM" info loud.wav --json >about
holds "a loud simulation" '(.loudness + 23 | fabs) < 0.1' about

# Too loud for the true peak: limited, told, never clipped
render --loudness -3 -o r.flac --json >json
holds "limited" '.loudness.limited and .loudness.reached < -3.1 and (.loudness.true_peak + 1 | fabs) < 0.01 and .warnings.clipped == 0' json
"$CAROM" info r.flac --json >about
holds "limited" '(.true_peak + 1 | fabs) < 0.05 and .peak <= 0.8913' about
render --loudness -3 -o r.wav >text
grep -qE '^loudness    -3 LUFS asked, -[0-9.]+ reached, true peak -1\.0 dB$' text || fail "summary: $(cat text)"
grep -q '^warning     louder would bring the true peak above -1 dB' text || fail "summary: $(cat text)"

# Shorter than 0.4 s: over 0.4 s with silence added, and the summary says so
render -d 0.1 --loudness -25 -o s.wav --json >json
holds "short" '.loudness.window == "momentary" and (.loudness.reached + 25 | fabs) < 0.01' json
render -d 0.1 --loudness -25 -o s.wav | grep -q 'LUFS asked, -25.0 reached over 0.4 s with silence added' || fail "short"
# The same with the silence in the file
"$CAROM" info s.wav --json >about
holds "short" '(.loudness + 25 | fabs) < 0.1' about

# Silence stays silence; what cannot be asked for
render --set excitations.throw.velocity=0 --loudness -23 -o n.wav --json >json
holds "silence" '.peak == 0 and .gain == 1 and .loudness.reached == null' json
bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    render "$@" >out 2>err || status=$?
    if [[ $status != "$wanted" || $(wc -l <err) != 1 || -s out ]] || ! grep -qE -- "^carom render: $pattern" err; then
        fail "carom render $*: status $status, $(cat err)"
    fi
}
bad 2 '--loudness: .*leave --normalize out' --loudness -23 --normalize peak
bad 3 '--loudness: needs -60 to 0 LUFS, got 5' --loudness 5
bad 3 '--loudness: "loud" is not a number' --loudness loud
bad 3 '--loudness: needs a sound of 8000 Hz or more' --loudness -23 -r 4000
echo "loudness is reached or told"
