#!/bin/bash
# carom reproduce: every value agrees or is explained, a page that stands alone, and refusals of one line. S3, and all papers in one
# page: reproduce-s3-long.sh.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

papers=(S0 S1 S2 S4)
rm -rf ./*.html out err
values=0
for paper in "${papers[@]}"; do
    "$CAROM" reproduce $paper --html $paper.html >part 2>err || fail "exit status $? of reproduce $paper: $(cat err)"
    [[ ! -s err ]] || fail "messages: $(cat err)"
    grep -Eq '^[0-9]+ printed values: [0-9]+ agree, [0-9]+ disagree, explained, [0-9]+ disagree, unexplained$' part ||
        fail "summary: $(tail -2 part)"
    grep -Eq '^[0-9]+ others: [0-9]+ figure value, [0-9]+ property, [0-9]+ own result, 0 off, [0-9]+ not comparable$' part ||
        fail "summary: $(tail -1 part)"
    values=$((values + $(tail -2 part | cut -d' ' -f1 | paste -sd+ | bc)))
    cat part >>out
done
if grep -E ' off$' out; then fail "values are off"; fi
for table in "S0 Table I:" "S0 Table II (a)" "S0 Table II (b)" "S0 Table III (a)" "S0 Table III (b)" \
    "S0 Sections IV-C" "S0 Section III-B2" "S1 Section 2" "S1 Closed formulas" "S1 Energy balance" "S1 Smallest spacing" \
    "S1 Sections 7, 8" "S1 Appendix A" "S1 Section 7:" "S2 Fig. 5" "S2 Section II-C" "S4 Fig. 6" "S4 Section 4" "S4 Footnote 1"; do
    grep -qF "$table" out || fail "no table $table"
done
# S0's tables in the paper's own shape: the print, ours, and what ours gives when done as the paper.
grep -A4 'S0 Table III (b)' out | grep -Eq ' AM1 +Verlet +Heun +RK4 +corrected +RK4 at 16x' || fail "the columns of Table III"
grep -Eq 'printed +24.285 +15.780 +946.600 +2.153 ' out || fail "the print of Table III (b)"
grep -Eq 'ours +24.2973 ! +15.7802 = +0.2464 ~ +2.1529 =' out || fail "ours beside Table III (b)"
grep -Eq 'replayed +24.2854 +- +946.6003 ' out || fail "Heun of Table III (b), replayed"
grep -Eq 'replayed +- +- +147.0360 ' out || fail "Heun of Table III (a), replayed"
# What nobody can explain is said, and nothing else is unexplained.
[[ $(grep -c ': disagree, unexplained$' out) == 2 ]] || fail "$(grep -c ': disagree, unexplained$' out) cells are unexplained, not 2"
# A formula with a misprint is among the errata, with the error of what is printed.
grep -q '<li>(30): .*As printed it is off by 0.[67]' S1.html || fail "no erratum of S1 (30)"
[[ $(grep -cE '(lossless|damped): (psi|plain|2021) .* <5e-12 .* property' out) == 54 ]] ||
    fail "not every system of S1 is balanced"

# Each paper alone, as JSON, has its share of the values; the sanitizers have seen all of it above.
command -v jq >/dev/null || exit 77
[[ ${CAROM_SANITIZE:-OFF} == OFF ]] || papers=(S2)
sum=0
for paper in "${papers[@]}"; do
    "$CAROM" reproduce $paper --json >part || fail "exit status $? of reproduce $paper"
    jq -e '(.rows | length) == (.counts | add) and
        all(.rows[]; (.verdict | IN("agree", "figure value", "property", "own result")) or (.remark | length) > 0) and
        all(.rows[]; .reference == null or (.source | length) > 0)' part >/dev/null ||
        fail "the rows of $paper as JSON"
    sum=$((sum + $(jq '.rows | length' part)))
done
[[ ${#papers[@]} == 1 || $sum == "$values" ]] || fail "the papers have $sum values, all of them $values"

# The pages: closed elements, nothing from elsewhere, all figures.
cat S?.html >r.html
for page in S?.html; do
    [[ $(head -c 15 $page) == "<!DOCTYPE html>" && $(tail -1 $page) == "</html>" ]] || fail "$page is no page"
done
for element in figure svg table tbody tr td h3 ul ol li p details math mrow msub msup; do
    opened=$(grep -oE "<${element}[ >]" r.html | wc -l) closed=$(grep -o "</$element>" r.html | wc -l)
    [[ $opened == "$closed" ]] || fail "$opened <$element> and $closed </$element>"
done
if grep -oE 'https?://[^"]*' r.html | grep -v '^http://www.w3.org/2000/svg$'; then fail "a link to elsewhere"; fi
if grep -noE 'href="[^#].{0,40}|src="[^d].{0,40}|@import|url\([^#]|<script' r.html; then fail "something is loaded"; fi
for page in S0 S1; do [[ $(grep -c '<audio ' $page.html) == 1 ]] || fail "no sound of $page"; done
for id in s0-fig-{1,2,3,4,5,6,7,8,9,10,11,12,short} s1-fig-{1,2,barrier,energy,tromba,ledger,convergence} \
    s2-fig-{1,2,3,4,5,times,drop} s4-fig-{1,2,3,4,5,6,open}; do
    grep -q "id=\"$id-0\"" r.html || fail "no figure $id"
done
if grep -v '<audio ' r.html | grep -n '"[^"]*nan[^"]*"'; then fail "a coordinate that is no number"; fi
if type -P python3 >/dev/null; then
    for page in S?.html; do
        python3 -c 'import sys, xml.dom.minidom as m; m.parseString(open(sys.argv[1], "rb").read().split(b"\n", 1)[1])' $page ||
            fail "$page is not well-formed"
    done
fi

refuses() { # STATUS ARGUMENT...
    local expected=$1 status=0
    shift
    "$CAROM" reproduce "$@" >out 2>err || status=$?
    [[ $status == "$expected" ]] || fail "reproduce $*: exit status $status, not $expected"
    [[ ! -s out && $(wc -l <err) == 1 ]] || fail "reproduce $*: '$(cat out)' and '$(cat err)'"
}
refuses 2
refuses 2 S5
refuses 2 S0 S2
refuses 2 all --tolerance 1
refuses 2 S0 --html
refuses 2 S0 --json --html -
refuses 1 S0 --html no/such/folder/r.html
refuses 1 S3 --measured no-such.csv
printf 'scene,figure,at,value\ntable,dynamics,,soon\n' >bad.csv
refuses 3 S3 --measured bad.csv
echo "the papers are reproduced"
