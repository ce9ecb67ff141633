#!/bin/bash
# carom render --threads: the same bytes with every number of threads and however the parts of a scene are run, also of bodies
# whose sound is made while they move, and the same account but for the time; what is watched step by step; what is silent; what is refused.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

in_files
scenes=$CAROM_SOURCE/scenes
account() { # FILE.json, without its time and name
    jq -S 'del(.cpu_seconds, .realtime_factor, .output)' "$1"
}
render() { # NAME ARGUMENTS...: NAME.wav, NAME.json
    local name=$1
    shift
    "$CAROM" render "$@" -o "$name.wav" --json >"$name.json" || fail "render $*"
}
# Scenes that fall apart, and two that do not; with the sanitizers one of each
list=(guitar-frets glass-harp xylophone wind-chimes s1/string-string)
[[ ${CAROM_SANITIZE:-OFF} == OFF ]] || list=(guitar-frets s1/string-string)
for scene in "${list[@]}"; do
    for threads in 1 2 3; do
        render $threads "$scenes/$scene.yaml" -d 0.15 --threads $threads
    done
    render usual "$scenes/$scene.yaml" -d 0.15
    render watched "$scenes/$scene.yaml" -d 0.15 --energy energy.csv --threads 2 # runs as a whole
    for other in 2 3 usual watched; do
        cmp 1.wav $other.wav || fail "$scene: 1 and $other"
    done
    for other in 2 3 usual; do
        diff <(account 1.json) <(account $other.json) || fail "$scene: another account with $other"
    done
done

# Bodies: the sound is made beside the motion, or after it
keep_modes
cat >bodies.yaml <<'Y'
carom: 1
bodies:
  floor: {shape: plane, fixed: true, material: wood}
  bar: {shape: box, x: 0.12, y: 0.03, z: 0.01, material: steel, modes: 4, at: [0, 0, 0.015], turn: [0, 1, 0, 10]}
  ball: {shape: sphere, radius: 0.01, material: glass, modes: 0, at: [0, 0, 0.06]}
listeners: {me: {type: stereo, at: [0, -0.5, 0.2], facing: [0, 1, 0]}}
sound: {radiation: none}
output: {duration: 0.3}
Y
bodies() { # ARGUMENTS...: on 1, 2 and 3 threads, and as it comes
    for threads in 1 2 3; do
        render $threads bodies.yaml "$@" --threads $threads
    done
    render usual bodies.yaml "$@"
    for other in 2 3 usual; do
        cmp 1.wav $other.wav || fail "bodies $*: 1 and $other"
        diff <(account 1.json) <(account $other.json) || fail "bodies $*: another account with $other"
    done
}
bodies
bodies -d 0.002
bodies -d auto --set bodies.ball.fixed=true
bodies --set world.gravity=[0,0,0] # nothing touches: the motion may end before the sound has begun
for threads in 1 2; do
    "$CAROM" render bodies.yaml --threads $threads -o stems.wav --stems stems$threads --report r.html >/dev/null || fail "stems on $threads threads"
    grep -v "computing time" r.html >page$threads
    status=0
    "$CAROM" render bodies.yaml --threads $threads -o no.wav --solo nobody >out 2>no$threads || status=$?
    [[ $status == 3 && $(wc -l <no$threads) == 1 && ! -e no.wav ]] || fail "--solo nobody: status $status, $(cat no$threads)"
done
diff -r stems1 stems2 && diff page1 page2 && diff no1 no2 || fail "bodies: other files with 2 threads"

# Tables and pages, streams, sets of variations, the end at silence
for threads in 1 2 3; do
    mkdir $threads
    (
        cd $threads || exit
        frets=$scenes/guitar-frets.yaml
        "$CAROM" render "$frets" -d 0.1 -o a.wav --threads $threads --contacts c.csv --probe e2-fret2:force=f.csv --energy e.npy >/dev/null
        "$CAROM" render "$frets" -d 0.1 -o - --normalize none --threads $threads >stream.wav
        "$CAROM" render "$frets" -d 0.1 -o v.flac --variations 2 --threads $threads >/dev/null
        "$CAROM" render "$frets" -d auto --set defaults.string.sigma0=40 -o auto.wav --threads $threads >/dev/null
        "$CAROM" render "$frets" -d 0.1 -o o.wav --oversample 3 --mono --loudness -20 --threads $threads --report r.html >/dev/null
        grep -v "computing time" r.html >page && rm r.html
    ) || fail "$threads threads"
done
diff -r 1 2 || fail "other files with 2 threads"
diff -r 1 3 || fail "other files with 3 threads"

# Two strings that nothing moves, each over a barrier: why nothing is heard is told of the parts
cat >silent.yaml <<'Y'
carom: 1
elements: {a: {type: string, f0: 110}, b: {type: string, f0: 220}, wall: {type: barrier, position: -0.001}}
contacts:
  first: {a: wall, b: a@0.3, law: power, k: 1e6, alpha: 1.5}
  second: {a: wall, b: b@0.3, law: power, k: 1e6, alpha: 1.5}
excitations: {push: {type: force, at: b@0.5, shape: hold, amplitude: 0}}
pickups: {a: {at: a@0.9}, b: {at: b@0.9}}
output: {duration: 0.1}
Y
for threads in 1 2; do
    "$CAROM" render silent.yaml -o s.wav --threads $threads >out 2>$threads.err || fail "silent.yaml"
    grep -q 'contact first is open by 0.001 m at the end' $threads.err || fail "silence: $(cat $threads.err)"
done
cmp 1.err 2.err || fail "silence is told otherwise"

# Interrupted, a render of bodies keeps nothing and says so
for threads in 1 2; do
    status=0
    timeout -s INT 1 "$CAROM" render bodies.yaml -d 3000 -o long.wav --threads $threads >out 2>err || status=$?
    [[ $status == 124 ]] && grep -q 'bodies.yaml: interrupted after .* nothing is kept' err && [[ -z $(find . -name 'long*') ]] ||
        fail "interrupted: status $status, $(cat err), $(ls)"
done

for bad in 0 65 x; do
    status=0
    "$CAROM" render silent.yaml -o bad.wav --threads $bad >out 2>err || status=$?
    [[ $status == [23] && $(wc -l <err) == 1 && ! -e bad.wav ]] && grep -q -- '--threads' err ||
        fail "--threads $bad: status $status, $(cat err)"
done
