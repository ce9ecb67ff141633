#!/bin/bash
# carom restitution: the curve, Hertz, and fits that find the damping which made the points.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
restitution_holds() { # NAME FILTER ARGUMENTS...
    local name=$1 filter=$2
    shift 2
    "$CAROM" restitution --json "$@" | jq -e "$filter" >/dev/null ||
        fail "$name: $filter does not hold: $("$CAROM" restitution --json "$@" | jq -c 'del(.points)')"
}

# The curve
restitution_holds "defaults" '.law == "hunt-crossley" and .mass == 0.01 and .mass_source == "default" and .k == 1e7 and
    (.points | length) == 25 and .points[0].v == 0.01 and .points[24].v == 10 and (has("fit") | not) and
    .source == "closed form" and ([.points[].e] | . == (sort | reverse)) and (.points | all(.e > 0 and .e < 1))'
restitution_holds "one speed" '(.points | length) == 1 and (.points[0].e - 0.856851017515266 | fabs) < 1e-14 and
    (.points[0].duration - 9.450619324227e-4 | fabs) < 1e-15' --velocities 0.5:0.5:1
restitution_holds "spread by ratio" '[.points[].v] | (.[1] - 1 | fabs) < 1e-12' --velocities 0.1:10:3
restitution_holds "without loss" '.points | all(.e - 1 | fabs < 1e-12)' --law power
restitution_holds "no release" '.points | all(.e == null)' --law linear --set lambda=1000 --set adhesive=1
restitution_holds "a law without closed form" '.source == "located" and (.points | all(.e > 0 and .e < 1))' --law lee-wang

# Hertz: k = 4/3 E* sqrt(R), and the masses of spheres
restitution_holds "sphere on flat" '.mass_source == "sphere" and (.mass - 0.0041102503884 | fabs) < 1e-11 and
    (.k / 4.69916e9 - 1 | fabs) < 1e-5 and .hertz.material2 == "glass" and .hertz.radius2 == null and
    .parameters.k == .k' --material steel --material2 glass --radius 5e-3
restitution_holds "two spheres" '.mass_source == "reduced mass of two spheres" and (.mass / 0.0020551251942 - 1 | fabs) < 1e-9' \
    --material steel --radius 5e-3 --radius2 5e-3
restitution_holds "mass given" '.mass_source == "given" and .mass == 0.1' --material steel --radius 5e-3 --mass 0.1
"$CAROM" restitution --material steel --radius 5e-3 >text
grep -q '^k by Hertz: a sphere of steel, radius 0.005 m, on flat steel$' text || fail "no word on Hertz"
grep -q '^mass 0.00411025 kg (sphere)' text || fail "no word on the mass"
[[ $(grep -cE '^ +[0-9.e-]+ +0\.[0-9]+ +[0-9.]+ +[0-9.]+$' text) == 25 ]] || fail "table: $(cat text)"

# A fit finds the damping that made the points.
declare -A damping=([hunt-crossley]=3e6 [azad-featherstone]=7e4 [lee-wang]=2.5e7 [general]=1e6 [linear]=12)
for law in "${!damping[@]}"; do
    lambda=${damping[$law]}
    "$CAROM" restitution --law "$law" --set lambda="$lambda" --velocities 0.05:5:9 --json |
        jq -r '.points[] | "\(.v),\(.e)"' >points.csv
    restitution_holds "fit of $law" "(.fit.lambda / $lambda - 1 | fabs) < 1e-6 and .fit.points == 9 and .fit.rms < 1e-9 and
        .fit.lambda_error < 1e-6 * .fit.lambda and .parameters.lambda == .fit.lambda" --law "$law" --fit points.csv
done
restitution_holds "mu" '(.fit.mu - 0.3 | fabs) < 1e-6' --fit <(
    "$CAROM" restitution --set mu=0.3 --json | jq -r '.points[] | "\(.v) \(.e)"')

# Noise of known size gives an error of that size; an outlier does not carry the fit away.
"$CAROM" restitution --law azad-featherstone --velocities 0.05:5:40 --json |
    jq -r '.points | to_entries[] | "\(.value.v);\(.value.e + (if .key % 2 == 0 then 0.01 else -0.01 end))"' >noisy.csv
restitution_holds "noise" '(.fit.lambda / 1e5 - 1 | fabs) < 0.01 and (.fit.rms - 0.01 | fabs) < 2e-4 and
    .fit.lambda_error > 100 and .fit.lambda_error < 2000' --law azad-featherstone --fit noisy.csv
restitution_holds "no loss at all" '.fit.lambda == 0 and .fit.rms == 0 and .fit.lambda_error == 0' --fit - <<<$'1,1\n2,1'
restitution_holds "one point" '(.fit.mu - 1.43275 | fabs) < 1e-5 and .fit.lambda_error == null' --fit - <<<'1,0.5'
restitution_holds "some without loss" '.fit.lambda > 0 and .fit.rms > 0' --fit - <<<$'1,1\n2,0.9\n3,1'
restitution_holds "nearly all lost" '.fit.lambda > 0 and .fit.rms < 0.01' --law linear --fit - <<<$'1,0.001\n2,0.002'
restitution_holds "by Hertz" '.fit.lambda > 0 and .k > 1e9' --law lee-wang --material steel --radius 0.01 --fit - <<<$'1,0.9'

# The plot
rm -f e.svg
"$CAROM" restitution --law azad-featherstone --fit noisy.csv --plot e.svg >text
grep -q '^fit to 40 points of noisy.csv$' text || fail "the fit in words: $(cat text)"
grep -q measured e.svg || fail "no measured points in the plot"
grep -q '</svg>' e.svg || fail "the plot is torn"
[[ $(grep -c '<circle' e.svg) == 41 ]] || fail "40 points and one in the legend: $(grep -c '<circle' e.svg)"
[[ $("$CAROM" restitution --plot - | head -c 4) == '<svg' ]] || fail "a plot on stdout"

# Figures instead of a material, or of one of its figures: those of the table give what the table gives
"$CAROM" restitution --material steel --material2 glass --radius 0.01 --json | jq 'del(.hertz.material, .hertz.material2)' >named
"$CAROM" restitution --E 2e11 --nu 0.29 --rho 7850 --E2 6.2e10 --nu2 0.2 --radius 0.01 --json |
    jq 'del(.hertz.material, .hertz.material2)' >figures
cmp named figures || fail "figures: $(diff named figures)"
# k = 4/3 E* sqrt(R), 1/E* = (1 - nu^2)/E + ...: steel on rubber of 2 MPa
"$CAROM" restitution --material steel --E2 2e6 --nu2 0.49 --radius 0.0075 --json >rubber
jq -e '(.hertz.modulus / (1 / ((1 - 0.29 * 0.29) / 2e11 + (1 - 0.49 * 0.49) / 2e6)) - 1 | fabs) < 1e-12' rubber >/dev/null || fail "E*: $(cat rubber)"
"$CAROM" restitution --E 2e11 --nu 0.29 --mass 0.02 --radius 0.01 --velocities 1:1:1 | grep -q '^mass 0.02 kg (given)' || fail "mass given"
wrong() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" restitution "$@" >out 2>err || status=$?
    [[ $status == "$wanted" && ! -s out ]] && grep -qE -- "^carom restitution: $pattern" err || fail "$*: status $status, $(cat err)"
}
wrong 3 '--mass: is not known' --E 2e11 --nu 0.29 --radius 0.01
wrong 3 '--E: a material of figures needs --E and --nu' --E 2e11 --radius 0.01
wrong 3 '--nu2: needs 0 to 0.5, got 0.9' --material steel --E2 1e6 --nu2 0.9 --radius 0.01
wrong 2 '--nu: needs --material' --nu 0.3
wrong 2 '--E: needs --radius' --E 1e9 --nu 0.3
echo "restitution and fits are right"
