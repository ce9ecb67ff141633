#!/bin/bash
# carom render and check on every scene of S1, of the ready-made objects, and of those that bounce, roll and rub: the
# books close, nothing pulls, the level is right, and the steps of contacts are told.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
scenes=$CAROM_SOURCE/scenes

count=0
for scene in "$scenes"/s1/*.yaml "$scenes"/objects/*.yaml \
    "$scenes"/{bouncing-ball,rolling-ball,scrape-wood,squeaking-rim,glass-harp,wind-chimes}.yaml; do
    name=$(basename "$scene" .yaml)
    seconds=0.3
    [[ $name != wind-chimes ]] || seconds=0.9 # the clapper needs time to arrive
    "$CAROM" render "$scene" -d $seconds --json >"$name.json" || fail "$name does not render"
    jq -e --arg scene "$scene" --arg output "$name.wav" --argjson seconds $seconds '
        .scene == $scene and .output == $output and (.duration - $seconds | fabs) < 1e-9 and
        (.steps - .rate * $seconds * .oversample | fabs) < 1e-6 and .cpu_seconds > 0 and .realtime_factor > 0 and
        .peak > 0 and .normalised and (.gain * .peak - 0.8912509381337456 | fabs) < 1e-12 and
        .energy_residual < 1e-9 and .contact_force_min >= 0 and
        (.contact_steps | length) == 5 and (.contact_steps | all(. >= 0)) and .blows >= 0 and
        .warnings.unsettled == 0 and .warnings.not_finite == 0 and .warnings.clipped == 0' "$name.json" >/dev/null ||
        fail "$name: $(cat "$name.json")"
    "$CAROM" info "$name.wav" --json >"$name.info"
    jq -e --slurpfile of "$name.json" '
        .channels == $of[0].channels and .rate == $of[0].rate and .finite and (.peak - 0.89125 | fabs) < 1e-5 and
        (.comment | startswith("scene " + $of[0].hash)) and (.software | startswith("carom "))' "$name.info" >/dev/null ||
        fail "$name.wav: $(cat "$name.info")"
    "$CAROM" check "$scene" --json | jq -e --slurpfile of "$name.json" '
        (.elements | length) > 0 and (.elements | all(.points > 0)) and .channels == $of[0].channels and
        (.contacts | length) == $of[0].contacts and .cost > 0 and .warnings == [] and
        (.contacts | all((.clock == "linear" or .clock == "psi") and .law and .a and .b)) and
        ($of[0].contact_steps | add) <= $of[0].steps * ([.contacts[] | select(.clock == "linear")] | length)' \
        >/dev/null || fail "check $name"
    "$CAROM" check "$scene" | grep -q '^cost ' || fail "check $name has no text"
    count=$((count + 1))
done
[[ $count -ge 24 ]] || fail "only $count scenes"

# What was used is told in words too.
"$CAROM" render "$scenes/bouncing-ball.yaml" -d 0.3 -o b.wav | grep -q '^contacts .* samples at [0-9]* step' ||
    fail "no steps in the summary"
"$CAROM" render "$scenes/bouncing-ball.yaml" -d 0.3 -o b.wav --set output.divide=4 --json |
    jq -e '.contact_steps[2] > 0 and ([.contact_steps[0, 1, 3, 4]] | add) == 0' >/dev/null || fail "divided by 4"
"$CAROM" check "$scenes/scrape-wood.yaml" --json | jq -e '
    .frictions == [{name: "drag", a: "board@0.45", b: "ground", contact: "tip"}] and .contacts[0].surface == "grain" and
    .surfaces[0].name == "grain" and (.surfaces[0].rms / 2e-5 - 1 | fabs) < 1e-9' >/dev/null || fail "what check tells"

# A bow on a string takes as many steps as it needs, and tells it.
bowed() { "$CAROM" "$1" "$scenes/tromba-bowed.yaml" "${@:2}"; }
bowed check | grep -q ', 1 step per sample,' || fail "steps of the tromba"
bowed check --set elements.string.f0=120 | grep -q ', 2 steps per sample (for the bow),' || fail "check tells no steps"
bowed render --set elements.string.f0=120 -d 0.1 -o t.wav | grep -q ', 2 steps per sample (for the bow)$' ||
    fail "render tells no steps"
bowed render --set elements.string.f0=120 -d 0.1 -o t.wav --oversample 2 --json | jq -e '.oversample == 2' >/dev/null ||
    fail "enough steps"

# A contact between two points of a grid is told, with the place of the nearest point; there nothing is told.
"$CAROM" check "$scenes/tromba-bowed.yaml" --set contacts.seat.b=string@0.8684 >advice
grep -q '^advice     1 end of contacts between two points' advice || fail "no advice: $(cat advice)"
"$CAROM" check "$scenes/tromba-bowed.yaml" --set contacts.seat.b=string@0.8684 --json | jq -e '
    (.between_points | length) == 1 and .between_points[0].contact == "seat" and
    .between_points[0].end == "string@0.8684" and (.between_points[0].nearest - 0.8684 | fabs) < 0.01' >/dev/null ||
    fail "no advice in JSON"
place=$(grep -o 'string@[0-9.]*[0-9])' advice | tr -d ')')
"$CAROM" check "$scenes/tromba-bowed.yaml" --set "contacts.seat.b=$place" | grep '^advice' && fail "advice for $place"

# What it offers instead: on a modal string the force between a mass and any place is settled at 2 steps per sample,
# within 1e-4 of 16 steps (mean of each sample, 20 ms; measured 4e-6).
cat >modal.yaml <<'EOF'
carom: 1
elements:
  string: {type: modal-string, length: 0.65, f0: 220, radius: 4e-4, loss: 0, modes: 90}
  hammer: {type: mass, mass: 1e-3}
contacts:
  hit: {a: hammer, b: string@0.2513, law: power, k: 1e6, alpha: 1.5}
excitations:
  throw: {type: throw, element: hammer, velocity: 1}
pickups:
  force: {contact: hit, quantity: force}
output: {duration: 0.02}
EOF
for times in 2 16; do
    "$CAROM" render modal.yaml --set output.oversample=$times --contacts modal.csv -o modal.wav >/dev/null
    awk -F, -v times=$times 'NR > 1 { sum += $2; if ((NR - 1) % times == 0) { print sum / times; sum = 0 } }' \
        modal.csv >modal-$times
done
paste modal-2 modal-16 | awk '{ off += ($1 - $2)^2; all += $2^2 } END { exit !(all > 0 && off < 1e-8 * all) }' ||
    fail "the force on a modal string is not settled"

# A surface from a sound file beside the scene.
mkdir sub
"$CAROM" render "$scenes/s1/mass-barrier.yaml" -d 0.1 -o sub/heights.wav >/dev/null
cat >sub/file.yaml <<'EOF'
carom: 1
surfaces: {own: {file: heights.wav, length: 0.01, rms: 1e-5, fade: 1e-3}}
elements: {plate: {type: modal-plate}, tip: {type: mass, gravity: -10}}
contacts: {c: {a: plate, b: tip, law: power, surface: own, speed: 0.1, tip: 1e-4}}
EOF
"$CAROM" check sub/file.yaml --json | jq -e '
    .surfaces[0] | (.rms / 1e-5 - 1 | fabs) < 1e-9 and (.length - 0.009 | fabs) < 1e-5' >/dev/null ||
    fail "heights from a file"

[[ -z $(find . -name '*.tmp') ]] || fail "temporary files are left"
echo "$count scenes rendered"
