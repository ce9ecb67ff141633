#!/bin/bash
# carom-slepc, alone and with two processes: the modes of the built-in search to 1e-8, held and free, by count and by
# frequency, on one mesh and on finer ones. Skipped where it is not built (-DCAROM_SLEPC=ON) or there is no mpirun.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ -x "$(dirname "$CAROM")/carom-slepc" ] || exit 77
command -v mpirun >/dev/null || exit 77
export CAROM_CACHE='' OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 # processes that wait leave the cores to others

compare() { # WORDS of carom modal
    "$CAROM" modal "$@" --json >own.json
    "$CAROM" modal "$@" --json --backend slepc >one.json
    mpirun -n 2 "$CAROM" modal "$@" --json --backend slepc >two.json
    for other in one two; do
        jq -e -n --slurpfile p own.json --slurpfile q $other.json '
            ($p[0].modes | length) as $n
            | $n > 0 and $n == ($q[0].modes | length) and $p[0].rigid_modes == $q[0].rigid_modes
            and $p[0].inertia_count == $q[0].inertia_count and $q[0].residual_max <= 1e-8
            and ([range($n) | $p[0].modes[.].f / $q[0].modes[.].f - 1 | fabs] | max) <= 1e-8' >/dev/null ||
            fail "$*, $other process(es)"
    done
}

compare box --set x=0.1 --set y=0.03 --set z=0.02 -n 8
compare box --set x=0.1 --set y=0.03 --set z=0.02 --fmax 40000
compare plate --set x=0.1 --set y=0.08 --set thickness=0.004 --fix x-:xyz --edge 0.01 --layers 1 -n 6
mpirun -n 2 "$CAROM" modal box -n 4 --order 1 --backend slepc -o box.modes >text
[ -s text ] || fail "no text"
[ -s box.modes ] || fail "no file of modes"

# Nothing is to be computed: the second process ends with the first, which answers from the cache or refuses.
CAROM_CACHE=$PWD/cache mpirun -n 2 "$CAROM" modal box -n 4 --order 1 --backend slepc --json >first.json
CAROM_CACHE=$PWD/cache timeout 60 mpirun -n 2 "$CAROM" modal box -n 4 --order 1 --backend slepc --json >again.json ||
    fail "modes of the cache"
jq -e -n --slurpfile p first.json --slurpfile q again.json '$p[0].modes == $q[0].modes' >/dev/null || fail "other modes in the cache"
timeout 60 mpirun -n 2 "$CAROM" modal box -n 0 --backend slepc >/dev/null 2>wrong.txt && fail "no modes are modes"
[ -s wrong.txt ] || fail "no message"
