#!/bin/bash
# label: once
# carom demo: three sounds, their pictures, one page, and proposals that work as they are printed.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

"$CAROM" demo -o deep/er/ >text || fail "demo"
cd deep || exit 1
for name in tromba-bowed bell desk; do
    [[ -s er/$name.wav ]] || fail "no sound of $name"
    file=$CAROM_SOURCE/scenes/world/$name.yaml
    [[ -e $file ]] || file=$CAROM_SOURCE/scenes/$name.yaml
    cmp -s "er/$name.yaml" "$file" || fail "the scene of $name is another"
    grep -qF "src=\"$name.wav\"" er/index.html || fail "no player for $name"
done
[[ -s er/bell.png && -s er/desk.png && -s er/tromba-bowed.html && -s er/tromba-bowed.svg && -s er/impact.svg ]] || fail "pictures: $(ls er)"
grep -o '\(src\|href\)="[^"]*"' er/index.html | sed 's/.*="//; s/"$//' | while read -r file; do
    [[ -s er/$file ]] || fail "the page names $file"
done
cd ..

grep -q '^Left in deep/er: ' text || fail "where is it?"
[[ $(grep -c '^  ' text) == 3 ]] || fail "what to try: $(cat text)"
try() { # NUMBER: that line of the proposals
    bash -c "$(grep '^  ' text | sed -n "$1p")" >/dev/null || fail "the demo proposes: $(grep '^  ' text | sed -n "$1p")"
}
try 1
[[ -s without-rattle.wav ]] || fail "no sound without rattle"
if cmp -s deep/er/tromba-bowed.wav without-rattle.wav; then fail "without its rattle it sounds the same"; fi
# The others are rendered like the ones above; that their changes are good is seen without.
for line in 2 3; do
    read -ra words <<<"$(grep '^  ' text | sed -n "${line}p")"
    [[ ${words[1]} == render && ${words[5]} == -o ]] || fail "the demo proposes: ${words[*]}"
    "$CAROM" check "${words[2]}" "${words[3]}" "${words[4]}" >/dev/null || fail "the demo proposes: ${words[*]}"
done
