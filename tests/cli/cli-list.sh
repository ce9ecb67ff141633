#!/bin/bash
# carom list, help and --version: complete, and the same in text and JSON.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

# Every name of a list is in its text and in `carom list --json`.
[[ $("$CAROM" list --json | jq -c .) == '["laws","elements","excitations","pickups","frictions","schemes","corrections","materials","pairs","woods","surfaces","shapes","forms","schema","scenes"]' ]] || fail "topics"
cmp <("$CAROM" list schema) "$CAROM_SOURCE/scenes/carom.schema.json" || fail "schema"
for topic in $("$CAROM" list --json | jq -r '.[]'); do
    "$CAROM" list | grep -q "^carom list $topic " || fail "$topic is not shown"
    [[ $topic != schema ]] || continue
    "$CAROM" list "$topic" >text
    names=$("$CAROM" list "$topic" --json | jq -r '.[].name')
    [[ -n $names ]] || fail "no $topic"
    for name in $names; do grep -qE "^$name(:| )" text || fail "$name is missing in the text of $topic"; done
done
"$CAROM" list laws --json | jq -e '
    all(.equation and .source and .doc and (.parameters | length) > 0) and
    all(.[].parameters[]; has("unit") and has("default") and .min < .max and .doc) and
    (.[] | select(.name == "hunt-crossley").parameters | map(.name)) == ["k", "alpha", "mu", "lambda"]
    ' >/dev/null || fail "laws"
"$CAROM" list schemes --json | jq -e '
    all(.order >= 1 and (.implicit | type) == "boolean" and (.needs | type) == "array") and
    (map(select(.name == "dg-invariant"))[0] | .implicit and (.offers | index("exact energy balance") != null))
    ' >/dev/null || fail "schemes"
"$CAROM" list materials --json | jq -e '
    all(.density > 0 and .young > 0 and .poisson < 0.5 and .loss > 0 and .loss < 1 and .source) and
    (map(select(.name == "brass"))[0] | .contact_damping == null and .rayleigh_mass == null)' >/dev/null ||
    fail "materials"
"$CAROM" list materials | grep -qE '^brass +8500 +1\.05e\+11 +0\.35 +- +- +- +0\.0005 +handbook' || fail "no figure is a dash"
"$CAROM" list materials --json | jq -e '(map(select(.name == "brass"))[0].damping == "loss") and
    (map(select(.name == "ceramic"))[0].damping == "rayleigh")' >/dev/null || fail "damping of materials"
"$CAROM" list pairs --json | jq -e 'all(.loss > 0 and .roughness > 0 and .source) and
    (map(select(.name == "cork"))[0].friction == null)' >/dev/null || fail "pairs"
"$CAROM" list pairs | grep -qE '^glass +glass +0\.94 +0\.4 +0\.94 +0\.0001 +1e-07 +0\.01 +friction: Fuller' || fail "pairs as text"
"$CAROM" list surfaces --json | jq -e '
    all(.rms > 0 and .hurst >= 0 and .hurst <= 1 and .correlation > 0 and .doc) and
    (map(.name) | index("wood-grain") != null)' >/dev/null || fail "surfaces"
"$CAROM" list shapes --json | jq -e '
    all(.doc and (.parameters | length) > 0) and
    all(.[].parameters[]; .unit and .min < .max and .min <= .default and .default <= .max and .doc) and
    (.[] | select(.name == "box").parameters | map(.name)) == ["x", "y", "z"]' >/dev/null || fail "shapes"
"$CAROM" list forms --json | jq -e '
    all(.doc and .parameters) and (map(.name) | index("plane") != null) and
    all(.[].parameters[]; .min < .max and .doc) and
    (.[] | select(.name == "box").parameters | map(.name)) == ["x", "y", "z", "round"]' >/dev/null || fail "forms"

"$CAROM" list excitations --json | jq -e '
    all(.doc and .acts_on and (.parameters | length) > 1) and
    all(.[].parameters[] | select(.kind == "number"); has("unit") and has("default") and .min < .max and .doc) and
    (.[] | select(.name == "bow").parameters | map(select(.knob != "").name)) == ["force", "velocity"] and
    (.[] | select(.name == "bow").parameters[] | select(.name == "model").words | index("stick-slip") != null)
    ' >/dev/null || fail "excitations"
"$CAROM" list pickups --json | jq -e '
    all(.unit and .quantity and .doc and (.parameters | map(.name) | index("gain") != null)) and
    (map(select(.usual).name) | index("velocity") != null)' >/dev/null || fail "pickups"
"$CAROM" list frictions --json | jq -e '
    all(.equation and .source and .doc) and
    (map(select(.between_points))[0].parameters | map(.name)[0:2]) == ["rest", "dynamic"]' >/dev/null || fail "frictions"
# Every scene of the tree, each with its title and what its comment begins with.
[[ $("$CAROM" list scenes --json | jq -r '.[].name') == "$(cd "$CAROM_SOURCE/scenes" && find . -name '*.yaml' |
    sed 's,^\./,,; s,\.yaml$,,' | LC_ALL=C sort)" ]] || fail "scenes"
"$CAROM" list scenes --json | jq -e 'all(.title != "") and
    (.[] | select(.name == "solids/mug").doc) ==
    "A mug of stoneware on a cloth, tapped with a spoon on its side, at its rim and on its handle."' >/dev/null ||
    fail "what scenes say of themselves"
# A scene that is broken is told of, and the others are listed.
mkdir -p installed/bin installed/share/carom/scenes
cp "$CAROM" installed/bin/carom
cp "$CAROM_SOURCE/scenes/gong.yaml" installed/share/carom/scenes/gong.yaml
cp "$CAROM_SOURCE/scenes/snare.yaml" installed/share/carom/scenes/snare.yaml
echo 'carom: 1, broken' >installed/share/carom/scenes/jar.yaml
for form in "" --json; do
    status=0
    installed/bin/carom list scenes $form >text 2>message || status=$?
    [[ $status == 3 ]] || fail "a broken scene $form: status"
    [[ $(wc -l <message) == 1 ]] && grep -q '/jar\.yaml:1:' message || fail "a broken scene $form: $(cat message)"
    grep -q 'gong' text && grep -q 'snare' text && ! grep -q 'jar' text || fail "beside a broken scene $form: $(cat text)"
done
jq -e 'map(.name) == ["gong", "snare"]' text >/dev/null || fail "JSON beside a broken scene"

# Every law takes its own defaults, every correction applies to some scheme.
for law in $("$CAROM" list laws --json | jq -r '.[].name'); do
    "$CAROM" impact --law "$law" --scheme adaptive --json | jq -e .x_max >/dev/null || fail "$law"
done
for correction in $("$CAROM" list corrections --json | jq -r '.[].name'); do
    "$CAROM" impact --scheme two-point --correct "$correction" --json | jq -e .released >/dev/null || fail "$correction"
done

# Help
"$CAROM" --version | grep -qxE 'carom [0-9]+\.[0-9]+\.[0-9]+' || fail "version"
[[ $("$CAROM" -V) == "$("$CAROM" --version)" && $("$CAROM") == "$("$CAROM" help)" ]] || fail "short forms"
for verb in $("$CAROM" help | awk '/^  [a-z]/ { print $1 }'); do
    "$CAROM" help "$verb" >text
    grep -q "^usage: carom $verb" text || fail "help of $verb"
    "$CAROM" "$verb" --help | cmp -s - text || fail "$verb --help differs from help $verb"
    awk 'length > 110 { exit 1 }' text || fail "help of $verb is too wide"
done

echo "lists and help are right"
