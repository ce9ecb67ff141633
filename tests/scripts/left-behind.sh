#!/bin/bash
# label: once
# What a killed program leaves: gmsh ends with it, and its temporary files and folders, recognised by their names, go
# when a later run comes by, they are a day old, their process has ended and they are ours. Nothing else goes, and no
# link is followed. An interrupted program leaves nothing at all.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
rm -rf files
mkdir -p files/tmp files/bin files/other
cd files
export TMPDIR=$PWD/tmp CAROM_CACHE='' PATH=$PWD/bin:$PATH
cat >tetrahedron.obj <<'OBJ'
v 0 0 0
v 0.1 0 0
v 0 0.1 0
v 0 0 0.1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
OBJ
cat >long.yaml <<'SCENE'
carom: 1
elements: {ball: {type: mass, mass: 0.01, frequency: 100}}
pickups: {out: {at: ball}}
excitations: {throw: {type: throw, element: ball, velocity: 1}}
output: {duration: 6000}
SCENE
sed 's/6000/0.1/' long.yaml >short.yaml
printf '#!/bin/bash\necho $$ >"%s/gmsh"\nexec sleep 60\n' "$PWD" >bin/gmsh
chmod +x bin/gmsh

is_there() { [[ -e /proc/$1 && $(awk '{ print $3 }' "/proc/$1/stat" 2>/dev/null) != [ZX] ]]; }
await() { # COMMAND...: for 10 s
    for ((i = 0; i < 200; i++)); do
        ! "$@" || return 0
        sleep 0.05
    done
    return 1
}
is_gone() { ! is_there "$1"; }

mesh_until() { # SIGNAL STATUS: while gmsh runs
    local status=0 pid gmsh
    rm -f gmsh
    "$CAROM" modal tetrahedron.obj >out 2>err &
    pid=$!
    await test -s gmsh || fail "gmsh does not start: $(cat err)"
    gmsh=$(cat gmsh)
    kill -"$1" "$pid"
    wait "$pid" || status=$?
    [ "$status" -eq "$2" ] || fail "$1: status $status, $(cat err)"
    await is_gone "$gmsh" || fail "gmsh goes on after $1"
}
mesh_until TERM 1
[ -z "$(ls -A tmp)" ] || fail "interrupted, left: $(ls -A tmp)"
mesh_until KILL 137 2>/dev/null
left=$(ls -A tmp)
[[ $left == .carom-*.tmp && -d tmp/$left ]] || fail "killed, left: $left"

"$CAROM" render long.yaml -o x.wav >out 2>err &
pid=$!
await compgen -G '.carom-*.tmp' >out || fail "no temporary file"
kill -KILL "$pid"
status=0
wait "$pid" 2>/dev/null || status=$?
[ $status -eq 137 ] || fail "killed while rendering: status $status"
file=$(echo .carom-*.tmp)
[[ -f $file && ! -e x.wav ]] || fail "killed while rendering: $(ls -A)"

# things that look alike
ended=${file#.carom-} ended=${ended%%-*}
mkdir "tmp/.carom-$ended-7.tmp" "tmp/.carom-$ended-7.tmp/folder" # nothing of ours has a folder in it
echo mine >other/mine
for folder in . tmp; do
    echo mine >"$folder/.carom-mine.tmp"
    echo mine >"$folder/.carom-$$-0.tmp" # its process lives
    echo mine >"$folder/carom-$ended-0.tmp"
    ln -s "$PWD/other" "$folder/.carom-$ended-8.tmp"
    ln -s "$PWD/other/mine" "$folder/.carom-$ended-9.tmp"
done
all() { ls -A . tmp; }
run_both() {
    "$CAROM" render short.yaml -o x.wav >out
    mesh_until TERM 1
}
touch -d '2 days ago' other other/mine
before=$(run_both && all)
run_both
[ "$(all)" = "$before" ] || fail "younger than a day, gone: $(all)"
touch -h -d '2 days ago' .carom-* tmp/.carom-* carom-* tmp/carom-*
run_both
[ ! -e "$file" ] || fail "$file stays"
[ ! -e "tmp/$left" ] || fail "tmp/$left stays"
[ "$(all)" = "$(grep -vxF -e "$file" -e "$left" <<<"$before")" ] || fail "a day old: $(all), before: $before"
[[ $(cat other/mine) == mine ]] || fail "a link was followed"

# signals while a file is being written by verbs that wait for nothing
cc -O1 -shared -fPIC "$CAROM_SOURCE/tests/scripts/killing.c" -o killing.so -ldl
if [ "${CAROM_SANITIZE:-OFF}" = OFF ]; then
    mkdir empty
    for signal in TERM INT HUP; do
        status=0
        KILL_AT=sync KILL_BY=$signal LD_PRELOAD=./killing.so "$CAROM" impact --csv empty/x.csv >out 2>err || status=$?
        [[ $status -gt 128 && -z $(ls -A empty) ]] || fail "impact, $signal: status $status, $(ls -A empty)"
    done
fi
# a limit on the size of files
mkdir -p small
status=0
(ulimit -f 8 && exec "$CAROM" render short.yaml -d 1 -o small/x.wav) >out 2>err || status=$?
[[ $status == 1 && -z $(ls -A small) && $(cat err) == *'cannot write: File too large' ]] ||
    fail "a file too large: status $status, $(cat err) $(ls -A small)"
echo "nothing left behind"
