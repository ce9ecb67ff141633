#!/bin/bash
# The examples of docs/adding.md in a program of their own: each is listed, explained, in the schema, and works.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
figure() { # NAME FILE: a number of the JSON object
    sed -n "s/.*\"$1\": *\\(-\\?[0-9.e+-]*\\).*/\\1/p" "$2" | head -n 1
}
extended=$CAROM_EXTENDED

for row in laws:cone laws:hardening schemes:euler elements:kalimba excitations:rain pickups:contact-depth \
    frictions:coulomb shapes:wedge surfaces:slate; do
    "$extended" list "${row%:*}" --json | jq -e --arg name "${row#*:}" 'any(.name == $name)' >/dev/null || fail "$row is not listed"
    "$CAROM" list "${row%:*}" --json | jq -e --arg name "${row#*:}" 'all(.name != $name)' >/dev/null || fail "$row is not new"
done
"$extended" list schema | jq -e '."$defs" | .["element-kalimba"] and .["contact-hardening"] and .["element-solid-wedge"] and
    .["excitation-rain"].properties.impulse.default == 1e-4 and
    (.["excitation-bow"].properties.model.enum | index("coulomb") != null) and
    (.pickup.properties.quantity.enum | index("depth") != null)' >/dev/null || fail "schema"
# What is kept beside the tables is written by a command: by that of the tree it stays as it is.
rm -rf tree
mkdir -p tree/docs tree/scenes
cp "$CAROM_SOURCE/docs/shapes.md" tree/docs
"$CAROM_SOURCE/tools/write-tables" "$CAROM" tree
cmp tree/docs/shapes.md "$CAROM_SOURCE/docs/shapes.md" || fail "docs/shapes.md"
cmp tree/scenes/carom.schema.json "$CAROM_SOURCE/scenes/carom.schema.json" || fail "schema of the tree"
"$CAROM_SOURCE/tools/write-tables" "$extended" tree
[[ $(diff tree/docs/shapes.md "$CAROM_SOURCE/docs/shapes.md" | grep -c '^[<>]') == 1 ]] || fail "one row more"
"$extended" list schema | cmp - tree/scenes/carom.schema.json || fail "schema by the command"
"$extended" completion bash | grep -q "'impact --law').* hardening" || fail "completion of laws"
"$extended" completion bash | grep -q "'modal') words=.* wedge" || fail "completion of shapes"

# A tongue in the rain, hit by a stick of the new law; the depth of the contact, a bowed string.
cat >new.yaml <<'Y'
carom: 1
output: {duration: 0.3}
elements:
  tongue: {type: kalimba}
  stick: {type: mass, mass: 2e-3}
  string: {type: string, f0: 110}
contacts: {hit: {a: stick, b: tongue, law: hardening, k: 1e6, depth: 1e-4}}
excitations:
  shower: {type: rain, at: tongue@0.7, rate: 100, start: 0.1}
  throw: {type: throw, element: stick, velocity: 1}
  bow: {type: bow, at: string@0.13, model: coulomb, force: 0.2}
pickups:
  tongue: {at: tongue, channel: 1}
  depth: {contact: hit, quantity: depth, channel: 2}
  bow: {bow: bow, channel: 3}
Y
"$extended" check new.yaml >/dev/null || fail "check"
"$extended" render new.yaml -o new.wav --json --probe hit:depth=depth.csv --energy energy.csv >new.json || fail "render"
awk -v e="$(figure energy_residual new.json)" 'BEGIN { exit !(e < 1e-11) }' || fail "energy: $(cat new.json)"
awk -F, 'NR > 1 && $2 > 0 { n++ } END { exit !(n > 3) }' depth.csv || fail "the stick never touched"
"$extended" render new.yaml -o varied.wav --variations 2 >/dev/null || fail "variations"
for wrong in 'wrong: {type: rain, at: tongue, rain: 3}:rain has no such parameter' \
    'wrong: {type: rain, at: tongue, rate: -1}:rain needs 0 to 10000 1/s, got -1' \
    'b: {type: bow, at: string@0.1, model: colomb}:(did you mean "coulomb"?)'; do
    sed "s/^  bow: {type.*/  ${wrong%%\}*}}/" new.yaml | grep -v 'bow: bow' >wrong.yaml
    ! "$extended" check wrong.yaml 2>err || fail "accepted: $wrong"
    grep -qF -- "${wrong#*\}:}" err || fail "$(cat err)"
done
sed -i 's/quantity: depth/quantity: velocity/' new.yaml
! "$extended" check new.yaml 2>err || fail "a contact has no velocity"
grep -q 'a contact has a force and a depth; a velocity is that of a point' err || fail "$(cat err)"

# The wedge: its lowest mode lies between those of bars as high as its two ends.
lowest() { "$extended" modal "$@" --material steel --order 2 --edge 0.02 --layers 1 -n 1 --json | jq -r ".modes[0].f"; }
low=$(lowest box --set x=0.1 --set y=0.04 --set z=0.005)
high=$(lowest box --set x=0.1 --set y=0.04 --set z=0.02)
between=$(lowest wedge)
awk -v a="$low" -v b="$between" -v c="$high" 'BEGIN { exit !(a < b && b < c) }' || fail "modes: $low $between $high"

# The law outside the power family with every scheme that takes it.
schemes=$("$extended" list schemes | sed -n 's,^\([a-z0-9-]*\):.*,\1,p')
ran=0
for scheme in $schemes; do
    for force in 0 -2 2; do
        status=0
        "$extended" impact --law hardening --velocity 3 --rate 2e6 --scheme "$scheme" --external-force "$force" \
            --json >out.json 2>err || status=$?
        [[ $status -ne 0 ]] || ran=$((ran + 1))
        [[ $status -eq 0 ]] || grep -q "has no invariant under an external force" err || fail "$scheme: $(cat err)"
        [[ $status -ne 0 ]] || awk -v e="$(figure err_v_out_percent out.json)" 'BEGIN { exit !(e < 1 && e > -1) }' ||
            fail "$scheme, $force N: v_out is off by $(figure err_v_out_percent out.json) %"
    done
done
[[ $ran -ge 33 ]] || fail "only $ran runs"
for verb in "restitution --law hardening" "impact --law hardening --phases 7 --rebounds 5"; do
    status=0
    # shellcheck disable=SC2086 # words
    "$extended" $verb >/dev/null 2>err || status=$?
    [[ $status -ne 4 && $status -lt 5 ]] || fail "$verb: $(cat err)"
done
# A network divides its samples by how long the law lasts at that speed, not as if it were soft at any depth.
cat >hard.yaml <<'SCENE'
carom: 1
elements:
  ball: {type: mass, mass: 0.01}
  wall: {type: barrier}
contacts:
  hit: {a: ball, b: wall, law: hardening, k: 1e4, depth: 1e-6, mu: 0}
excitations:
  throw: {type: throw, element: ball, from: -1e-3, velocity: 3}
pickups:
  out: {at: ball, quantity: velocity}
output: {rate: 44100, duration: 0.02}
SCENE
"$extended" impact --law hardening --set k=1e4 --set depth=1e-6 --set mu=0 --velocity 3 --rate 2e6 --json >out.json
"$extended" render hard.yaml -o hard.wav --json >hard.json
steps=$(tr -d '\n ' <hard.json | sed 's/.*"contact_steps":\[\([0-9,]*\)\].*/\1/')
awk -v t="$(figure duration out.json)" -v steps="$steps" 'BEGIN {
    split(steps, at, ",")
    for (level = 0; 44100 * t * 2 ^ level < 8; level++) if (at[level + 1] > 0) exit 1
    exit !(at[level + 1] > 0)
}' || fail "steps $steps for a contact of $(figure duration out.json) s"
echo "every example of docs/adding.md works"
