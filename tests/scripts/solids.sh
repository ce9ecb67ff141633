#!/bin/bash
# Solids in scenes: computed once, then from the cache; checks without computing; variations, sweeps, files, messages.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
export CAROM_CACHE=$PWD/cache
solids=$CAROM_SOURCE/scenes/solids
mug=$solids/mug.yaml
coarse=(--set elements.mug.order=1 --set elements.mug.edge=0.01 --set elements.mug.modes=10) # a rough preview
stored() { find cache -name '*.modes' 2>/dev/null | wc -l; }

# Every scene is good; nothing is computed to find that out.
for scene in "$solids"/*.yaml; do
    "$CAROM" check "$scene" --json | jq -e '.title != "" and .not_computed' >/dev/null || fail "check $scene"
done
"$CAROM" check "$mug" | grep -q 'the modes of mug are not computed yet' || fail "check in words"
[[ $(stored) == 0 ]] || fail "a check has computed"

# From an empty cache, and again: the same sound, and the file in the cache is the one that was there.
"$CAROM" render "$mug" "${coarse[@]}" -o one.wav --json >one.json
jq -e '.peak > 0 and .energy_residual < 1e-11 and .contact_force_min >= 0 and .channels == 2 and
    .warnings.unsettled == 0 and .warnings.not_finite == 0' one.json >/dev/null || fail "$(cat one.json)"
[[ $(stored) == 1 ]] || fail "$(stored) files in the cache"
before=$(stat -c '%i %s' cache/*.modes)
"$CAROM" render "$mug" "${coarse[@]}" -o two.wav >/dev/null
[[ $(stored) == 1 && $(stat -c '%i %s' cache/*.modes) == "$before" ]] || fail "computed twice"
cmp <(tail -c 500000 one.wav) <(tail -c 500000 two.wav) || fail "another sound from the cache"
"$CAROM" check "$mug" "${coarse[@]}" --json | jq -e '
    .elements[0].type == "solid" and .elements[0].points == 10 and (.contacts | all(.clock == "linear"))' >/dev/null ||
    fail "check with modes"

# Where it is struck, and how large it is, changes without computing.
"$CAROM" render "$mug" "${coarse[@]}" --set excitations.rim.at=mug --set elements.mug.scale=1.5 --set elements.mug.support=4 \
    --json -o other.wav | jq -e '.peak > 0 and .energy_residual < 1e-11' >/dev/null || fail "scale and support"
"$CAROM" render "$mug" "${coarse[@]}" --variations 2 --json >json
jq -e 'length == 2 and .[0].peak != .[1].peak' json >/dev/null || fail "variations"
"$CAROM" info mug-01.wav | grep -q 'excitations.side.at=mug@' || fail "the point does not vary"
[[ $(stored) == 1 ]] || fail "variations have computed"

# Modes in a file of its own are the same solid.
cp cache/*.modes mug.modes
sed 's/shape: mug, material: ceramic/file: mug.modes/' "$mug" >file.yaml
CAROM_CACHE='' "$CAROM" render file.yaml --set elements.mug.modes=10 --json -o file.wav >file.json
[[ $(jq .peak file.json) == $(jq .peak one.json) ]] || fail "a .modes file is another solid: $(cat file.json)"

# A sweep over a size computes each once, and its index has them.
"$CAROM" sweep "$mug" "${coarse[@]}" -d 0.1 --vary elements.mug.height=list:0.1,0.11 -o sizes --json |
    jq -e '.rendered == 2 and .failed == 0' >/dev/null || fail "sweep"
[[ $(stored) == 3 ]] || fail "$(stored) files after the sweep"
[[ $(awk -F, 'NR > 1 { print $5 }' sizes/index.csv | sort -u | wc -l) == 2 ]] || fail "sizes sound alike"

# A mesh in a file
"$CAROM" render "$solids/star.yaml" -d 0.3 -o star.wav --json | jq -e '.peak > 0 and .energy_residual < 1e-11' >/dev/null || fail "star"

# Messages name the line
refuse() { # EXPECTED WORDS...
    local expected=$1
    shift
    if "$CAROM" "$@" 2>message; then fail "$* was accepted"; fi
    grep -qF "$expected" message || fail "$(cat message)"
}
refuse 'elements.mug.file: ./none.modes: ' render ./file.yaml --set elements.mug.file=none.modes
refuse 'elements.mug.thicknes: a solid of shape mug has no such parameter (did you mean "thickness"?)' \
    render "$mug" --set elements.mug.thicknes=0.1
refuse 'elements.mug' render "$mug" "${coarse[@]}" --set elements.mug.thickness=0.19
echo "solids are computed once"
