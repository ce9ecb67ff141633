#!/bin/bash
# label: once
# carom sweep when something goes wrong: the right status, one line, whole files only, and on it goes.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

in_files
cat >ball.yaml <<'Y'
carom: 1
elements:
  ball: {type: mass, mass: 0.01, frequency: 100}
pickups:
  out: {at: ball}
excitations:
  throw: {type: throw, element: ball, velocity: 1}
output: {duration: 0.1}
Y
sed 's/duration: 0.1/duration: 2000/' ball.yaml >long.yaml
printf 'carom: 1\nelements:\n  ball: {type: mas}\n' >bad.yaml
printf 'text\n' >text.txt
before=$(ls -A)
count=0

bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" sweep "$@" >../out 2>../err </dev/null || status=$?
    count=$((count + 1))
    if [[ $status != "$wanted" || $(wc -l <../err) != 1 || -s ../out || $(ls -A) != "$before" ]] ||
        ! grep -qE -- "^carom sweep: $pattern" ../err; then
        fail "carom sweep $*: status $status (wanted $wanted), wanted $pattern, got: $(cat ../err)"
    fi
}

bad 2 'SCENE: needs a scene file' -o x
bad 2 '-o: needs a folder' ball.yaml --vary elements.ball.frequency=lin:1:2:2
bad 2 '--vary: needs something to vary' ball.yaml -o x
bad 2 '--loudness: .*leave --normalize out' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --loudness -20 --normalize peak
bad 1 'none.yaml: cannot' none.yaml -o x --vary elements.ball.frequency=lin:1:2:2
bad 3 'bad.yaml:3:[0-9]+: .*mass' bad.yaml -o x --vary elements.ball.mass=lin:1:2:2
bad 3 '--vary elements.bal.mass=1: .*did you mean "ball"' ball.yaml -o x --vary elements.bal.mass=lin:1:2:2
bad 3 '--vary elements.ball.mas=1: .*did you mean "mass"' ball.yaml -o x --vary elements.ball.mas=lin:1:2:2
bad 3 '--vary pickups.out.quantity=speed: ' ball.yaml -o x --vary pickups.out.quantity=list:velocity,speed
bad 3 '--vary: needs PATH=lin' ball.yaml -o x --vary elements.ball.mass
bad 3 '--vary: needs PATH=lin' ball.yaml -o x --vary elements.ball.mass=liin:1:2:2
bad 3 '--vary elements.ball.mass: needs FROM:TO:N' ball.yaml -o x --vary elements.ball.mass=lin:1:2
bad 3 '--vary elements.ball.mass: "x" is not a number' ball.yaml -o x --vary elements.ball.mass=lin:1:x:2
bad 3 '--vary elements.ball.mass: log needs numbers above 0' ball.yaml -o x --vary elements.ball.mass=log:0:1:3
bad 3 '--vary elements.ball.mass: needs a whole number from 1' ball.yaml -o x --vary elements.ball.mass=lin:1:2:0
bad 3 '--vary elements.ball.mass: value 2 of the list is empty' ball.yaml -o x --vary elements.ball.mass=list:1,,2
bad 3 '--vary: "elements.ball.mass" is varied twice' ball.yaml -o x \
    --vary elements.ball.mass=lin:1:2:2 --vary elements.ball.mass=list:1,2
bad 3 '--vary: "elements.ball.mass" is varied and also given by --set' ball.yaml -o x \
    --vary elements.ball.mass=lin:1:2:2 --set elements.ball.mass=3
bad 3 '--vary: "output.duration" is varied and also given by -d' ball.yaml -o x --vary output.duration=lin:1:2:2 -d 1
bad 3 '--vary: more than 1000000000 cases' ball.yaml -o x \
    --vary elements.ball.mass=lin:1:2:100000 --vary elements.ball.frequency=lin:1:2:100000
bad 3 '--with: goes along with a --vary' ball.yaml -o x --with elements.ball.mass=lin:1:2:2 --vary elements.ball.frequency=lin:1:2:2
bad 3 '--with: "elements.ball.mass" has 3 values, "elements.ball.frequency" has 2' ball.yaml -o x \
    --vary elements.ball.frequency=lin:1:2:2 --with elements.ball.mass=list:1,2,3
bad 3 '--with elements.bal.mass=1: .*did you mean "ball"' ball.yaml -o x \
    --vary elements.ball.frequency=list:1 --with elements.bal.mass=list:1
bad 3 '--with: needs PATH=lin' ball.yaml -o x --vary elements.ball.frequency=list:1 --with elements.ball.mass
bad 3 '--gain: needs set, each or none, got "all"' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --gain all
bad 2 '--loudness: sets the level of each file; leave --gain out' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 \
    --gain set --loudness -20
bad 3 '--shard: needs I/N' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --shard 3
bad 3 '--shard: needs a whole number from 1 to 3, got 4' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --shard 4/3
bad 3 '--jobs: needs a whole number from 1' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --jobs 0
bad 3 '--format: needs wav, flac, ogg or opus' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --format mp3
bad 3 '--loudness: needs -60 to 0 LUFS, got 3' ball.yaml -o x --vary elements.ball.mass=lin:1:2:2 --loudness 3
bad 1 'text.txt: cannot make this folder' ball.yaml -o text.txt --vary elements.ball.mass=lin:1:2:2
bad 1 '/proc/x: cannot make this folder' ball.yaml -o /proc/x --vary elements.ball.mass=lin:1:2:2

# Values that a case cannot have: noted, the others go on, status 4, also when nothing is left to do
for run in 1 2; do
    status=0
    "$CAROM" sweep ball.yaml --vary elements.ball.frequency=lin:-50:100:4 -o some >../out 2>../err || status=$?
    [[ $status == 4 && ! -s ../err ]] || fail "failed case, run $run: status $status, $(cat ../err)"
    grep -q '^failed      1, ' ../out || fail "failed case: $(cat ../out)"
done
grep -qE '^0,,-50,,,,,,,failed,".*mass needs 0 to 1e\+06 Hz, got -50"$' some/index.csv || fail "$(cat some/index.csv)"
[[ -z $(find some -name '0000*.wav') && $(grep -c ',ok,$' some/index.csv) == 3 ]] || fail "the other cases: $(cat some/index.csv)"

# No room: one line, whole files only; with room it goes on to the same bytes
for gain in each set; do
rm -rf whole full
"$CAROM" sweep ball.yaml --vary output.duration=list:0.01,0.02,1,0.03 --gain $gain -o whole >/dev/null || fail "sweep"
status=0
(
    ulimit -f 16 # KiB; the third case is longer
    trap '' XFSZ
    exec "$CAROM" sweep ball.yaml --vary output.duration=list:0.01,0.02,1,0.03 --gain $gain -o full --jobs 1
) >../out 2>../err || status=$?
[[ $status == 1 && $(wc -l <../err) == 1 && ! -s ../out ]] || fail "no room: status $status, $(cat ../err)"
place='full/0002-duration=1.wav: cannot write' left=$'.rows\n0000-duration=0.01.wav\n0001-duration=0.02.wav'
[[ $gain == each ]] || place='full/.rows/0002.raw: cannot write' left=.rows
grep -q "^carom sweep: $place: File too large" ../err || fail "no room: $(cat ../err)"
[[ $(cd full && ls -A) == "$left" ]] || fail "no room: $(ls -A full)"
"$CAROM" sweep ball.yaml --vary output.duration=list:0.01,0.02,1,0.03 --gain $gain -o full >/dev/null || fail "after no room"
diff -rq whole full || fail "after no room: other files"
done

# Interrupted: whole files only, a word on how to go on
for signal in INT TERM; do
    rm -rf stopped
    set -m # a job of its own, in which INT is not ignored
    "$CAROM" sweep long.yaml --vary output.duration=list:0.1,2000,1000 --gain each -o stopped --jobs 2 >../out 2>../err &
    pid=$!
    set +m
    for _ in {1..50}; do
        [[ ! -e stopped/.rows/0000 ]] || break
        sleep 0.05
    done
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    [[ $status == 1 && $(wc -l <../err) == 1 && ! -s ../out ]] || fail "$signal: status $status, $(cat ../err)"
    grep -q '^carom sweep: stopped: interrupted, 1 cases are there; the same command goes on' ../err || fail "$(cat ../err)"
    [[ $(cd stopped && ls -A) == $'.rows\n0000-duration=0.1.wav' ]] || fail "$signal: $(ls -A stopped)"
done

echo "$count wrong commands"
