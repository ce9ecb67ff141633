#!/bin/bash
# carom impact under outward forces: every scheme releases the mass at the exact moment, or says in one line why not.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

# ARGUMENTS...: adaptive is the reference, to the digits that are printed
release() {
    "$CAROM" impact --scheme adaptive --json "$@" >out.json || fail "adaptive $*: status $?"
    grep -q '"released": true' out.json || fail "adaptive $*: not released"
    awk '/"err_(v_out|duration)_percent"/ && !($2 + 0 < 1e-8 && $2 + 0 > -1e-8) { exit 1 }' out.json ||
        fail "adaptive $*: $(grep err_ out.json)"
}
release --velocity 5 --external-force -0.001
release --velocity 5 --external-force -66
release --law lee-wang --external-force -0.0031 --mass 0.00053 --velocity 0.023 --set k=187000 --set lambda=3224 --rate 56884

# f = k x^alpha (1 + mu v) never pulls: below the surface it is released at v = -1/mu
for scheme in verlet rk4 two-point psi psi-foh; do
    "$CAROM" impact --velocity 5 --external-force -66 --scheme "$scheme" --json >out.json || fail "$scheme"
    awk '/"v_out"/ && !($2 + 2 < 1e-3 && $2 + 2 > -1e-3) { exit 1 }' out.json || fail "$scheme: $(grep v_out out.json)"
done

status=0
"$CAROM" impact --velocity 5 --external-force -66000 --scheme rk4 >out 2>err || status=$?
[[ $status -eq 3 || $status -eq 2 ]] || fail "a contact between two samples: status $status"
[[ ! -s out && $(wc -l <err) -eq 1 ]] || fail "a contact between two samples: $(cat out err)"
grep -q "raise the rate" err || fail "$(cat err)"
