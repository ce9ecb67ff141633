#!/usr/bin/env bash
# label: once
# Instructions of each block of 64 frames that the real-time engine makes, under callgrind: no clock, no noise. What is
# budgeted is a block stepped frame by frame; flights cost less, and the worst block at most half as much again: of a mass
# thrown on 60 modes, and of scenes whose contacts come and go.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
command -v valgrind >/dev/null || exit 77
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77
[ "${CAROM_COMPILER:-GNU}" = GNU ] || exit 77
bench="$(dirname "$CAROM")/bench/bench_rt"
[ -x "$bench" ] || exit 77
in_files

row() { # MODES EXPRESSION: awk's of i = 0..MODES-1
    awk "BEGIN { for (i = 0; i < $1; i++) printf \"%s%g\", i ? \", \" : \"\", $2 }"
}
mass_on() { # MODES PRECISION: a mass is thrown on an object with modes up to 15 kHz
    cat <<SCENE
carom: 1
elements:
  hammer: {type: mass, mass: 2e-3}
  bar:
    type: modal
    frequencies: [$(row "$1" "200 + 15000 * i / $1")]
    decays: [$(row "$1" '2 + i')]
    shapes:
      - [$(row "$1" 'i % 2 ? -2 : 2')]
contacts: {hit: {a: hammer, b: bar@0, law: hunt-crossley, k: 1e7}}
excitations: {go: {type: throw, element: hammer, velocity: 1}}
pickups: {out: {at: bar@0, quantity: velocity}}
output: {precision: $2}
SCENE
}
mass_on 60 double >mass.yaml

count() { # SCENE BLOCKS: instructions of the blocks of all treatments, in the order of bench_rt
    blocks=$2
    valgrind --tool=callgrind --callgrind-out-file=counts --combine-dumps=yes --collect-atstart=no \
        --toggle-collect=cr_rt_process --dump-after=cr_rt_process "$bench" -n "$blocks" "$1" >figures 2>messages
    awk '/^summary:/ && $2 > 0 { print $2 }' counts >all
    [ "$(wc -l <all)" -eq $((3 * blocks)) ] || fail "$1: $(wc -l <all) blocks were counted instead of $((3 * blocks))"
}

# part N: the blocks of treatment N, ascending: stepped, left alone, steered
part() { sed -n "$((1 + ($1 - 1) * blocks)),$(($1 * blocks))p" all | sort -n; }
median() { part "$1" | sed -n "$(((blocks + 1) / 2))p"; }
worst() { part "$1" | tail -1; }

count mass.yaml 205 # the second throw is at block 199
stepped=$(median 1)
echo "a block stepped frame by frame: $stepped instructions"
while read -r name number; do
    percent=$((100 * $(worst "$number") / stepped))
    echo "$name: median $(median "$number"), worst $(worst "$number"), $percent % of a block stepped"
    [ "$percent" -le 150 ] || fail "the worst block, $name, is $percent % of one that is stepped"
done <<PARTS
stepped 1
left-alone 2
steered 3
PARTS
[ $((2 * $(median 2))) -lt "$stepped" ] || fail "a flight costs more than half of a block stepped"

while read -r scene number; do
    count "$CAROM_SOURCE/scenes/$scene.yaml" "$number"
    percent=$((100 * $(worst 2) / $(median 1)))
    echo "$scene: worst $(worst 2), $percent % of a block stepped"
    [ "$percent" -le 150 ] || fail "the worst block of $scene is $percent % of one that is stepped"
done <<SCENES
prepared-piano 60
tromba-bowed 40
wind-chimes 45
scrape-wood 300
sitar 400
SCENES

# A voice in floats: what is left of the instructions of one in doubles.
mass_on 128 double >double.yaml
mass_on 128 float >float.yaml
count double.yaml 9
stepped=$(median 1) flown=$(median 2)
count float.yaml 9
stepped=$((100 * $(median 1) / stepped)) flown=$((100 * $(median 2) / flown))
echo "128 modes in floats: $stepped % stepped, $flown % in flight"
[ $stepped -le 75 ] || fail "a voice of 128 modes in floats takes $stepped % of one in doubles, stepped"
[ $flown -le 84 ] || fail "a voice of 128 modes in floats takes $flown % of one in doubles, in flight"
