#!/usr/bin/env bash
# Instructions per step under callgrind, as ratios to RK4: no clock, no noise. The limits are the counts of gcc 12 plus
# 15 %; a scheme that passes them got slower by its own code.
set -eu
command -v valgrind >/dev/null || exit 77
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77
[ "${CAROM_COMPILER:-GNU}" = GNU ] || exit 77
steps_program="$(dirname "$CAROM")/bench/bench_steps"
[ -x "$steps_program" ] || exit 77

instructions_per_step() {
    local steps total
    steps=$("$steps_program" "$1")
    total=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect=cr_stepper_step "$steps_program" "$1" 2>&1 >/dev/null | awk '/Collected/ {print $NF}')
    echo $((total / steps))
}

base=$(instructions_per_step rk4)
echo "rk4: $base instructions per step"
failed=0
while read -r scheme limit; do
    count=$(instructions_per_step "$scheme")
    percent=$((100 * count / base))
    echo "$scheme: $count, $percent % of rk4 (limit $limit %)"
    [ "$percent" -le "$limit" ] || failed=1
done <<LIMITS
verlet 32
two-point 385
psi 66
psi-foh 305
dg-invariant 260
dg-invariant-time 640
LIMITS
exit "$failed"
