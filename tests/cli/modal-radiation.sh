#!/bin/bash
# carom modal --radiation: pairs of a cup alike, JSON and page, the cache, parts computed by two processes, boards as
# sheets, a frame as wires, and what is refused.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache
radiation() { jq -c '[.modes[].radiation]' "$1"; }
kept() { find cache -name '*.radiation' 2>/dev/null | wc -l; }

# A rough cup: two pairs of modes, two and three waves around.
"$CAROM" modal cup -n 4 --edge 0.012 --layers 1 -o cup.modes >/dev/null
CAROM_CACHE='' "$CAROM" modal cup.modes --radiation exact --json >whole.json
holds routes '[.modes[].radiation.route] | unique == ["revolved"]' whole.json
holds values '[.modes[].radiation | .sigma > 0 and .efficiency > 0] | all' whole.json
# Each of a pair is the other turned round the axis.
holds pairs '[.modes[].radiation.sigma] | (.[0] / .[1] - 1 | fabs) < 0.01 and (.[2] / .[3] - 1 | fabs) < 0.01' whole.json
# Three waves around at kR 4 radiate well, two at 1.6 hardly.
holds efficiency '[.modes[].radiation.efficiency] | .[0] < 0.05 and .[2] > 0.1 and .[2] < 1' whole.json

# Two processes, a part each: the second to finish joins them, and a third finds the whole.
"$CAROM" modal cup.modes --radiation exact --part 1/2 --json >one.json &
"$CAROM" modal cup.modes --radiation exact --part 2/2 --json >two.json &
wait
[ "$(kept)" -eq 3 ] || fail "two parts and the whole: $(ls cache)"
"$CAROM" modal cup.modes --radiation exact --json >joined.json
[ "$(radiation joined.json)" = "$(radiation whole.json)" ] || fail "joined: $(radiation joined.json)"
[ "$(kept)" -eq 3 ] || fail "computed again: $(ls cache)"
holds part '[.modes[].radiation.route] | .[0] == "revolved" and .[2] == "revolved"' one.json
holds part '[.modes[].radiation.route] | .[1] == "revolved" and .[3] == "revolved"' two.json

# A damaged file is computed again, with a warning.
for file in cache/*.radiation; do printf x >>"$file"; done
"$CAROM" modal cup.modes --radiation exact --json >again.json 2>err
[ "$(radiation again.json)" = "$(radiation whole.json)" ] || fail "after damage: $(radiation again.json)"
grep -q 'computing the radiation again' err || fail "damage: $(cat err)"

"$CAROM" modal cup.modes --radiation fast --report page.html | grep -q '  static  ' || fail "no static route in the table"
grep -q '<audio controls' page.html || fail "the page does not play it struck once"
grep -q '<h2>Radiation</h2>' page.html || fail "no radiation in the page"
grep -q 'directivity0' page.html || fail "no directivity in the page"
"$CAROM" modal cup.modes --radiation none --json >none.json
holds none '.modes[0] | has("radiation") | not' none.json

# A board that bends is a sheet, whatever its size.
"$CAROM" modal plate --set thickness=0.002 -n 3 --edge 0.06 --layers 1 -o plate.modes >/dev/null
"$CAROM" modal plate.modes --radiation exact --json >plate.json
holds sheet '[.modes[].radiation | .route == "sheet" and .sigma > 0 and .patches > 20 and .order == null] | all' plate.json
"$CAROM" modal plate.modes --radiation exact --report plate.html | grep -q '  sheet  ' || fail "no sheet in the table"
grep -q '>sheet<' plate.html || fail "no sheet in the page"

# A frame of rods is lines of dipoles.
"$CAROM" modal frame -n 2 --radiation exact --json >frame.json
holds wires '[.modes[].radiation | .route == "wires" and .sigma > 0 and .patches > 100] | all' frame.json

refused() { # STATUS TEXT OPTIONS
    local status=0 wanted=$1 text=$2
    shift 2
    "$CAROM" modal "$@" >out 2>err || status=$?
    [ "$status" -eq "$wanted" ] || fail "$*: status $status"
    grep -qF -- "$text" err || fail "$*: $(cat err)"
}
refused 2 'needs exact, fast or none' cup.modes --radiation loud
refused 2 'needs --radiation' cup.modes --part 1/2
refused 2 'needs I/N' cup.modes --radiation exact --part 3/2
refused 2 'needs I/N' cup.modes --radiation exact --part 1
