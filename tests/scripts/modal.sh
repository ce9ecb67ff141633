#!/bin/bash
# carom modal as a person uses it: typing errors, files, the cache, all outputs.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

rm -rf files cache
mkdir files
cd files
export CAROM_CACHE=$PWD/../cache
bar=(box --set x=0.2 --set y=0.02 --set z=0.01 --edge 0.01)

bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" "$@" >../out 2>../err </dev/null || status=$?
    [[ $status == "$wanted" && $(wc -l <../err) == 1 && ! -s ../out && -z $(ls) ]] ||
        fail "carom $*: status $status (wanted $wanted), got: $(cat ../err ../out; ls)"
    grep -qE -- "^carom modal: .*$pattern" ../err || fail "carom $*: wanted $pattern, got: $(cat ../err)"
}
bad 2 'needs a shape' modal
bad 3 'unknown shape "bxo" \(did you mean "box"' modal bxo
bad 3 '--set u: box has no such parameter' modal box --set u=1
bad 3 '--set x: .*range|--set x: .*needs' modal box --set x=-1
bad 3 '--set: needs NAME=VALUE' modal box --set x
bad 3 '--set x: given twice' modal box --set x=1 --set x=2
bad 3 '--set x: "1m" is not a number' modal box --set x=1m
bad 1 'none.msh: cannot open' modal none.msh
bad 1 'none.modes: cannot open' modal none.modes
bad 3 'a file has no values' modal none.msh --set x=1
bad 3 'unknown material "stel" \(did you mean "steel"' modal box --material stel
bad 3 'unknown wood "spruse" \(did you mean "spruce"' modal box --wood spruse
bad 3 'all three make a material' modal box --E 1e9
bad 3 'material' modal box --E 1e9 --rho 1000 --nu 0.7
bad 2 'excludes --fmax' modal box --fmax 1000 -n 3
bad 2 'excludes --material' modal box --wood spruce --material steel
bad 3 '-n: needs a whole number' modal box -n 0
bad 3 '--order: needs a whole number from 1 to 2' modal box --order 3
bad 3 '--edge: needs a value above 0' modal box --edge 0
bad 3 '--fix: needs PLACE:AXES' modal box --fix x-
bad 3 '--fix: needs PLACE:AXES' modal box --fix x-:w
bad 3 '--spring: needs PLACE:AXES=N/M' modal box --spring x-:z
bad 3 '--spring: needs a stiffness above 0' modal box --spring x-:z=-1
bad 3 '--rayleigh: needs MASS,STIFF' modal box --rayleigh 1
bad 3 'side|place|group' modal "${bar[@]}" -n 1 --fix under:xyz
bad 2 'standard output can take one' modal box --json --csv -
bad 2 'needs mumps or slepc' modal box --backend none
[[ -x $(dirname "$CAROM")/carom-slepc ]] || bad 1 'carom-slepc is not beside' modal box --backend slepc

# Every output of one run. The first mode of the free bar lies below that of Euler and Bernoulli by what shear and
# rotation take, less than 3 % when it is 20 times as long as thick.
"$CAROM" modal "${bar[@]}" -n 8 --json -o bar.modes --csv bar.csv --shapes bar.shapes.csv --faust bar.dsp --glb bar.glb \
    --anim clips.glb --report bar.html >first.json 2>../err
[[ ! -s ../err ]] || fail "messages: $(cat ../err)"
jq -e '
    .computed and .tets > 0 and .dof > 0 and .rigid_modes == 6 and (.modes | length) == 8 and
    .inertia_count == .rigid_modes + ([.modes[] | select(.f < $limit)] | length) and
    .residual_max <= 1e-8 and .orthogonality <= 1e-10 and .seconds.total > 0 and .memory_mb > 0 and
    all(.rigid_frequencies[]; fabs < 0.1) and
    (.mass - 7850 * 0.2 * 0.02 * 0.01 | fabs) < 1e-9 and
    all(.modes[]; .f > 0 and .damping > 0 and .sigma > 0 and .t60 > 0 and .note and .motion) and
    (.modes[0].f / (22.3733 / 6.2831853 / 0.04 * 0.01 * (2e11 / 7850 / 12 | sqrt)) | . > 0.97 and . < 1)
    ' --argjson limit "$(jq .limit first.json)" first.json >/dev/null || fail "JSON: $(cat first.json)"
[[ $(wc -l <bar.csv) == 9 && $(head -1 bar.csv) == mode,frequency,damped,sigma,t60 ]] || fail "CSV"
awk -F, 'NF != 3 + 24 { exit 1 }' bar.shapes.csv || fail "CSV of shapes"
[[ $(wc -l <bar.shapes.csv) == $(($(jq .vertices first.json) + 1)) ]] || fail "one line per vertex"
! command -v faust >/dev/null || faust bar.dsp >/dev/null || fail "Faust does not take it"
grep -q '</html>' bar.html || fail "page"
[[ $(grep -o 'data:image/png' bar.html | wc -l) == 8 ]] || fail "one picture per mode"
(($(stat -c %s bar.html) < 2000000)) || fail "the page is too large"
! grep -qE 'src="[^d]|href="[^d#]|url\([^#]' bar.html || fail "the page loads something"
"$CAROM" info bar.modes --json | jq -e '.kind == "modes" and .modes == 8 and .name == "box" and .material == "steel"' \
    >/dev/null || fail "info of .modes"
"$CAROM" info bar.glb --json | jq -e '.kind == "glb" and .modes == 8 and .rigid_modes == 6' >/dev/null || fail "info of .glb"
"$CAROM" info clips.glb --json | jq -e '.clips == 8 and .modal_models == 0' >/dev/null || fail "info of clips"

# The second time it comes from the cache, which is said, and is the same to the last bit.
"$CAROM" modal "${bar[@]}" -n 8 --json -o again.modes >second.json 2>../err
grep -q '^carom modal: box: from the cache' ../err || fail "the cache is not mentioned: $(cat ../err)"
cmp bar.modes again.modes || fail "modes from the cache differ"
same='del(.computed, .seconds, .memory_mb, .merged, .rigid_frequencies, .orthogonality)'
cmp <(jq "$same" first.json) <(jq "$same" second.json) || fail "figures from the cache differ"
jq -e '.computed == false' second.json >/dev/null || fail "computed"
"$CAROM" modal "${bar[@]}" -n 8 --fresh --json 2>../err | jq -e .computed >/dev/null || fail "--fresh"

# Files of modes are solids too, and .glb keeps single precision.
"$CAROM" modal bar.modes --json 2>../err >file.json
cmp <(jq "$same" first.json) <(jq "$same" file.json) || fail "figures from .modes differ"
"$CAROM" modal bar.glb --json 2>../err | jq -e --slurpfile first first.json '
    [.modes[].f] as $f | all(range(8); ($f[.] / $first[0].modes[.].f - 1 | fabs) < 1e-7)' >/dev/null || fail "glb"
for end in modes glb; do # the case of the ending is the system's
    cp "bar.$end" "BAR.${end^^}"
    "$CAROM" modal "BAR.${end^^}" >upper.txt 2>../err || fail ".${end^^}: $(cat ../err)"
    ! grep . ../err || fail ".${end^^} is said to come from somewhere else"
done

# By number and by limit: the same modes.
limit=$(jq '(.modes[5].f + .modes[6].f) / 2' first.json)
"$CAROM" modal "${bar[@]}" --fmax "$limit" --json | jq -e --slurpfile first first.json '
    [.modes[].f] as $f | ($f | length) == 6 and all(range(6); ($f[.] / $first[0].modes[.].f - 1 | fabs) < 1e-9) and
    .inertia_count == 12' >/dev/null || fail "--fmax"

# Supports: a clamped bar has no rigid modes, and bends at (1.8751/4.7300)^2 of the free one, within 2 % for shear.
"$CAROM" modal "${bar[@]}" -n 2 --fix x-:xyz --json | jq -e --slurpfile first first.json '
    .rigid_modes == 0 and (.modes[0].f / $first[0].modes[0].f / 0.15715 - 1 | fabs) < 0.02' >/dev/null || fail "--fix"
"$CAROM" modal "${bar[@]}" -n 2 --spring z-:z=1e3 --json | jq -e '.rigid_modes == 3' >/dev/null || fail "--spring"

# A thick plate on supported sides, meshed by the rule: converged elasticity within 0.3 %.
"$CAROM" modal plate --set x=10 --set y=10 --set thickness=1 --E 2e11 --rho 8000 --nu 0.3 -n 6 \
    --fix x-:yz --fix x+:yz --fix y-:xz --fix y+:xz --json | jq -e '[45.97, 109.86, 109.86, 155.04, 155.04, 168.82] as $f
    | [.modes[].f] as $g | all(range(6); ($g[.] / $f[.] - 1 | fabs) < 0.003)' >/dev/null || fail "thick plate"

# Figures: four times the stiffness is twice the frequency, the damping is what is asked for.
"$CAROM" modal "${bar[@]}" -n 2 --material steel --E 8e11 --rayleigh 4,0 --json | jq -e --slurpfile first first.json '
    .material == "" and (.modes[1].f / $first[0].modes[1].f - 2 | fabs) < 1e-8 and (.modes[1].sigma - 2 | fabs) < 1e-9' \
    >/dev/null || fail "figures"
"$CAROM" modal "${bar[@]}" -n 2 --order 1 >../out 2>../err || fail "order 1"
grep -q 'warning: .*tens of percent' ../err || fail "no warning about order 1"
grep -q 'no mode missing below .* Hz: 8 counted' ../out || fail "no proof: $(cat ../out)"
echo "modes are found, kept, told and written"
