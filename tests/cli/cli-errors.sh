#!/bin/bash
# Every wrong command ends with the right exit status, one line on stderr that says what is wrong, nothing on
# stdout and no file.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

in_files
printf 'v,e\n1,0.9\n2,high\n' >bad_cell.csv
printf '1,0.9\n2,1.2\n' >bad_value.csv
printf '1,0.9\n0,0.8\n' >bad_speed.csv
printf '1,2,3\n' >three.csv
: >empty.csv
printf '1,0.9\n2,0.85\n' >points.csv
printf 'text' >a_file
before=$(ls)
count=0

bad() { # STATUS PATTERN ARGUMENTS...
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$CAROM" "$@" >../out 2>../err </dev/null || status=$?
    count=$((count + 1))
    if [[ $status != "$wanted" || $(wc -l <../err) != 1 || -s ../out || $(ls) != "$before" ]] ||
        ! grep -qE -- "^carom.*$pattern" ../err; then
        fail "carom $*: status $status (wanted $wanted), wanted $pattern, got: $(cat ../err ../out)"
    fi
}

# The command itself
bad 2 ': impcat: unknown verb \(did you mean "impact"\?\)' impcat
bad 2 ': xyzzy: unknown verb; .carom help. shows' xyzzy
bad 2 ': --versoin: unknown option \(did you mean "--version"\?\)' --versoin
bad 2 ' render: --colour: unknown option; .carom help render. shows' render --colour
bad 2 ' impact: --rat: unknown option \(did you mean "--rate"\?\)' impact --rat 1
bad 2 ' impact: --frequency: unknown option; .carom help impact. shows' impact --frequency=3
bad 2 ' impact: -x: unknown option' impact -x
bad 2 ' impact: --law: needs a value: LAW' impact --law
bad 2 ' impact: --json: takes no value' impact --json=1
bad 2 ' impact: --mass: given twice' impact --mass 1 --mass 2
bad 2 ' impact: hello: takes no such word' impact hello
bad 2 ' list: law: unknown name \(did you mean "laws"\?\)' list law
bad 2 ' list: schemes: one word too many' list laws schemes
bad 2 ' help: lists: unknown name' help lists
bad 2 ' completion: needs the name of a shell: bash' completion
bad 2 ' completion: tcsh: unknown name' completion tcsh
bad 2 ' impact: -: the standard output can take one' impact --json --csv -
bad 2 ' demo: -o: needs the name of a folder' demo -o ''

# Scenes that came with it
bad 1 ' check: gongg: no such file, and no scene of that name .did you mean "gong"' check gongg
bad 1 ' check: bell: no such file, and no scene of that name .did you mean "objects/bell"' check bell
bad 1 ' check: xyzzyq: no such file, and no scene of that name .see carom list scenes' check xyzzyq

# Numbers
bad 3 ' impact: --mass: "nan" is not a number' impact --mass nan
bad 3 ' impact: --mass: "1e" is not a number' impact --mass 1e
bad 3 ' impact: --mass: "" is not a number' impact --mass ''
bad 3 ' impact: --mass: " 1" is not a number' impact --mass ' 1'
bad 3 ' impact: --mass: "0x10" is not a number' impact --mass 0x10
bad 3 ' impact: --mass: "1e999" is too large' impact --mass 1e999
bad 3 ' impact: --mass: "1\?2" is not a number' impact --mass $'1\n2'
bad 3 ' impact: --mass: needs 1e-12 to 1e9 kg, got -1' impact --mass -1
bad 3 ' impact: --velocity: needs .*, got 0' impact --velocity 0
bad 3 ' impact: --rate: needs 1 to 1e9 Hz, got 0' impact --rate 0
bad 3 ' impact: --rate: the contact would take 9.5e\+07 steps' impact --rate 1e9 --oversample 100
bad 3 ' impact: --phase: needs 0 <= phase < 1, got 1' impact --phase 1
bad 3 ' impact: --external-force: needs' impact --external-force 1e10
bad 3 ' impact: --oversample: needs a whole number from 1 to 65536, got 1.5' impact --oversample 1.5
bad 3 ' impact: --phases: needs a whole number from 1' impact --phases 0
bad 3 ' impact: --rebounds: needs a whole number from 1' impact --rebounds -3

# Laws, schemes, corrections
bad 3 ' impact: --law: unknown law "hunt" \(did you mean "hunt-crossley"\?\)' impact --law hunt
bad 3 ' impact: --set: needs KEY=VALUE.*got "k"' impact --set k
bad 3 ' impact: --set kk: hunt-crossley has no such parameter \(did you mean "k"\?\)' impact --set kk=1
bad 3 ' impact: --set stiffness: hunt-crossley has no such parameter; it knows: k alpha mu lambda' \
    impact --set stiffness=1
bad 3 ' impact: --set k: "big" is not a number' impact --set k=big
bad 3 ' impact: --set k: given twice' impact --set k=1 --set k=2
bad 3 ' impact: --set alpha: hunt-crossley needs 1 to 10, got 0.5' impact --set alpha=.5
bad 3 ' impact: --set lambda: hunt-crossley takes mu or lambda' impact --set mu=1 --set lambda=1
bad 3 ' impact: --scheme: unknown scheme "rk5" \(did you mean "rk4"\?\)' impact --scheme rk5
bad 3 ' impact: --scheme: dg-invariant needs a law with the Hunt-Crossley invariant' \
    impact --law linear --scheme dg-invariant
bad 3 ' impact: --scheme: psi-foh needs damping in proportion to speed' impact --law general --set q=2
bad 3 ' impact: --correct: unknown correction "hibrid" \(did you mean "hybrid"\?\)' impact --correct hibrid
bad 3 ' impact: --correct: unknown correction ""' impact --scheme rk4 --correct vout,
bad 3 ' impact: --correct: vout does not apply to psi-foh' impact --correct vout
bad 3 ' impact: --correct: vout is given twice' impact --scheme rk4 --correct vout,vout

# Restitution
bad 3 ' restitution: --velocities: needs LO:HI:N.*got "1:2"' restitution --velocities 1:2
bad 3 ' restitution: --velocities: needs LO:HI:N.*got "1:2:3:4"' restitution --velocities 1:2:3:4
bad 3 ' restitution: --velocities: needs LO:HI:N.*got "2:1:5"' restitution --velocities 2:1:5
bad 3 ' restitution: --velocities: needs LO:HI:N.*got "0:1:5"' restitution --velocities 0:1:5
bad 3 ' restitution: --velocities: needs LO:HI:N.*got "1:2:0"' restitution --velocities 1:2:0
bad 3 ' restitution: --material: unknown material "stell" \(did you mean "steel"\?\)' \
    restitution --material stell --radius 1
bad 3 ' restitution: --material2: unknown material "wod"' \
    restitution --material steel --radius 1 --material2 wod
bad 3 ' restitution: --radius: needs .* got -1' restitution --material steel --radius -1
bad 3 ' restitution: --material: Hertz contact needs a spring of exponent 1.5' \
    restitution --law linear --material steel --radius 1
bad 2 ' restitution: --material: needs --radius' restitution --material steel
bad 2 ' restitution: --radius2: needs --material' restitution --radius2 1
bad 2 ' restitution: --material: gives k by Hertz: leave --set k out' \
    restitution --material steel --radius 1 --set k=1
bad 2 ' restitution: --fit: power has no damping to fit; these have: hunt-crossley, azad' \
    restitution --law power --fit points.csv
bad 2 ' restitution: --fit: two-sided has no damping' restitution --law two-sided --fit points.csv
bad 2 ' restitution: --fit: finds the damping itself' restitution --set mu=1 --fit points.csv
bad 1 ' restitution: no_such.csv: cannot open' restitution --fit no_such.csv
bad 3 ' restitution: bad_cell.csv:3:3: found "high", expected a number' restitution --fit bad_cell.csv
bad 3 ' restitution: bad_value.csv: point 2: restitution needs 0 < e <= 1, got 1.2' \
    restitution --fit bad_value.csv
bad 3 ' restitution: bad_speed.csv: point 2: the speed needs' restitution --fit bad_speed.csv
bad 3 ' restitution: three.csv:1' restitution --fit three.csv
bad 3 ' restitution: empty.csv: found no numbers' restitution --fit empty.csv

# Files
bad 1 ' impact: no/where.svg: there is no folder "no"; make it' impact --plot no/where.svg
bad 1 ' impact: no/where.csv: there is no folder "no"; make it' impact --csv no/where.csv
bad 1 ' restitution: no/where.svg: there is no folder "no"; make it' restitution --plot no/where.svg
# before anything is computed: the runs would take longer than the test may
bad 1 ' simulate: no/x.csv: there is no folder' simulate world/marbles -o "$PWD/x.rec" --motion no/x.csv
bad 1 ' modal: no/x.html: there is no folder' modal mug --fmax 20000 --report no/x.html
bad 3 ' modal: -o: needs a file that ends with .modes, got "x.wav"' modal mug --fmax 20000 -o x.wav
bad 3 ' modal: --anim: needs a file that ends with .glb, got "x.gltf"' modal mug --fmax 20000 --anim x.gltf
bad 3 'gong.yaml: a scene, not what came of one; .carom check. tells of it' info "$CAROM_SOURCE/scenes/gong.yaml"
# what scenes of bodies do not have
bad 2 ' render: --variations: is for scenes of elements; this one has bodies' render world/drop --variations 2
bad 3 'world.drop: sweeps are for scenes of elements; this one has bodies' sweep world/drop --vary world.friction=list:0.1,0.2 -o ../swept
# one file for two things
bad 2 ' simulate: --checkpoint: "x.rec" is the file of -o already' simulate slide.yaml -o x.rec --checkpoint x.rec
bad 2 ' simulate: --contacts: "./x.csv" is the file of --motion' simulate slide.yaml --motion x.csv --contacts ./x.csv
bad 2 ' render: --report: "a_file" is what is read; give another name' render ./a_file --report a_file
bad 2 ' render: --contacts: "x.csv" is the file of --probe' render cup.yaml --probe a:force=x.csv --contacts x.csv
bad 2 ' restitution: --plot: "points.csv" is the file of --fit' restitution --fit points.csv --plot points.csv
bad 2 ' render: --hrtf: is for scenes with listeners; this one has pickups' render objects/bell --hrtf a_file
bad 1 ' demo: a_file: cannot make this folder' demo -o a_file
bad 1 ' demo: a_file: cannot make this folder' demo -o a_file/below

# Output that does not fit
full() {
    local status=0
    "$CAROM" "$@" >/dev/full 2>../err || status=$?
    count=$((count + 1))
    if [[ $status != 1 || $(cat ../err) != "carom: standard output: cannot write: No space left on device" ]]; then
        fail "carom $* >/dev/full: status $status, $(cat ../err)"
    fi
}
full list laws
full impact
full impact --json
full help
full completion bash
bad 1 ' impact: /dev/full: cannot write: No space left' impact --plot /dev/full
bad 1 ' impact: /dev/full: cannot write: No space left' impact --csv /dev/full

echo "$count wrong commands"
