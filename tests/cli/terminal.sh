#!/bin/bash
# Text of files, and their names, reach a terminal without what it would obey: no control character, none that turns the
# direction of writing, and no broken UTF-8, on the standard output as on the standard error output, as text or JSON.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE='' LC_ALL=C.UTF-8
# clears the screen; the same by a C1 control; sets the title of the window; DEL; turns the direction; ends the line; é
evil='"a\e[2J\x9b31m\u202e\u2066\e]0;x\a\x7fb\nc\u00e9"'
cat >evil.yaml <<SCENE
carom: 1
title: $evil
elements: {ball: {type: mass, mass: 0.01, frequency: 100}}
pickups: {out: {at: ball}}
excitations: {throw: {type: throw, element: ball, velocity: 1}}
output: {duration: 0.1}
SCENE
printf 'carom: 1\n%s: 3\n' "$evil" >key.yaml
printf 'carom: 1\nelements: {%s: {type: mass}}\n' '"a\x9b31m\u202eb"' >name.yaml
printf 'carom: 1\nelements: {ball: {type: %s}}\n' "$evil" >type.yaml
odd=$(printf 'x\033[31m\302\233\342\200\256\377')
cp "$CAROM_SOURCE/tests/meshes/bar-1-22.msh" "$odd.msh"
cp evil.yaml "$odd.yaml"
printf 'v,e\n0.1,\033[31m\342\200\256\n' >words.csv
count=0

quiet() { # STATUS ARGUMENTS...: what it prints is plain
    local wanted=$1 status=0 name
    shift
    "$CAROM" "$@" >../out 2>../err </dev/null || status=$?
    count=$((count + 1))
    [[ $status == "$wanted" ]] || fail "carom $*: status $status, $(cat -v ../err)"
    for name in ../out ../err; do
        iconv -f UTF-8 -t UTF-8 "$name" >/dev/null 2>&1 || fail "carom $*: no UTF-8: $(cat -v "$name")"
        if LC_ALL=C grep -qaP '[\x00-\x08\x0B-\x1F\x7F]|\xC2[\x80-\x9F]|\xD8\x9C|\xE2\x80[\x8E\x8F\xA8-\xAE]|\xE2\x81[\xA6-\xAF]' "$name"; then
            fail "carom $*: $(cat -v "$name")"
        fi
    done
}
quiet 0 check evil.yaml
grep -q 'a?\[2J?31m??.*b?cé$' ../out || fail "the title: $(cat -v ../out)"
quiet 0 check evil.yaml --json
jq -e '.title == "a\u001b[2J\u009b31m\u202e\u2066\u001b]0;x\u0007\u007fb\nc\u00e9"' ../out >/dev/null || fail "the title in JSON"
quiet 0 render evil.yaml -o x.wav --report x.html
quiet 0 info x.wav
quiet 0 info x.wav --json
if LC_ALL=C grep -qaP '\x1B|\x7F|\xC2[\x80-\x9F]|\xE2\x80\xAE' x.html; then fail "x.html"; fi
for bad in key name type; do quiet 3 check "$bad.yaml"; done
grep -q 'a name cannot hold control characters' <("$CAROM" check name.yaml 2>&1) || fail "name.yaml"
quiet 3 restitution --fit words.csv
quiet 0 check "$odd.yaml"
quiet 0 render evil.yaml -o "$odd.wav"
quiet 0 info "$odd.wav"
quiet 0 modal "$odd.msh" --order 1 -n 2 -o "$odd.modes" --glb "$odd.glb" --report x.html
quiet 0 modal "$odd.modes"
quiet 0 info "$odd.modes"
quiet 0 info "$odd.modes" --json
quiet 0 info "$odd.glb"
quiet 1 info "$odd.npy"
quiet 2 "$odd"
quiet 2 info "--$odd"
quiet 3 modal "$odd"
quiet 3 render evil.yaml --set "$odd=1"
quiet 0 sweep evil.yaml --vary elements.ball.mass=lin:0.01:0.02:2 -o "$odd"
# Help is as wide as the terminal: words are not cut, only examples, which can be copied, are longer
for width in 50 60 80; do
    for verb in '' $("$CAROM" help | awk '/^  [a-z]/ { print $1 }'); do
        COLUMNS=$width "$CAROM" help ${verb:+"$verb"} >narrow
        awk -v width=$width '/^examples:/ { examples = 1 } !examples && length > width && NF > 2 { print; bad = 1 } END { exit bad }' narrow >odd ||
            fail "help $verb at $width columns: $(cat odd)"
        diff <("$CAROM" help ${verb:+"$verb"} | tr -s ' \n' '\n') <(tr -s ' \n' '\n' <narrow) >/dev/null || fail "help $verb at $width columns loses words"
    done
done
echo "$count commands"
