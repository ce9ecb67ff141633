#!/bin/bash
# The n-th malloc fails, also those of libyaml, libsndfile, MUMPS and the C library, for every n until a command
# succeeds: exit status 1, one line on stderr, no output file under its name. FLAC is left out: libsndfile 1.2.0 itself
# crashes there.
set -eu
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # the sanitizers bring their own malloc
cc -O1 -shared -fPIC "$CAROM_SOURCE/tests/scripts/failing-malloc.c" -o failing-malloc.so
printf 'v,e\n0.1,0.9\n1,0.8\n' >points.csv
cat >scene.yaml <<'SCENE'
carom: 1
elements: {s: {type: string, f0: 110}, m: {type: mass}}
contacts: {hit: {a: m, b: s@0.2, law: power}}
excitations: {go: {type: throw, element: m, velocity: 1}}
pickups: {out: {at: s@0.7}}
output: {duration: 0.02}
SCENE

cp "$CAROM_SOURCE/tests/meshes/bar-2-22.msh" bar.msh
cat >solid.yaml <<'SCENE'
carom: 1
elements: {bar: {type: solid, file: bar.msh, modes: 2}, m: {type: mass}}
contacts: {hit: {a: m, b: bar@0.5 0.5 1, law: power}}
excitations: {go: {type: throw, element: m, velocity: 1}}
pickups: {out: {at: bar@0.1 0.5 1}}
output: {duration: 0.02}
SCENE

export FAIL_STRIDE=1
starve() { # OUTPUT ARGUMENTS...
    local output=$1 said
    shift
    said=$(FAIL_OUTPUT=$output LD_PRELOAD=./failing-malloc.so "$CAROM" "$@") || {
        echo "FAILED: carom $* $said"
        exit 1
    }
    echo "carom $*: $said"
}

starve a.svg impact --plot a.svg --json
starve a.csv impact --csv a.csv
starve g.svg restitution --fit points.csv --plot g.svg
starve r.html reproduce S4 --html r.html
starve none list laws
starve s.wav render scene.yaml -o s.wav
starve r.html render scene.yaml -o s.wav --report r.html
starve none check scene.yaml

# Reading and meshing take the first 300. The ordering and the factorisation take hundreds that are alike, row by row:
# every 13th and 19th of them are enough.
FAIL_STRIDE=13
starve bar.modes modal bar.msh -n 2 -o bar.modes
FAIL_STRIDE=19
starve s.wav render solid.yaml -o s.wav
