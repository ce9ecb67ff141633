#!/bin/bash
# carom impact: the figures of S0, the shape of its output, and every option at work.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
impact_holds() { # NAME FILTER ARGUMENTS...
    local name=$1 filter=$2
    shift 2
    "$CAROM" impact --json "$@" | jq -e "$filter" >/dev/null || fail "$name: $filter does not hold for $*"
}

json() { # FILTER ARGUMENTS...
    local filter=$1
    shift
    "$CAROM" impact --json "$@" | jq -r "$filter"
}

case1=(--set k=1e7 --set mu=0.01 --set alpha=1.3 --velocity 0.5)
case2=(--set k=1e9 --set mu=0.5 --set alpha=1.5 --velocity 1)

# S0 Tables II and III
read -r v H accumulated most < <(json '"\(.err_v_out_percent) \(.dev_H_percent) \(.H_error_percent_accumulated) \(.dev_H_percent_max)"' \
    "${case1[@]}" --scheme rk4 --rebounds 100)
near "case 1, rk4, v_out" "$v" 0.00601 5e-6
near "case 1, rk4, H" "$H" 1.4273 5e-5
near "case 1, rk4, 100 rebounds" "$accumulated" -0.907 5e-4
near "case 1, rk4, greatest deviation" "$most" 14.466 5e-4
read -r accumulated most < <(json '"\(.H_error_percent_accumulated) \(.dev_H_percent_max)"' \
    "${case2[@]}" --scheme verlet --rebounds 100)
near "case 2, verlet, 100 rebounds" "$accumulated" 15.780 5e-4
near "case 2, verlet, greatest deviation" "$most" 43.966 5e-4
corrected=(--scheme verlet --correct 'hybrid,vout' --rebounds 100)
near "case 1, corrected" "$(json .H_error_percent_accumulated "${case1[@]}" "${corrected[@]}")" -2.98e-8 1e-10
near "case 2, corrected" "$(json .H_error_percent_accumulated "${case2[@]}" "${corrected[@]}")" 1.112e-3 1e-6

# Exact at every phase, one impact and a series
impact_holds "exact release" '(.err_v_out_percent | fabs) <= 1e-10 and .phases == 97 and .rests_at_some_phase == false' \
    "${case2[@]}" --scheme dg-invariant-time --phases 97
impact_holds "exact series" '(.H_error_percent_accumulated | fabs) <= 1e-9' \
    "${case2[@]}" --scheme dg-invariant-time --phases 11 --rebounds 100
worst=$(json '.H_error_percent_accumulated | fabs' "${case2[@]}" --scheme rk4 --rebounds 20 --phases 5)
for phase in 0 0.2 0.4 0.6 0.8; do
    one=$(json '.H_error_percent_accumulated | fabs' "${case2[@]}" --scheme rk4 --rebounds 20 --phase $phase)
    awk -v a="$one" -v b="$worst" 'BEGIN { exit !(a <= b) }' || fail "phase $phase is worse than the worst"
done

# The object
"$CAROM" impact --json | jq -e '
    .law == "hunt-crossley" and .scheme == "psi-foh" and .corrections == [] and .released and
    .parameters == {"k": 1e7, "alpha": 1.5, "mu": 0.5, "lambda": 5e6} and
    .mass == 0.01 and .velocity == 0.5 and .rate == 44100 and .oversample == 1 and
    .samples_in_contact == 42 and .energy_residual < 1e-14 and .psi_left == 0 and .force_min > 0 and
    (.v_out + 0.428425508757633 | fabs) < 1e-6 and (.exact.v_out + 0.428425508757633 | fabs) < 1e-14 and
    .exact.source == "closed form" and (.exact.H_ratio - 0.734193666 | fabs) < 1e-9 and
    (.exact.x_max - 1.484634107229e-4 | fabs) < 1e-15 and
    (.exact.duration - 9.450619324227e-4 | fabs) < 1e-15 and
    has("err_duration_percent") and has("err_x_percent") and has("dev_x_percent") and has("iterations") and
    (has("H_error_percent_accumulated") | not)' >/dev/null || fail "the object: $("$CAROM" impact --json)"
impact_holds "lambda" '.parameters.mu == 0.25 and .parameters.lambda == 2.5e6' --set lambda=2.5e6
impact_holds "located" '.exact.source == "located"' --law lee-wang
impact_holds "corrections" '.corrections == ["hybrid", "vout"]' --scheme rk4 --correct hybrid,vout
impact_holds "order of corrections" '.corrections == ["vout", "hybrid"]' --scheme rk4 --correct=vout,hybrid
impact_holds "oversampling" '.oversample == 16 and (.err_v_out_percent | fabs) < 1e-3' "${case2[@]}" --scheme rk4 --oversample 16

# A mass that stays is a good result.
rest=(--law linear --set lambda=1000 --set adhesive=1)
impact_holds "rest" '(.released | not) and .v_out == null and .duration == null and .exact.v_out == null' "${rest[@]}"
"$CAROM" impact "${rest[@]}" | grep -q '^The mass stays in contact' || fail "no sentence on the rest"
impact_holds "rest under a force" '.released | not' --law azad-featherstone --set lambda=3e5 --external-force 30
impact_holds "a series that ends" '.H_error_percent_accumulated == null and .v_last == null' "${rest[@]}" --rebounds 3
"$CAROM" impact "${rest[@]}" --rebounds 3 --phases 4 >text
grep -q '^The series ends early: ' text || fail "no sentence on the end of the series"
grep -q '^At some entry phases the mass stays in contact' text || fail "no sentence on phases that rest"

# Every scheme runs on its ground.
for scheme in $("$CAROM" list schemes --json | jq -r '.[].name'); do
    impact_holds "$scheme" ".scheme == \"$scheme\" and .released and (.err_v_out_percent | fabs) < 20" --scheme "$scheme"
done

# The summary
"$CAROM" impact "${case2[@]}" --scheme rk4 >text
for line in '^v_out \[m/s\] +-0\.7477393 +-0\.7484349 +-0\.0929 %$' '^duration \[us\] ' '^energy left ' \
    '^energy balance' '^The contact lasts 5\.86 samples\.$' 'dg-invariant-time has the exact v_out'; do
    grep -qE "$line" text || fail "the summary lacks $line: $(cat text)"
done
"$CAROM" impact --set k=1e12 | grep -q 'too few to follow it closely: --oversample' || fail "no hint"

# Files
rm -f out.svg out.csv
"$CAROM" impact "${case2[@]}" --scheme rk4 --plot out.svg --csv out.csv --json >object
jq -e .released object >/dev/null || fail "the object beside files"
head -n 1 out.csv | grep -qx 't,x,v,force,energy' || fail "header: $(head -n 1 out.csv)"
[[ $(wc -l <out.csv) == 9 && $(sed -n 2p out.csv) == 0,0,1,0,0.005* ]] || fail "rows: $(cat out.csv)"
[[ $(grep -c '<svg' out.svg) == 1 && $(grep -c '<clipPath' out.svg) == 4 ]] || fail "four panels"
grep -q '</svg>' out.svg || fail "the plot is torn"
"$CAROM" impact --csv - | head -n 1 | grep -qx 't,x,v,force,energy' || fail "a CSV on stdout"
[[ $("$CAROM" impact --plot - | head -c 4) == '<svg' ]] || fail "a plot on stdout"
for law in $("$CAROM" list laws --json | jq -r '.[].name'); do
    "$CAROM" impact --law "$law" --scheme adaptive --phase "$([ "$law" = two-sided ] && echo 0 || echo 0.3)" --plot "$law.svg" >/dev/null || fail "plot of $law"
done
echo "the figures are right"
