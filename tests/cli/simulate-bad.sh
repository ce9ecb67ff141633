#!/bin/bash
# label: once
# Scenes that are wrong or extreme: one line that says so, or a stated repair; never a number that is none, never a hang.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
seconds=60

scene() { # NAME: bodies from the input
    { printf 'carom: 1\nworld: {gravity: [0, 0, -9.81], friction: 0.4}\nbodies:\n' && cat; } >"$1.yaml"
}
run() { # NAME DURATION
    echo "output: {duration: $2}" >>"$1.yaml"
    timeout "$seconds" "$CAROM" simulate "$1.yaml" -o "$1.rec" --motion "$1.csv" --rate 20 --json >"$1.json" 2>"$1.err"
}
refused() { # NAME STATUS TEXT
    local status=0
    run "$1" 0.1 || status=$?
    [[ $status -eq $2 ]] || fail "$1: status $status, not $2"
    { [[ $(wc -l <"$1.err") -eq 1 ]] && grep -qF -e "$3" "$1.err"; } || fail "$1: $(cat "$1.err")"
}
runs() { # NAME DURATION FILTER: finite, closed (by the greatest energy, next to none where all rests), and what the filter says
    run "$1" "$2" || fail "$1: status $?: $(cat "$1.err")"
    ! grep -qiE 'nan|inf' "$1.csv" || fail "$1: numbers that are none"
    holds "$1" ".energy_residual < 1e-4 and .unsolved == 0 and ($3)" "$1.json"
}

# An overlap deeper than a millimetre is refused with names and depth, a smaller one is pushed out slowly, and booked.
scene deep <<'END'
  a: {shape: box, x: 0.1, y: 0.1, z: 0.1, at: [0, 0, 0], modes: 0}
  b: {shape: box, x: 0.1, y: 0.1, z: 0.1, at: [0.02, 0.01, 0.05], modes: 0}
END
refused deep 3 'bodies.a: overlaps `b` by 50 mm at the start'
# Sides in line: no edge or corner of one is in the other.
scene in-line <<'END'
  a: {shape: box, x: 0.1, y: 0.1, z: 0.1, round: 2e-4, at: [0, 0, 0], modes: 0}
  b: {shape: box, x: 0.1, y: 0.1, z: 0.1, round: 2e-4, at: [0, 0, 0.03], modes: 0}
END
refused in-line 3 'bodies.a: overlaps `b` by 70 mm at the start'
scene slight <<'END'
  floor: {shape: plane, fixed: true}
  a: {shape: box, x: 0.1, y: 0.1, z: 0.1, at: [0, 0, 0.0498], modes: 0}
END
runs slight 0.5 '.penetration_greatest < 2.1e-4'
near "the repaired overlap" "$(tail -1 slight.csv | cut -d, -f5)" 0.05 1e-7
# A drive presses a block into the floor by a part of 16 mm; springs bear it, and it is told.
scene pressed <<'END'
  floor: {shape: plane, fixed: true}
  block: {shape: box, x: 0.1, y: 0.1, z: 0.1, at: [0, 0, 0.05], modes: 0}
  ram: {shape: box, x: 0.05, y: 0.05, z: 0.05, modes: 0, drive: {times: [0, 0.5], at: [[0, 0, 0.13], [0, 0, 0.109]]}}
END
runs pressed 0.6 '.penetration_greatest < 0.016'
deep=$(awk -F, '$2 == "block" { d = 0.05 - $5 } END { print d }' pressed.csv)
holds "the block is $deep m deep" ".penetration_greatest >= $deep and $deep > 0.01" pressed.json

scene nothing <<'END'
  a: {shape: box, x: 0.1, y: 0.1, z: 0, modes: 0}
END
refused nothing 3 'bodies.a.z: a body of shape box needs 0.0001 to 100 m, got 0'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >flat.obj
scene flat <<'END'
  a: {file: flat.obj, modes: 0}
END
refused flat 3 'bodies.a.file: '
scene weightless <<'END'
  a: {shape: sphere, density: 0, modes: 0}
END
refused weightless 3 'bodies.a.density'

scene pushed <<'END'
  floor: {shape: plane, fixed: true}
loads: {push: {body: floor, force: [1, 0, 0]}}
END
refused pushed 3 'loads.push.body: is fixed or driven and does not vibrate: nothing can push it'

scene missing <<'END'
  a: {file: nowhere.modes}
END
refused missing 1 'bodies.a.file: nowhere.modes: cannot open: No such file'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n' >open.obj
scene open <<'END'
  a: {file: open.obj, modes: 0}
END
refused open 3 'a solid needs a closed surface'

scene tiny <<'END'
  a: {shape: box, x: 1e-12, y: 1e-12, z: 1e-12, modes: 0}
END
refused tiny 3 'bodies.a.x: a body of shape box needs 0.0001 to 100 m, got 1e-12'
scene huge <<'END'
  a: {shape: sphere, radius: 1e9, modes: 0}
END
refused huge 3 'got 1e+09'
# From the smallest to the largest that there are.
scene decades <<'END'
  floor: {shape: plane, fixed: true}
  mountain: {shape: sphere, radius: 25, on: floor, modes: 0}
  speck: {shape: box, x: 1e-4, y: 1e-4, z: 1e-4, at: [30, 0, 5.0e-5], modes: 0}
END
runs decades 0.2 '.penetration_greatest < 1e-6'

# Bodies that cannot move may overlap.
scene fixed <<'END'
  a: {shape: box, x: 0.1, y: 0.1, z: 0.1, fixed: true, at: [0, 0, 0], modes: 0}
  b: {shape: box, x: 0.1, y: 0.1, z: 0.1, fixed: true, at: [0, 0, 0.05], modes: 0}
  c: {shape: sphere, radius: 0.01, on: b, modes: 0}
END
runs fixed 0.2 '.penetration_greatest < 1e-6'

# What falls for ever is out of bounds some day.
scene falls <<'END'
  a: {shape: sphere, radius: 0.01, modes: 0}
END
runs falls 1e5 '.duration < 15'
grep -q 'farther than 1000 m from the origin, which ended it' falls.err || fail "falls: $(cat falls.err)"
