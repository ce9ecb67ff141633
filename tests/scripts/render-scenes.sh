#!/bin/bash
# carom render and check on every scene of S1 and of the ready-made objects: the books close, nothing pulls, the level is right.
set -eu

fail() {
    echo "FAILED: $1"
    exit 1
}
command -v jq >/dev/null || exit 77
rm -rf files
mkdir files
cd files

count=0
for scene in "$CAROM_SOURCE"/scenes/s1/*.yaml "$CAROM_SOURCE"/scenes/objects/*.yaml; do
    name=$(basename "$scene" .yaml)
    "$CAROM" render "$scene" -d 0.3 --json >"$name.json" || fail "$name does not render"
    jq -e --arg scene "$scene" --arg output "$name.wav" '
        .scene == $scene and .output == $output and (.duration - 0.3 | fabs) < 1e-9 and
        .steps == .rate * 0.3 * .oversample and .cpu_seconds > 0 and .realtime_factor > 0 and .peak > 0 and
        .normalised and (.gain * .peak - 0.8912509381337456 | fabs) < 1e-12 and
        .energy_residual < 1e-9 and .contact_force_min >= 0 and
        .warnings.unsettled == 0 and .warnings.not_finite == 0 and .warnings.clipped == 0' "$name.json" >/dev/null ||
        fail "$name: $(cat "$name.json")"
    "$CAROM" info "$name.wav" --json >"$name.info"
    jq -e --slurpfile of "$name.json" '
        .channels == $of[0].channels and .rate == $of[0].rate and .finite and (.peak - 0.89125 | fabs) < 1e-5 and
        (.comment | startswith("scene " + $of[0].hash)) and (.software | startswith("carom "))' "$name.info" >/dev/null ||
        fail "$name.wav: $(cat "$name.info")"
    "$CAROM" check "$scene" --json | jq -e --slurpfile of "$name.json" '
        (.elements | length) > 0 and (.elements | all(.points > 0)) and .channels == $of[0].channels and
        (.contacts | length) == $of[0].contacts and .cost > 0' >/dev/null || fail "check $name"
    "$CAROM" check "$scene" | grep -q '^cost ' || fail "check $name has no text"
    count=$((count + 1))
done
[[ $count -ge 18 ]] || fail "only $count scenes"
[[ -z $(find . -name '*.tmp') ]] || fail "temporary files are left"
echo "$count scenes rendered"
