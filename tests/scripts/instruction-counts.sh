#!/usr/bin/env bash
# label: once
# Instructions per step under callgrind: no clock, no noise. Schemes as ratios to RK4; networks per hundred points or
# contacts, with AVX2. The limits are the counts of gcc 12 plus 15 %, or 5 % where 15 would let a gain go; what passes
# them got slower by its own code. Rows have 400 contacts.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
command -v valgrind >/dev/null || exit 77
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77
[ "${CAROM_COMPILER:-GNU}" = GNU ] || exit 77
bench="$(dirname "$CAROM")/bench"
[ -x "$bench/bench_steps" ] && [ -x "$bench/bench_network_steps" ] || exit 77

# instructions FUNCTION PER PROGRAM ARGUMENT [OPTIONS OF CALLGRIND]: of FUNCTION, per PER of the things that PROGRAM prints the number
# of; what was collected is left in `collected`, the things in `things`
instructions() {
    local total
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no --toggle-collect="$1" "${@:5}" "$3" "$4" \
        2>log >things
    grep 'Collected' log >collected || fail "$3 $4: $(cat log)"
    total=$(awk '{ print $4 }' collected)
    echo $((total * $2 / $(<things)))
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
# Where a second limit stands: lines of 64 bytes that a hundred contacts bring into a cache of 32 KiB in a step, what they cost once they
# are more than it holds. These limits are the counts plus 10 %.
cache=(--cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64)
while read -r network limit lines_limit; do
    count=$(instructions cr_network_step 100 "$bench/bench_network_steps" "$network" ${lines_limit:+"${cache[@]}"})
    echo "$network: $count per hundred (limit $limit)"
    [ "$limit" = - ] || [ "$count" -le "$limit" ] || fail "$network takes more"
    [ "$lines_limit" ] || continue
    lines=$(awk -v things="$(<things)" '{ print int(100 * ($8 + $9) / things) }' collected)
    echo "$network: $lines lines per hundred (limit $lines_limit)"
    [ "$lines" -le "$lines_limit" ] || fail "$network touches more memory"
done <<LIMITS
string 828
plate 904
books 1354
head 460
booked-head 852
booked-free 1804
open-row 3444
pressed-row 16668
alone 18026
pair 37453
three 39880
row 88335 2795
linear 22102
booked 27163
linear-row 449711 9193
frictions 332000 6779
hammer 112424
booked-hammer 123771
booked-rivets 176408
booked-bridge 80165
apart - 1059
LIMITS
