#!/bin/bash
# The second law of docs/adding.md, outside the power family, through `carom impact` with every scheme that takes it.
set -eu
fail() {
    echo "$*" >&2
    exit 1
}
figure() { # NAME FILE: a number of the JSON object
    sed -n "s/.*\"$1\": *\\(-\\?[0-9.e+-]*\\).*/\\1/p" "$2" | head -n 1
}

"$CAROM_NEW_LAW" list laws | grep -q hardening || fail "the law is not in the list"
schemes=$("$CAROM_NEW_LAW" list schemes | sed -n 's,^\([a-z0-9-]*\):.*,\1,p')
ran=0
for scheme in $schemes; do
    for force in 0 -2 2; do
        status=0
        "$CAROM_NEW_LAW" impact --law hardening --velocity 3 --rate 2e6 --scheme "$scheme" --external-force "$force" \
            --json >out.json 2>err || status=$?
        [[ $status -ne 0 ]] || ran=$((ran + 1))
        [[ $status -eq 0 ]] || grep -q "has no invariant under an external force" err || fail "$scheme: $(cat err)"
        [[ $status -ne 0 ]] || awk -v e="$(figure err_v_out_percent out.json)" 'BEGIN { exit !(e < 1 && e > -1) }' ||
            fail "$scheme, $force N: v_out is off by $(figure err_v_out_percent out.json) %"
    done
done
[[ $ran -ge 30 ]] || fail "only $ran runs"
for verb in "restitution --law hardening" "impact --law hardening --phases 7 --rebounds 5"; do
    status=0
    # shellcheck disable=SC2086 # words
    "$CAROM_NEW_LAW" $verb >/dev/null 2>err || status=$?
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
"$CAROM_NEW_LAW" impact --law hardening --set k=1e4 --set depth=1e-6 --set mu=0 --velocity 3 --rate 2e6 --json >out.json
"$CAROM_NEW_LAW" render hard.yaml -o hard.wav --json >hard.json
steps=$(tr -d '\n ' <hard.json | sed 's/.*"contact_steps":\[\([0-9,]*\)\].*/\1/')
awk -v t="$(figure duration out.json)" -v steps="$steps" 'BEGIN {
    split(steps, at, ",")
    for (level = 0; 44100 * t * 2 ^ level < 8; level++) if (at[level + 1] > 0) exit 1
    exit !(at[level + 1] > 0)
}' || fail "steps $steps for a contact of $(figure duration out.json) s"
