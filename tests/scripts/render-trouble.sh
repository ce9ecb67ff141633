#!/bin/bash
# carom render, check and info when something goes wrong: the right status, one line, and no file.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

in_files
cat >long.yaml <<'Y'
carom: 1
elements:
  ball: {type: mass, mass: 0.01, frequency: 100}
  plate: {type: plate}
pickups:
  out: {at: plate@0.3 0.4}
  other: {at: ball}
excitations:
  throw: {type: throw, element: ball, velocity: 1}
output: {duration: 600}
Y
sed 's/600/0.1/' long.yaml >short.yaml
printf 'carom: 1\nelements:\n  ball: {type: mas}\n' >bad.yaml
printf 'text\n' >text.txt
{ cat short.yaml && head -c 16777216 /dev/zero | tr '\0' '#'; } >large.yaml
# A mesh whose modes are not computed yet, and files beside it that cannot be read
cp "$CAROM_SOURCE/tests/meshes/bar-2-22.msh" bar.msh
head -c 2000 bar.msh >torn.msh
printf 'solid x\nendsolid x\n' >empty.stl
for other in none.msh torn.msh empty.stl text.txt; do
    printf 'carom: 1\nelements:\n  bar: {type: solid, file: bar.msh}\n  other: {type: solid, file: %s}\n' $other >$other.yaml
done
printf 'carom: 1\nelements:\n  bar: {type: solid, file: bar.msh}\nsurfaces: {grain: {file: none.wav, length: 1}}\n' >grain.yaml
before=$(ls -A)
count=0

bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" "$@" >../out 2>../err </dev/null || status=$?
    count=$((count + 1))
    if [[ $status != "$wanted" || $(wc -l <../err) != 1 || -s ../out || $(ls -A) != "$before" ]] ||
        ! grep -qE -- "^carom $1: $pattern" ../err; then
        fail "carom $*: status $status (wanted $wanted), wanted $pattern, got: $(cat ../err)"
    fi
}

bad 2 'SCENE: needs a scene file' render
bad 2 'short.yaml: one word too many' render short.yaml short.yaml
bad 2 '-: the standard output can take one' render short.yaml -o - --json
bad 2 '-: the standard output can take one' render short.yaml --energy - --probe out:velocity=-
bad 1 'none.yaml: cannot' render none.yaml
bad 1 's3/mgu: no such file, and no scene of that name' render s3/mgu
bad 3 'bad.yaml:3:[0-9]+: .*mass' render bad.yaml
bad 3 'bad.yaml:3:[0-9]+: .*mass' check bad.yaml
bad 1 'none.msh.yaml:4:[0-9]+: elements.other.file: .*cannot open' check none.msh.yaml
bad 3 'torn.msh.yaml:4:[0-9]+: elements.other.file: torn.msh' check torn.msh.yaml
bad 3 'empty.stl.yaml:4:[0-9]+: elements.other.file: empty.stl' check empty.stl.yaml
bad 3 'text.txt.yaml:4:[0-9]+: elements.other.file: text.txt: not a mesh' check text.txt.yaml
bad 1 'grain.yaml:4:[0-9]+: surfaces.grain.file: none.wav: cannot open' check grain.yaml
bad 3 'large.yaml: longer than the limit of 16777216 bytes' render large.yaml
bad 3 'large.yaml: longer than the limit of 16777216 bytes' check large.yaml
bad 3 'x.mp3: the name of a sound file ends with' render short.yaml -o x.mp3
bad 1 'none/x.wav: there is no folder "none"' render short.yaml -o none/x.wav
bad 1 'none/x.csv: there is no folder "none"' render short.yaml --energy none/x.csv
bad 3 'e.txt: the name of a table ends with .csv or .npy' render short.yaml --energy e.txt
bad 3 'c: the name of a table ends with' render short.yaml --contacts c
bad 3 'x.cvs: the name of a table ends with' render short.yaml --probe out:velocity=x.cvs
# changes of the command line are told as they were written
bad 3 '-d minus: output.duration: needs a number' render short.yaml -d minus
bad 3 '-d nan: output.duration: needs a finite number, got nan' render short.yaml -d nan
bad 3 '--seed x: output.seed: needs a whole number' render short.yaml --seed x
bad 3 '--set output.duration=nan: output.duration: needs a finite number' render short.yaml --set output.duration=nan
bad 3 '-r 44100.5: output.rate: .*whole number of Hz, got 44100.5' render short.yaml -r 44100.5
bad 3 '--set output.rate=44100.5: output.rate: .*whole number of Hz' render short.yaml --set output.rate=44100.5
bad 3 '-r 44100.5: output.rate: .*whole number of Hz' render world/drop -r 44100.5
bad 3 'short.yaml:4:.*1 interval of the .* m that are stable .* 5 are needed: raise rate or oversample' \
    render short.yaml --set elements.plate.thickness=0.2 -r 8000
bad 3 '--report: "short.wav" is what -o writes by default; give another name' render short.yaml --report short.wav
bad 3 '--report: "./drop.rec" is what -o writes by default' simulate world/drop --report ./drop.rec
bad 3 '--oversample.*1 to' render short.yaml --oversample 0
bad 3 '--normalize.*peak' render short.yaml --normalize loud
bad 3 '--set.*did you mean "ball"' render short.yaml --set elements.bal.mass=1
bad 3 '--probe: needs NAME:QUANTITY=FILE' render short.yaml --probe out
bad 3 '--probe: .*did you mean "other"' render short.yaml --probe othr:velocity=x.csv
bad 3 '--probe: a pickup has displacement or velocity, not "speed"' render short.yaml --probe out:speed=x.csv
bad 2 'SCENE: needs a scene file' check
bad 2 'FILE: needs a file' info
bad 1 'none.wav: cannot open' info none.wav
bad 3 'text.txt: no sound, no array' info text.txt
if [[ $(id -u) != 0 ]]; then bad 1 '/dev/full: cannot write' render short.yaml -o /dev/full; fi
bad 1 '/dev/full: cannot write' render short.yaml --report /dev/full -o x.wav
bad 1 '/dev/full: cannot write' render short.yaml --energy /dev/full -o x.wav

# Interrupted: nothing is left, or what was rendered when that is wanted
interrupt() { # SIGNAL ARGUMENTS...
    local signal=$1 pid
    shift
    "$CAROM" render long.yaml "$@" 2>../err &
    pid=$!
    sleep 0.5
    kill -"$signal" "$pid"
    wait "$pid"
}
status=0
interrupt TERM -o x.wav --energy x.csv --report x.html || status=$?
[[ $status == 1 && $(ls -A) == "$before" ]] || fail "interrupted: status $status, $(ls -A)"
grep -q 'x.wav: interrupted after .* no file was written' ../err || fail "interrupted: $(cat ../err)"
status=0
interrupt KILL -o x.wav || status=$?
[[ $status == 137 && ! -e x.wav ]] || fail "killed: status $status"
rm -f .carom-*.tmp
status=0
interrupt TERM -o x.wav --energy x.csv --keep-partial || status=$?
grep -q 'x.wav: interrupted; the first .* s were kept' ../err || fail "interrupted: $(cat ../err)"
[[ $status == 1 && -s x.csv ]] || fail "partial: status $status"
"$CAROM" info x.wav | grep -q '^length ' || fail "partial: no sound"
rm -f x.wav x.csv

# A reader that goes away
"$CAROM" render short.yaml -d 5 -o - 2>../err | head -c 100 >/dev/null
status=${PIPESTATUS[0]}
[[ $status == 1 ]] || fail "closed pipe: status $status"
grep -q 'cannot write: Broken pipe' ../err || fail "closed pipe: $(cat ../err)"
[[ $(ls -A) == "$before" ]] || fail "left: $(ls -A)"

echo "$count wrong commands"
