#!/bin/bash
# label: once
# carom simulate: what is wrong is one line, every file has what it says, and neither kills nor threads change the recording.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
scenes=$CAROM_SOURCE/scenes/world

refuse() { # STATUS TEXT WORDS...: one line on stderr that contains the text, and no file
    local wanted=$1 text=$2 status=0
    shift 2
    "$CAROM" simulate "$@" >out 2>err || status=$?
    [ $status -eq "$wanted" ] || fail "simulate $*: status $status, not $wanted"
    { [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$text" err; } || fail "simulate $*: $(cat err)"
    [ ! -s out ] || fail "simulate $*: wrote something"
    [[ -z $(find . -maxdepth 1 -name '*.rec*') ]] || fail "simulate $*: left $(ls)"
}
cat >bad.yaml <<EOF
carom: 1
bodies:
  block: {shape: box, velocty: [1, 0, 0], modes: 0}
EOF
cat >moved.yaml <<EOF
carom: 1
bodies:
  cam: {shape: box, modes: 0, drive: {file: path.csv}}
output: {duration: 0.1}
EOF
refuse 2 'needs a scene file'
refuse 1 'nowhere.yaml' nowhere.yaml
refuse 3 'bad.yaml:3:23: bodies.block.velocty: a body of shape box has no such parameter (did you mean "velocity"?)' bad.yaml
refuse 3 '--set world.step=0: world.step: the world needs 1e-07 to 0.1 s, got 0' "$scenes/slide.yaml" --set world.step=0
refuse 3 'needs above 0 to 1e6 Hz, got 0' "$scenes/slide.yaml" --rate 0 --motion x.csv
refuse 2 'rate: is for --motion FILE' "$scenes/slide.yaml" --rate 1000
refuse 3 'needs a file that ends with .rec, got "x.wav"' "$scenes/slide.yaml" -o x.wav
refuse 3 'needs a file that ends with .glb' "$scenes/slide.yaml" --anim x.obj
refuse 3 'has elements, not bodies in space' "$CAROM_SOURCE/scenes/gong.yaml"
refuse 1 'bodies.cam.drive.file: path.csv: cannot open: No such file' moved.yaml
printf '0,0,0\n1,0,0\n' >path.csv
refuse 3 'bodies.cam.drive.file: path.csv:1' moved.yaml
printf 'time,x,y,z\n0,0,0,0\n1,0,0,1\n' >path.csv
"$CAROM" simulate moved.yaml --motion cam.csv --rate 10 >/dev/null || fail "a drive from a file"
grep -q '^0.1,cam,' cam.csv || fail "times of a table are not told as short as can be: $(tail -1 cam.csv)"
near "the cam after 0.1 s" "$(tail -1 cam.csv | cut -d, -f5)" 0.028 1e-6 # 3 s^2 - 2 s^3
"$CAROM" render "$scenes/slide.yaml" -o x.wav --energy e.csv 2>err && fail "energies of a world"
grep -q 'is for scenes of elements' err || fail "energies of a world: $(cat err)"
[[ ! -e x.wav ]] || fail "a refused render leaves a file"

# A world that settled in the middle of a step is recorded up to the end all the same.
cat >fall.yaml <<EOF
carom: 1
world: {settle: 0.0007}
bodies:
  ball: {shape: sphere, radius: 0.01, material: glass, at: [0, 0, 0.05], modes: 0}
output: {duration: 0.02}
EOF
"$CAROM" simulate fall.yaml --motion fall.csv --rate 100 >/dev/null || fail "a world that settles"
near "a ball that fell for 20.7 ms" "$(tail -1 fall.csv | cut -d, -f5)" 0.04789825655 1e-9

# What is written
"$CAROM" simulate world/slide -o slide.rec --motion slide.csv --rate 20 --contacts touch.csv --anim slide.glb \
    --report slide.html --json >slide.json || fail "slide"
[[ $(head -1 slide.csv) == time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz ]] || fail "columns of the motion"
[[ $(grep -c ',block,' slide.csv) -eq 11 ]] || fail "$(grep -c ',block,' slide.csv) rows of the motion"
near "where the block stops" "$(tail -1 slide.csv | cut -d, -f3)" 0.1274210 1e-6
[[ $(head -1 touch.csv) == time,body_a,body_b,x,y,z,nx,ny,nz,force_n,force_t1,force_t2,impulse_n,slip,duration,impulse_t1,impulse_t2,curvature ]] || fail "columns of contacts"
# four corners that carry 9.24 N in all at every step in which it slides
near "the weight" "$(awk -F, 'NR > 1 && $1 > 0.1 && $1 < 0.2 { s[$1] += $10 } END { for (t in s) { n++; sum += s[t] } print sum / n }' touch.csv)" 9.24102 1e-5
[[ $(head -c 4 slide.glb) == glTF ]] || fail "a moving picture"
grep -q '<svg' slide.html || fail "a page with figures"
keys='["duration","steps","cpu_seconds","realtime_factor","bodies","contacts_greatest","dof_greatest","energy_residual",'
keys+='"energy_gain_greatest","unsolved","residual_greatest","fallbacks","penetration_greatest","momentum_error","rollbacks","redone",'
keys+='"ups","downs","friction_culled","contacts_before","contacts_after","step_histogram"]'
[[ $(jq -c keys_unsorted slide.json) == "$keys" ]] || fail "fields: $(jq -c keys_unsorted slide.json)"
holds "slide" '.duration == 0.5 and .bodies == 2 and .unsolved == 0 and .energy_residual < 1e-10 and .penetration_greatest < 1e-6' slide.json
"$CAROM" check "$scenes/tower.yaml" --json >check.json || fail "check"
holds "check" '(.bodies | length) == 7 and .pairs_possible == 21 and .step == 0.001 and (.params | length) > 20' check.json
"$CAROM" check "$scenes/tower.yaml" | grep -q '^block.6 .*free .* 0.06075' || fail "check as text"

mkdir kept && mv slide.rec kept/slide.rec
# A body from a file: a cube that slides as far as any other, and one with a hole.
corners=$(for z in -0.02 0.02; do for y in -0.02 0.02; do for x in -0.02 0.02; do echo "v $x $y $z"; done; done; done)
printf '%s\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n' "$corners" >cube.obj
head -n -1 cube.obj >open.obj
cat >cube.yaml <<EOF
carom: 1
bodies:
  floor: {shape: plane, fixed: true}
  cube: {file: cube.obj, modes: 0, material: wood, on: floor, velocity: [0.5, 0, 0]}
output: {duration: 0.2}
EOF
"$CAROM" simulate cube.yaml --motion cube.csv >/dev/null || fail "a body from a file"
near "where the cube stops" "$(tail -1 cube.csv | cut -d, -f3)" 0.0318552 1e-6
rm -- *.rec
refuse 3 'bodies.cube.file: 1 hole in the surface' cube.yaml --set bodies.cube.file=open.obj

# One that begins where another was; what its contact springs held is lost.
"$CAROM" simulate "$scenes/slide.yaml" --set "world.start=$PWD/kept/slide.rec@0.1" -d 0.3 -o later.rec --motion later.csv >/dev/null ||
    fail "a start from a recording"
near "where it stops" "$(tail -1 later.csv | cut -d, -f3)" 0.1274210 2e-6
rm -- *.rec
refuse 1 'world.start: none.rec@1: cannot open: No such file' "$scenes/slide.yaml" --set world.start=none.rec@1
refuse 3 'world.start: no body that moves by itself has a name of the recording; it knows: floor block' \
    "$scenes/drop.yaml" --set "world.start=$PWD/kept/slide.rec@0.1"

# Of several pairs for the same two bodies the last holds, alone: t - mu g t^2/2 with mu 0.2 and, for the second puck, 0.1.
cat >pucks.yaml <<'END'
carom: 1
bodies:
  floor: {shape: plane, fixed: true}
  puck: {shape: cylinder, radius: 0.03, length: 0.02, on: floor, velocity: [1, 0, 0], modes: 0, copies: 2, step: [0, 0.2, 0]}
pairs: {both: {a: puck, b: floor, friction: 0.2}, other: {a: puck.2, b: floor, friction: 0.1}}
output: {duration: 0.3}
END
"$CAROM" simulate pucks.yaml --motion pucks.csv --rate 10 >/dev/null || fail "pucks"
near "a puck" "$(awk -F, '$1 == 0.3 && $2 == "puck.1" { print $3 }' pucks.csv)" 0.21171 1e-7
near "the other puck" "$(awk -F, '$1 == 0.3 && $2 == "puck.2" { print $3 }' pucks.csv)" 0.255855 1e-7
rm -- pucks.rec

# Of many copies the first are shown.
printf 'carom: 1\nbodies: {pea: {shape: sphere, modes: 0, copies: 100, step: [1, 0, 0]}, pod: {shape: sphere, modes: 0, at: [0, 1, 0]}}\n' >peas.yaml
"$CAROM" check peas.yaml >peas.txt || fail "check of copies"
near "rows of peas" "$(grep -c '^pea[.]' peas.txt)" 20 0
grep -A1 '^and 80 more$' peas.txt | grep -q '^pod ' || fail "peas: $(cat peas.txt)"

# What falls for ever ends, and a line says so.
printf 'carom: 1\nbodies: {stone: {shape: sphere, modes: 0}}\nworld: {bounds: 1}\n' >fall.yaml
"$CAROM" simulate fall.yaml --json >fall.json 2>err || fail "fall"
grep -q '"stone" is farther than 1 m from the origin, which ended it at 0.452 s (world.bounds)' err || fail "bounds: $(cat err)"
near "the fall" "$(jq .duration fall.json)" 0.452 1e-9 # sqrt(2/g) = 0.4515 s

# The step of the paper, and what it has not got.
for scene in slide drop tower; do
    "$CAROM" simulate "world/$scene" --set world.preset=s3 -o "$scene.rec" --motion paper.csv --json >paper.json || fail "$scene as in the paper"
    holds "$scene as in the paper" '.energy_residual < 1e-11 and .contacts_after > 0 and .contacts_after <= .contacts_before and .friction_culled > 0' paper.json
    case $scene in
    slide) near "where the block stops, v h/2 early" "$(tail -1 paper.csv | cut -d, -f3)" 0.1269208 1e-5 ;;
    drop) near "the marble stays in the floor" "$(tail -1 paper.csv | cut -d, -f5)" 0.0075 5e-4 ;; # up to v h = 1 mm
    tower) holds "tower" '.contacts_before > 3 * .contacts_after and .unsolved == 0 and .penetration_greatest < 1e-4' paper.json ;;
    esac
done
"$CAROM" simulate world/slide --set world.preset=s3-naive -o naive.rec --json >paper.json || fail "naive contact"
holds "naive contact sinks" '.penetration_greatest > 1e-3' paper.json
holds "the usual step" '.contacts_before == null and .contacts_after == null and .friction_culled == 0' slide.json
rm -- *.rec
cat >pendulum.yaml <<EOF
carom: 1
bodies: {bob: {shape: sphere, modes: 0}}
joints: {pin: {type: ball, a: bob, b: ground, at: [0, 0, 0.1]}}
output: {duration: 0.1}
EOF
refuse 3 'the preset s3 has no joints' pendulum.yaml --set world.preset=s3
refuse 3 'sleeping must be false' "$scenes/slide.yaml" --set world.preset=s3 --set world.sleeping=true
refuse 3 'world.preset: unknown word "s4" (did you mean "s3"?)' "$scenes/slide.yaml" --set world.preset=s4

# Kills and threads
struck=("$scenes/tower.yaml" --set loads.push.impulse.1=0.1)
"$CAROM" simulate "${struck[@]}" -o whole.rec >/dev/null || fail "tower"
"$CAROM" simulate "${struck[@]}" -o two.rec --threads 2 >/dev/null || fail "tower with two threads"
cmp whole.rec two.rec || fail "threads change the recording"
kills=0
for signal in KILL TERM KILL; do # each as soon as a new state was saved
    "$CAROM" simulate "${struck[@]}" -o killed.rec --threads $((kills % 2 + 1)) >out 2>err &
    before=$(stat -c %i killed.rec.checkpoint 2>/dev/null) || true # there is none yet
    while kill -0 $! 2>/dev/null && [[ $(stat -c %i killed.rec.checkpoint 2>/dev/null) == "$before" ]]; do sleep 0.01; done
    kill -s $signal $! 2>/dev/null && kills=$((kills + 1))
    status=0
    { wait $! || status=$?; } 2>/dev/null
    [[ $status -ne 1 || $(cat err) == *'goes on from there' ]] || fail "SIG$signal: $(cat err)"
done
[[ $kills -gt 1 ]] || fail "only $kills runs were killed"
"$CAROM" simulate "${struck[@]}" -o killed.rec >out || fail "a run that goes on"
cmp whole.rec killed.rec || fail "kills change the recording"
[[ ! -e killed.rec.part && ! -e killed.rec.checkpoint ]] || fail "left: $(ls killed.rec*)"

# A disk that is full, however the recording is written
for threads in 1 2; do
    status=0
    (ulimit -f 100 && exec "$CAROM" simulate "${struck[@]}" -o full.rec --threads $threads >out 2>err) || status=$?
    [[ $status == 1 && $(cat err) == *'full.rec: cannot write: File too large' && ! -e full.rec ]] || fail "full on $threads: $status, $(cat err)"
    rm -f full.rec.*
done
