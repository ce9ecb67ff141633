#!/bin/bash
# The second law of docs/adding.md, outside the power family, through `carom impact` with every scheme that takes it.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
figure() { # NAME FILE: a number of the JSON object
    sed -n "s/.*\"$1\": *\\(-\\?[0-9.e+-]*\\).*/\\1/p" "$2" | head -n 1
}

"$CAROM_NEW_LAW" list laws | grep -q hardening || fail "the law is not in the list"
schemes=$("$CAROM_NEW_LAW" list schemes | sed -n 's,^\([a-z0-9-]*\):.*,\1,p')
ran=0
for scheme in $schemes; do
    for force in 0 -2 2; do
        status=0
        "$CAROM_NEW_LAW" impact --law hardening --velocity 3 --rate 2e6 --scheme "$scheme" --external-force "$force" \
            --json >out.json 2>err || status=$?
        [[ $status -ne 0 ]] || ran=$((ran + 1))
        [[ $status -eq 0 ]] || grep -q "has no invariant under an external force" err || fail "$scheme: $(cat err)"
        [[ $status -ne 0 ]] || awk -v e="$(figure err_v_out_percent out.json)" 'BEGIN { exit !(e < 1 && e > -1) }' ||
            fail "$scheme, $force N: v_out is off by $(figure err_v_out_percent out.json) %"
    done
done
[[ $ran -ge 30 ]] || fail "only $ran runs"
for verb in "restitution --law hardening" "impact --law hardening --phases 7 --rebounds 5"; do
    status=0
    # shellcheck disable=SC2086 # words
    "$CAROM_NEW_LAW" $verb >/dev/null 2>err || status=$?
    [[ $status -ne 4 && $status -lt 5 ]] || fail "$verb: $(cat err)"
done
