#!/bin/bash
# label: once
# Memory ends at the n-th malloc, or only the n-th fails, also of libyaml, libFLAC, libsndfile, MUMPS and the C library,
# for every n that a command gets to: exit status 1, one line on stderr, no output file under its name; where the command
# gets along all the same, its files are as they should be. See failing-malloc.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
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

cat >apart.yaml <<'SCENE'
carom: 1
elements: {a: {type: string, f0: 110}, b: {type: string, f0: 220}, wall: {type: barrier}}
contacts: {low: {a: wall, b: a@0.2, law: power}, high: {a: wall, b: b@0.2, law: power}}
excitations: {a: {type: pluck, at: a@0.4, height: 1e-3}, b: {type: force, at: b@0.4, shape: noise, amplitude: 1}}
pickups: {a: {at: a@0.7}, b: {at: b@0.7}}
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

cp "$CAROM_SOURCE/tests/foreign/bar-of-a-program.csv" list.csv
cat >list.yaml <<'SCENE'
carom: 1
elements: {bar: {type: modal, file: list.csv}}
excitations: {tap: {type: strike, at: bar@0, mass: 0.02, velocity: 1, k: 1e7}}
pickups: {out: {at: bar@1}}
output: {duration: 0.02}
SCENE

cat >surface.yaml <<'SCENE'
carom: 1
elements: {base: {type: mass, mass: 1, frequency: 200}, m: {type: mass, mass: 0.01}}
surfaces: {rough: {file: surface.wav, length: 0.1, rms: 1e-6}}
contacts: {slide: {a: m, b: base, law: power, surface: rough}}
excitations: {push: {type: travel, contact: slide, speed: 0.5}}
pickups: {out: {at: base}}
output: {duration: 0.02}
SCENE
"$CAROM" render scene.yaml -o sound.flac >out
"$CAROM" render scene.yaml -o surface.wav --contacts array.npy >out
"$CAROM" modal bar.msh -n 2 -o ready.modes >out
"$CAROM" modal bar.msh -n 2 --glb ready.glb >out

starve() { # HOW FILES ARGUMENTS...
    local how=$1 files=$2
    shift 2
    STARVE=$how STARVE_FILES=$files STARVE_EVERY=$stride LD_PRELOAD=./failing-malloc.so OPENBLAS_NUM_THREADS=1 "$CAROM" "$@"
}

# A limit on addresses that leaves OpenBLAS no room for its threads is no hindrance to reading sound.
megabytes=20
until (ulimit -v $((megabytes * 1024)) && "$CAROM" --version) >out 2>&1; do
    megabytes=$((megabytes + 10))
    [ $megabytes -lt 2000 ] || { fail "carom --version needs more than 2 GB" && exit; }
done
(ulimit -v $(((megabytes + 20) * 1024)) && "$CAROM" info surface.wav) >out 2>err || fail "$(cat err)"

stride=1
for how in all one; do
    starve $how "a.svg" impact --plot a.svg --json
    starve $how "a.csv out" impact --csv a.csv
    starve $how "g.svg out" restitution --fit points.csv --plot g.svg
    stride=61 # all but the first dozen are the work space of sorting, which does without
    STARVE_FIRST=40 starve $how "~r.html" reproduce S4 --html r.html
    stride=1
    starve $how "out" list laws
    starve $how "s.wav" render scene.yaml -o s.wav
    stride=3 # they build what is built above, and test_scene_memory lets memory end at every take of that
    starve $how "s.wav ~r.html" render scene.yaml -o s.wav --report r.html
    starve $how "s.flac e.npy c.csv" render scene.yaml -o s.flac --energy e.npy --contacts c.csv
    starve $how "s.wav" render scene.yaml -o s.wav --oversample 4 --loudness -20
    stride=11 # several times
    starve $how "s-01.flac" render scene.yaml -o s.flac --oversample 3 --variations 1
    stride=5
    starve $how "s.wav" render apart.yaml -o s.wav --threads 2
    stride=1
    starve $how "s.wav" render surface.yaml -o s.wav
    starve $how "~out" check scene.yaml
    for file in surface.wav sound.flac array.npy ready.modes ready.glb; do
        starve $how "out" info $file
    done
    starve $how "out" info "$CAROM_SOURCE/tests/foreign/balls.glb#light"
    starve $how "out" info "$CAROM_SOURCE/tests/foreign/points-alone.gltf"
    starve $how "out" modal "$CAROM_SOURCE/tests/foreign/measured.json"
    starve $how "s.wav" render list.yaml -o s.wav
done

# Reading and meshing take the first 300. The ordering and the factorisation take hundreds that are alike, row by row:
# every 13th and 19th of them are enough.
stride=13
starve all "bar.modes" modal bar.msh -n 2 -o bar.modes
stride=19
starve all "s.wav" render solid.yaml -o s.wav

# One missing buffer lets OpenBLAS ask for it for ever, at the begin of the computation: noticed within seconds.
for n in $(seq 20 30); do
    SECONDS=0 status=0
    CAROM_CACHE='' STARVE="only $n" LD_PRELOAD=./failing-malloc.so OPENBLAS_NUM_THREADS=1 \
        timeout 20 "$CAROM" modal bar.msh -n 2 >out 2>err || status=$?
    [ $status -le 1 ] || fail "malloc $n alone fails: status $status after $SECONDS s, $(cat err)"
done
[ -z "$(find . -name '*.tmp')" ] || fail "left $(find . -name '*.tmp')"
