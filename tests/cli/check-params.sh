#!/bin/bash
# label: once
# `carom check --json` lists the numbers of a scene; each path is one that --set takes.
set -eu
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
cat >scene.yaml <<'END'
carom: 1
elements:
  string: {type: string, f0: 110, f0_max: 220}
  bell: {type: modal, frequencies: [400, 1100], decays: [1, 2], shapes: [[2, -2]]}
excitations:
  bow: {type: bow, at: string@0.1, velocity: 0.1}
  hit: {type: strike, at: bell@1}
pickups:
  left: {at: string@0.9}
  right: {at: bell@1, gain: 3, channel: 2}
END
"$CAROM" check scene.yaml --json >checked.json
of() {
    jq -e --arg path "$1" '.params[] | select(.path == $path) | '"$2" checked.json >/dev/null || fail "$1: $2"
}
of elements.string.f0 '.value == 110 and .change == "live" and .event == "CR_RT_PITCH" and .live_range == [1, 220]'
of elements.string.radius '.given == false and .unit == "m" and .change == "rebuild" and .event == null'
of elements.bell.frequencies.1 '.value == 1100 and .given'
of elements.bell.shapes.0.1 '.value == -2'
of excitations.bow.velocity '.value == 0.1 and .default == 0.2 and .event == "CR_RT_VELOCITY" and .target == 0'
of excitations.hit.k '.change == "strike" and .event == "CR_RT_STRIKE" and .target == 1 and .field == "hardness"'
of pickups.right.gain '.value == 3 and .event == "CR_RT_GAIN" and .target == 1'
of output.rate '.value == 44100 and .given == false'
jq -e '[.params[] | select(.doc == "" or .range[0] > .value or .range[1] < .value)] == []' checked.json >/dev/null ||
    fail "words and ranges"
jq -r '.params[] | "--set\n\(.path)=\(.value)"' checked.json >sets
mapfile -t sets <sets
"$CAROM" check scene.yaml "${sets[@]}" --json | jq -e --slurpfile of checked.json '
    [.params[] | [.path, .value]] == [$of[0].params[] | [.path, .value]]' >/dev/null || fail "the paths are not those of --set"
echo "$((${#sets[@]} / 2)) numbers"
