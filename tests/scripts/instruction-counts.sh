#!/usr/bin/env bash
# label: once
# Instructions per step under callgrind: no clock, no noise. Schemes as ratios to RK4; networks per hundred points or
# contacts, with AVX2. The limits are the counts of gcc 12 plus 15 %; what passes them got slower by its own code. Rows have 400 contacts.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
command -v valgrind >/dev/null || exit 77
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77
[ "${CAROM_COMPILER:-GNU}" = GNU ] || exit 77
bench="$(dirname "$CAROM")/bench"
[ -x "$bench/bench_steps" ] && [ -x "$bench/bench_network_steps" ] || exit 77

# instructions FUNCTION PER PROGRAM ARGUMENT: of FUNCTION, per PER of the things that PROGRAM prints the number of
instructions() {
    local things total
    things=$("$3" "$4")
    total=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect="$1" "$3" "$4" 2>&1 >/dev/null | awk '/Collected/ {print $NF}')
    echo $((total * $2 / things))
}

instructions_per_step() {
    instructions cr_stepper_step 1 "$bench/bench_steps" "$1"
}

base=$(instructions_per_step rk4)
echo "rk4: $base instructions per step"
while read -r scheme limit; do
    count=$(instructions_per_step "$scheme")
    percent=$((100 * count / base))
    echo "$scheme: $count, $percent % of rk4 (limit $limit %)"
    [ "$percent" -le "$limit" ] || fail "$scheme takes more"
done <<LIMITS
verlet 32
two-point 385
psi 59
psi-foh 305
dg-invariant 260
dg-invariant-time 640
LIMITS
grep -q avx2 /proc/cpuinfo || exit 0
while read -r network limit; do
    count=$(instructions cr_network_step 100 "$bench/bench_network_steps" "$network")
    echo "$network: $count per hundred (limit $limit)"
    [ "$count" -le "$limit" ] || fail "$network takes more"
done <<LIMITS
string 828
plate 904
books 1354
head 532
booked-head 852
booked-free 2183
open-row 3444
alone 20482
pair 37582
three 44260
row 96024
linear 22102
booked 27163
linear-row 463563
hammer 106075
booked-hammer 123771
LIMITS
