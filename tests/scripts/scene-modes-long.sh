#!/bin/bash
# label: long
# The modes of every solid of the shipped scenes are within 0.3 % by their own estimate, or within what the scene
# asks for itself (`accuracy`). Prints the worst of each. CAROM_SCENES: only these, as "solids/mug world/bar".
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
scenes=$CAROM_SOURCE/scenes
names=${CAROM_SCENES:-$(cd "$scenes" && ls solids/*.yaml world/*.yaml s3/*.yaml)}
for name in $names; do
    scene=$scenes/${name%.yaml}.yaml
    ! grep -q 'file: .*\.msh' "$scene" || continue # a mesh that is given stays as it is: its errors are told, not mended
    export CAROM_CACHE=$PWD/cache
    rm -rf cache
    verb=render
    grep -q '^bodies:' "$scene" && verb=simulate
    "$CAROM" $verb "$scene" -d 0.001 -o out.rec >out 2>err || "$CAROM" $verb "$scene" -d 0.001 -o out.wav >out 2>err ||
        fail "$name: $(cat err)"
    asked=$(grep -o 'accuracy: *[0-9.]*' "$scene" | sed 's/.*: *//' | sort -g | tail -1)
    for modes in cache/*.modes; do
        [[ -e $modes ]] || continue
        "$CAROM" modal "$modes" --json >json 2>err || fail "$modes: $(cat err)"
        figure=$(jq -r '[(.modes | length), .dof, ([.modes[] | 100 * .f_error / .f] | max)] |
            "\(.[0]) modes, \(.[1]) unknowns, worst \(.[2] * 1000 | round / 1000) %"' json)
        echo "${name%.yaml}: $figure"
        jq -e --argjson most "${asked:-0.3}" '[.modes[] | 100 * .f_error / .f] | max <= $most' json >/dev/null ||
            fail "$name: $figure, asked for ${asked:-0.3} %"
    done
done
echo "every scene has the modes it asks for"
