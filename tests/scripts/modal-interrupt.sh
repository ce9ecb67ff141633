#!/bin/bash
# label: once
# Ctrl-C while a factorisation runs that takes many seconds, to the program alone and to its group as a terminal sends
# it: the program ends, with one line and no file, and so does the process that computes; also when the program is
# killed. When the process that computes is killed, as the system does when memory ends, that is an error like others.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
set -m # SIGINT is not ignored, and each command is a group
export CAROM_CACHE=''
mkdir -p files
cd files
cat >solid.yaml <<'SCENE'
carom: 1
elements: {b: {type: solid, shape: box, x: 0.1, y: 0.1, z: 0.1, edge: 0.005, modes: 5}, m: {type: mass}}
contacts: {hit: {a: m, b: b@0.5 0.5 1, law: power}}
excitations: {go: {type: throw, element: m, velocity: 1}}
pickups: {out: {at: b@0.1 0.5 1}}
output: {duration: 0.02}
SCENE

child_of() { awk -v parent="$1" '$4 == parent { print $1; exit }' /proc/[0-9]*/stat 2>/dev/null || true; }
is_there() { [[ -e /proc/$1 && $(awk '{ print $3 }' "/proc/$1/stat" 2>/dev/null) != [ZX] ]]; }
await_end() { # PROCESS NAME
    for ((i = 0; i < 300; i++)); do
        is_there "$1" || return 0
        sleep 0.1
    done
    fail "$2 goes on"
    ! is_there "$1" || kill -KILL "$1"
}
interrupt() { # SIGNAL program|group|child STATUS SECONDS MESSAGE ARGUMENTS...
    local signal=$1 target=$2 wanted=$3 seconds=$4 message=$5 child='' status=0
    shift 5
    "$CAROM" "$@" >../out 2>../err </dev/null &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        child=$(child_of "$pid")
        [[ -z $child ]] || break
        is_there "$pid" || break
        sleep 0.1
    done
    sleep "$seconds"
    if [[ -z $child ]] || ! is_there "$child"; then
        fail "carom $*: no process computes: $(cat ../err)"
        ! is_there "$pid" || kill -KILL -- "-$pid"
        return
    fi
    case $target in
    program) kill -"$signal" "$pid" ;;
    group) kill -"$signal" -- "-$pid" ;;
    child) kill -"$signal" "$child" ;;
    esac
    await_end "$pid" "carom $*, after $signal,"
    wait "$pid" || status=$?
    await_end "$child" "what carom $* began, after $signal,"
    [[ $status == "$wanted" ]] || fail "carom $*, $signal: status $status, $(cat ../err)"
    [[ ! -e x.modes && ! -e x.wav ]] || fail "carom $*, $signal: $(ls)"
    [[ -z $message ]] || [[ $(wc -l <../err) == 1 && $(grep -c "^carom .*$message" ../err) == 1 ]] ||
        fail "carom $*, $signal: $(cat ../err)"
}
cube=(modal box --set x=0.1 --set y=0.1 --set z=0.1 --edge 0.005 -n 5 -o x.modes)
interrupt INT program 1 3 interrupted "${cube[@]}"
interrupt INT group 1 0.2 interrupted "${cube[@]}"
interrupt TERM group 1 1 interrupted render solid.yaml -o x.wav
interrupt KILL program 137 1 '' "${cube[@]}"
interrupt KILL child 1 1 'killed (out of memory?); use a coarser mesh' "${cube[@]}"
interrupt ABRT child 1 0.2 'signal 6 (out of memory?); use a coarser mesh' render solid.yaml -o x.wav
echo "interrupted six times, nothing goes on"
