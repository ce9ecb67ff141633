#!/bin/bash
# The n-th malloc fails, also those of libyaml, libsndfile and the C library, for every n until a command succeeds: exit
# status 1, one line on stderr, no output file under its name. FLAC is left out: libsndfile 1.2.0 itself crashes there.
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

starve() { # OUTPUT ARGUMENTS...
    local output=$1 n status
    shift
    for ((n = 0; n < 1000; n++)); do
        rm -f "$output"
        status=0
        FAIL_AT=$n LD_PRELOAD=./failing-malloc.so "$CAROM" "$@" >out 2>err || status=$?
        if [ "$status" -eq 0 ]; then
            [ "$n" -gt 1 ] || { echo "FAILED: carom $* needs no memory?" && exit 1; }
            echo "carom $*: clean for each of $n"
            return
        fi
        if [ "$status" -ne 1 ] || [ "$(grep -c '^carom' err)" -ne 1 ] || [ "$(wc -l <err)" -ne 1 ] || [ -e "$output" ]; then
            echo "FAILED: carom $* at $n: status $status, $(cat err)"
            exit 1
        fi
    done
    echo "FAILED: carom $* never succeeds"
    exit 1
}

starve a.svg impact --plot a.svg --json
starve a.csv impact --csv a.csv
starve g.svg restitution --fit points.csv --plot g.svg
starve r.html reproduce S4 --html r.html
starve none list laws
starve s.wav render scene.yaml -o s.wav
starve r.html render scene.yaml -o s.wav --report r.html
starve none check scene.yaml
