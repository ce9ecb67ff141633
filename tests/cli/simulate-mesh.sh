#!/bin/bash
# label: once
# Bodies from surface files rest where they should: a cube, a tilted cube, a plate and a ball from .obj.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

box_obj() { # X Y Z DEGREES: whole sides in mm, turned about the x axis
    awk -v x="$1" -v y="$2" -v z="$3" -v a="$4" 'BEGIN {
        c = cos(a * atan2(0, -1) / 180); s = sin(a * atan2(0, -1) / 180)
        for (i = 0; i < 8; i++) {
            px = (int(i / 4) ? x : -x) / 2e3; py = (int(i / 2) % 2 ? y : -y) / 2e3; pz = (i % 2 ? z : -z) / 2e3
            printf "v %.9g %.9g %.9g\n", px, c * py - s * pz, s * py + c * pz
        }
        split("1 2 4 3 5 7 8 6 1 5 6 2 3 4 8 7 1 3 7 5 2 6 8 4", f, " ")
        for (i = 1; i <= 24; i += 4) print "f", f[i], f[i+1], f[i+2], f[i+3]
    }'
}
ball_obj() { # RADIUS in mm; 32 meridians, 15 circles
    awk -v r="$1" 'BEGIN {
        pi = atan2(0, -1); n = 32; m = 16
        print "v 0 0", r / 1e3
        for (j = 1; j < m; j++) for (i = 0; i < n; i++)
            printf "v %.9g %.9g %.9g\n", r / 1e3 * sin(pi * j / m) * cos(2 * pi * i / n), r / 1e3 * sin(pi * j / m) * sin(2 * pi * i / n), r / 1e3 * cos(pi * j / m)
        last = 2 + n * (m - 1); print "v 0 0", -r / 1e3
        for (i = 0; i < n; i++) {
            k = (i + 1) % n
            print "f", 1, 2 + i, 2 + k
            for (j = 0; j < m - 2; j++) print "f", 2 + n * j + i, 2 + n * (j + 1) + i, 2 + n * (j + 1) + k, 2 + n * j + k
            print "f", 2 + n * (m - 2) + i, last, 2 + n * (m - 2) + k
        }
    }'
}
rest() { # NAME TURN HEIGHT TOLERANCE: on a floor, in m
    cat >"$1.yaml" <<END
carom: 1
world: {gravity: [0, 0, -9.81], friction: 0.4}
bodies:
  floor: {shape: plane, fixed: true}
  thing: {file: $1.obj, material: steel, on: floor, turn: $2, modes: 0}
output: {duration: 0.2}
END
    "$CAROM" simulate "$1.yaml" -o "$1.rec" --motion "$1.csv" --rate 10 >/dev/null || fail "$1: status $?"
    near "$1: where it begins" "$(awk -F, '$2 == "thing" { print $5; exit }' "$1.csv")" "$3" "$4"
    near "$1: where it rests" "$(awk -F, '$2 == "thing" { z = $5 } END { print z }' "$1.csv")" "$3" "$4"
}
box_obj 40 40 40 0 >cube.obj
box_obj 40 40 40 30 >tilted.obj
box_obj 50 40 4 0 >plate.obj
ball_obj 20 >ball.obj
# Faces are floats of the size, 3e-9 m, and give way by 1e-9 m; asked for is 1e-5 of the size.
rest cube '[1, 0, 0, 0]' 0.02 1e-8
rest tilted '[1, 0, 0, -30]' 0.02 1e-8
rest plate '[1, 0, 0, 0]' 0.002 1e-8
# Faces of 4 mm are 100 um off the ball, splines through bent ones a sixth of that.
rest ball '[1, 0, 0, 0]' 0.02 1.6e-5
rest ball '[3, 2, 1, 50]' 0.02 1.6e-5
# Objects of glTF files, where y points upwards: a box 0.1 m high, and a ball with modes that has the mass its node says.
cp "$CAROM_SOURCE"/tests/foreign/{pile,balls}.glb .
cat >gltf.yaml <<'END'
carom: 1
world: {gravity: [0, 0, -9.81], friction: 0.4}
bodies:
  floor: {shape: plane, fixed: true}
  cup: {file: pile.glb#cup, material: steel, on: floor, modes: 0}
  ball: {file: balls.glb#heavy, at: [0.5, 0, 0.1]}
output: {duration: 0.2}
END
"$CAROM" simulate gltf.yaml -o gltf.rec --motion gltf.csv --rate 10 >/dev/null || fail "gltf: status $?"
near "cup: where it rests" "$(awk -F, '$2 == "cup" { z = $5 } END { print z }' gltf.csv)" 0.05 1e-8
"$CAROM" info gltf.rec >out
[ "$(grep -cE "(cup, grid, 7.85|ball, grid, 5) kg" out)" -eq 2 ] || fail "masses: $(cat out)"

# A body in millimetres is told how a scene says so.
box_obj 20000 20000 20000 0 >large.obj
printf 'carom: 1\nbodies: {floor: {shape: plane, fixed: true}, thing: {file: large.obj, on: floor, modes: 1, order: 1}}\n' >large.yaml
"$CAROM" simulate large.yaml -d 0.01 >/dev/null 2>err || fail "a large body: $(cat err)"
grep -q '20 m across: are these millimetres? `--unit 0.001`, in a scene `unit: 0.001`' err || fail "a large body: $(cat err)"
