#!/bin/bash
# label: once
# Modes of symmetric bodies: those of one frequency have one, and are saved, loaded and cached whatever rounding does.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
export CAROM_CACHE=$PWD/cache

# keeps LABEL ARGUMENTS...: saved, loaded, cached, with one or two threads the same file
keeps() {
    local label=$1
    shift
    "$CAROM" modal "$@" --threads 1 -o one.modes --json >one.json 2>err || fail "$label: $(cat err)"
    "$CAROM" modal one.modes --json >loaded.json 2>err || fail "$label is not loaded: $(cat err)"
    "$CAROM" modal "$@" -o cached.modes --json 2>err | jq -e '.computed | not' >/dev/null || fail "$label is not cached"
    cmp one.modes cached.modes || fail "$label: another file from the cache"
    "$CAROM" modal "$@" --threads 2 --fresh -o two.modes --json >two.json 2>err || fail "$label: $(cat err)"
    cmp one.modes two.modes || fail "$label: another file with two threads"
    cmp <(jq '[.modes[] | .f, .f_error]' one.json) <(jq '[.modes[] | .f, .f_error]' loaded.json) || fail "$label differs"
    rm cache/*.modes
}

# groups LABEL SIZES: how many of the modes in one.json are within 1e-4 of each other, group by group
groups() {
    local found
    found=$(jq -c '[.modes[].f] | reduce .[] as $f ([]; if length > 0 and $f < .[-1][0] * 1.0001
        then .[-1][1] += 1 else . + [[$f, 1]] end) | map(.[1])' one.json)
    [[ $found == "$2" ]] || fail "$1: groups $found, should be $2"
}

# Cube: irreducible representations have 1, 2 and 3 dimensions; three modes of Lame belong together.
keeps cube box --set x=0.05 --set y=0.05 --set z=0.05 --material glass -n 20 --edge 0.0125
groups cube '[2,3,3,3,3,3,2,1]'
# Square block of a material that hardly gives way: pairs beat no more.
keeps block box --set x=0.05 --set y=0.05 --set z=0.02 --E 7e10 --rho 2700 --nu 0.45 -n 10 --edge 0.01
groups block '[1,1,1,1,2,2,1,1]'
keeps cylinder cylinder --set radius=0.02 --set length=0.1 -n 7 --edge 0.012
groups cylinder '[2,1,1,2,1]'
keeps sphere sphere -n 10 --edge 0.01
groups sphere '[5,5]'
echo "symmetric bodies keep their groups"
