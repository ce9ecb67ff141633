#!/bin/bash
# The page of a render is the same whether flights are followed at once or, for a table of contacts, step by step.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files

for scene in bouncing-ball objects/glass; do
    "$CAROM" render "$CAROM_SOURCE/scenes/$scene.yaml" -d 3 -o sound.wav --report at-once.html
    mv sound.wav at-once.wav
    "$CAROM" render "$CAROM_SOURCE/scenes/$scene.yaml" -d 3 -o sound.wav --report stepped.html --contacts contacts.csv
    cmp at-once.wav sound.wav || fail "$scene: another sound"
    for page in at-once stepped; do grep -v 'computing time' "$page.html" >"$page.rest"; done
    cmp at-once.rest stepped.rest || fail "$scene: another page"
    grep -q '>Contacts<' stepped.html || fail "$scene: no contacts on the page"
    rm -f ./*.wav ./*.html contacts.csv
done
