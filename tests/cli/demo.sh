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
    cmp -s "er/$name.yaml" "$CAROM_SOURCE"/scenes/{,world/}$name.yaml 2>/dev/null || find "$CAROM_SOURCE/scenes" -name "$name.yaml" -exec cmp -s "er/$name.yaml" {} \; || fail "the scene of $name is another"
    grep -qF "src=\"$name.wav\"" er/index.html || fail "no player for $name"
done
[[ -s er/bell.png && -s er/desk.png && -s er/tromba-bowed.html && -s er/impact.svg ]] || fail "pictures: $(ls er)"
grep -o '\(src\|href\)="[^"]*"' er/index.html | sed 's/.*="//; s/"$//' | while read -r file; do
    [[ -s er/$file ]] || fail "the page names $file"
done
cd ..

grep -q '^Left in deep/er: ' text || fail "where is it?"
[[ $(grep -c '^  ' text) == 3 ]] || fail "what to try: $(cat text)"
grep '^  ' text | while read -r line; do
    bash -c "$line" >/dev/null || fail "the demo proposes: $line"
done
for pair in tromba-bowed:without-rattle bell:glass-bell desk:wooden-spoon; do
    [[ -s ${pair#*:}.wav ]] || fail "no ${pair#*:}.wav"
    cmp -s "deep/er/${pair%:*}.wav" "${pair#*:}.wav" && fail "${pair#*:} sounds the same"
done
