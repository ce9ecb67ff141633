#!/bin/bash
# label: long
# carom reproduce S3 whole: no value is off, every figure and sound is in the page, which stands alone; and all papers in one page.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
keep_modes
mkdir sounds
printf 'carom: 1\nelements: {cup: {type: glass}}\nexcitations: {tap: {type: strike, at: cup}}\n' >cup.yaml
"$CAROM" render cup.yaml -d 0.2 -o sounds/mug.flac >/dev/null || fail "a sound"

"$CAROM" reproduce S3 --html s3.html --sounds sounds >out 2>err || fail "exit status $?: $(cat err)"
if grep -E '  (off|disagree, unexplained)$' out; then fail "values are off or unexplained"; fi
for table in "Table 1" "Table 2: costs" "Table 2: the examples" "Table 2: dynamics" "Fig. 7" "Fig. 10" "Fig. 11" "Fig. 8" "Figs. 14, 15" "Section 4" "Fig. 4"; do
    grep -qF "S3 $table" out || fail "no table $table"
done
grep -q 'measured them on' out || fail "it does not say when costs were measured"
for id in s3-fig-{costs,16,17,7,10,11,8,15,14,4}; do grep -q "id=\"$id-0\"" s3.html || fail "no figure $id"; done
# Seven sounds that were computed, and one that was there.
[[ $(grep -c '<audio ' s3.html) == 8 ]] || fail "$(grep -c '<audio ' s3.html) sounds"
if grep -noE 'src="[^d][^"]{0,40}|href="[^#][^"]{0,40}' s3.html; then fail "something is loaded"; fi
if grep -n '"[^"]*nan[^"]*"' s3.html | cut -c1-200 | grep -v audio; then fail "a coordinate that is no number"; fi

"$CAROM" reproduce all --html all.html >all.txt 2>err || fail "exit status $? of all: $(cat err)"
for paper in S0 S1 S2 S3 S4; do grep -q "id=\"$paper\"" all.html || fail "$paper is not in the page of all"; done
