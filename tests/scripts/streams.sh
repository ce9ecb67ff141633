#!/bin/bash
# label: once
# What is no regular file is refused with one line, at once, by every verb that reads: devices (also behind a link),
# FIFOs, folders, sockets. Pipes that are open already still work. SIGTERM and SIGINT end a program that waits for a
# reader, a writer or a child within a second, and leave no file.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
set -m # SIGINT is not ignored
in_files
export CAROM_CACHE=''
cp "$CAROM_SOURCE/tests/meshes/bar-2-22.msh" bar.msh
cat >ball.yaml <<'SCENE'
carom: 1
elements: {ball: {type: mass, mass: 0.01, frequency: 100}}
pickups: {out: {at: ball}}
excitations: {throw: {type: throw, element: ball, velocity: 1}}
output: {duration: 0.1}
SCENE
sed 's/duration: 0.1/duration: 600/' ball.yaml >long.yaml
cat >track.yaml <<'SCENE'
carom: 1
elements: {b: {type: solid, file: fifo.modes}, m: {type: mass}}
contacts: {hit: {a: m, b: b@0.5 0.5 1, law: power}}
excitations: {go: {type: throw, element: m, velocity: 1}}
pickups: {out: {at: b@0.1 0.5 1}}
output: {duration: 0.02}
SCENE
for end in yaml msh stl ply modes glb wav npy csv; do
    mkfifo "fifo.$end"
    ln -s /dev/zero "zero.$end"
done
mkdir folder.msh
perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "socket.msh", Listen => 1) or die'
before=$(ls -A)
count=0

refused() { # ARGUMENTS...
    local status=0
    count=$((count + 1))
    timeout -s KILL 20 "$CAROM" "$@" >../out 2>../err </dev/null || status=$?
    if [[ $status != 1 || $(wc -l <../err) != 1 || -s ../out || $(ls -A) != "$before" ]] ||
        ! grep -qE '^carom [a-z]+: .*(not a regular file|nobody reads this FIFO|Is a directory|No such device)' ../err; then
        fail "carom $*: status $status, $(cat ../err) $(ls -A)"
    fi
}
for end in msh stl modes glb; do refused modal "fifo.$end"; done
for end in msh ply modes; do refused modal "zero.$end"; done
for file in zero.wav zero.npy fifo.wav fifo.glb; do refused info "$file"; done
for file in zero.yaml fifo.yaml; do refused check "$file"; done
refused render fifo.yaml -o x.wav
refused sweep fifo.yaml --vary elements.ball.mass=lin:1:2:2 -o x
refused restitution --fit fifo.csv
refused check track.yaml
refused modal folder.msh
refused info folder.msh
refused modal socket.msh
refused render ball.yaml -o fifo.wav
refused render ball.yaml -o folder.msh
refused impact --csv fifo.csv

# what is open already is read and written
expected=$("$CAROM" render ball.yaml -o - | md5sum)
for source in - /dev/stdin; do
    [[ $("$CAROM" render "$source" -o - <ball.yaml | md5sum) == "$expected" ]] || fail "render $source <FILE"
    [[ $("$CAROM" render "$source" -o - < <(cat ball.yaml) | md5sum) == "$expected" ]] || fail "pipe | render $source"
done
[[ $("$CAROM" render <(cat ball.yaml) -o - | md5sum) == "$expected" ]] || fail "render <(...)"
"$CAROM" render ball.yaml -o /dev/null >../out || fail "render -o /dev/null"
md5sum <fifo.wav >../sum &
reader=$!
"$CAROM" render ball.yaml -o fifo.wav >../out || fail "render to a FIFO with a reader"
wait "$reader"
[[ $(cat ../sum) == "$expected" ]] || fail "through a FIFO: $(cat ../sum)"

# the end within a second, of programs that wait for a reader of what they write, or for something to read
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
end_all() { # SIGNAL STATUS OF THOSE THAT HOLD NO SIGNALS: ends $render $modal $check
    local begin took name status
    begin=$(milliseconds)
    kill -"$1" "$render" "$modal" "$check"
    for name in render modal check; do
        status=0
        wait "${!name}" || status=$?
        took=$(($(milliseconds) - begin))
        count=$((count + 1))
        [[ $took -le 1500 ]] || fail "$name: ended $took ms after $1" # a second, and what a busy machine adds
        [[ $status == $([[ $name == render ]] && echo 1 || echo "$2") ]] || fail "$name, $1: status $status"
    done
    [[ $(cat ../err) == "carom: interrupted" ]] || fail "render, $1: $(cat ../err)"
    [[ $(ls -A) == "$before" ]] || fail "$1, left: $(ls -A)"
}
exec 3<>fifo.wav 4<>fifo.csv 5<>fifo.yaml # readers that read nothing, a writer that writes nothing
for signal in "TERM 143" "INT 130"; do
    "$CAROM" render long.yaml --normalize none -o fifo.wav --energy x.csv >../out 2>../err </dev/null &
    render=$!
    "$CAROM" modal bar.msh -n 8 --shapes fifo.csv >../out 2>&1 </dev/null &
    modal=$!
    "$CAROM" check - >../out 2>&1 <fifo.yaml &
    check=$!
    sleep 0.6
    # shellcheck disable=SC2086 # two words
    end_all $signal
done
echo "$count commands"
