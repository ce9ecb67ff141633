#!/bin/bash
# label: long
# Modes of every shape are saved and loaded, on a mesh that is coarse and as little symmetric as it comes; those of
# round and square bodies by the rule have one frequency where the body has, and blocks are as accurate as asked for.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
export CAROM_CACHE=
"$CAROM" list shapes --json >shapes.json
for shape in $(jq -r '.[].name' shapes.json); do
    edge=$(jq -r --arg shape "$shape" '.[] | select(.name == $shape) | .parameters | map(select(.unit == "m").default) |
        max / 4' shapes.json)
    "$CAROM" modal "$shape" --edge "$edge" -n 12 -o shape.modes >out 2>err || fail "$shape: $(cat err)"
    "$CAROM" modal shape.modes >out 2>err || fail "$shape is not loaded: $(cat err)"
done

# pairs COUNT ARGUMENTS...: so many modes that have a partner within 1e-4
pairs() {
    local wanted=$1 found
    shift
    "$CAROM" modal "$@" -o shape.modes --json >json 2>err || fail "$*: $(cat err)"
    "$CAROM" modal shape.modes >out 2>err || fail "$* is not loaded: $(cat err)"
    found=$(jq '[.modes[].f] as $f | [range($f | length) | select(($f[.] < $f[. - 1] * 1.0001 and . > 0) or
        (. + 1 < ($f | length) and $f[. + 1] < $f[.] * 1.0001))] | length' json)
    [[ $found == "$wanted" ]] || fail "$*: $found modes in groups, should be $wanted: $(jq -c '[.modes[].f]' json)"
}
pairs 19 box --set x=0.05 --set y=0.05 --set z=0.05 --material glass -n 20
pairs 4 box --set x=0.05 --set y=0.05 --set z=0.02 --E 7e10 --rho 2700 --nu 0.45 -n 10
pairs 6 bar --set length=0.1 --set width=0.01 --set height=0.01 --set chamfer=0.001 -n 7 --accuracy 3
pairs 4 plate --set x=0.1 --set y=0.1 --set thickness=0.003 -n 8 --accuracy 2
pairs 4 cylinder --set radius=0.02 --set length=0.1 -n 7
pairs 10 sphere -n 10
pairs 10 shell -n 10 --accuracy 1
pairs 6 tube --set length=0.05 -n 6 --accuracy 1
pairs 10 ring -n 10
pairs 6 bowl -n 6 --accuracy 2
pairs 6 cup -n 6 --accuracy 2
pairs 6 bell -n 6 --accuracy 2

# frequencies WANTED ARGUMENTS...: the first modes within 0.3 % of Ritz's method (tests/rigs/ritz.c), as asked for by default
frequencies() {
    local wanted=$1
    shift
    "$CAROM" modal "$@" --json >json 2>err || fail "$*: $(cat err)"
    jq -e --argjson wanted "$wanted" '[.modes[].f] as $f | all(range($wanted | length); ($f[.] / $wanted[.] - 1 | fabs) < 0.003)' \
        json >/dev/null || fail "$*: $(jq -c '[.modes[].f]' json), should be $wanted"
}
frequencies '[12325.25, 13691.15, 17863.24, 24122.29, 24761.23, 25574.10]' \
    box --set x=0.1 --set y=0.06 --set z=0.035 --E 7e10 --rho 2700 --nu 0.33 -n 6
frequencies '[1118.73, 1584.42, 1991.97, 2774.90, 3097.83, 4209.87, 4582.55, 4794.40, 6174.19, 6219.55]' \
    box --set x=0.3 --set y=0.04 --set z=0.02 --wood spruce -n 10
echo "every shape is kept"
