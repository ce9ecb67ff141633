#!/bin/bash
# label: once
# The completion script, sourced and asked as bash would ask.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

"$CAROM" completion bash >script
bash -n script
# shellcheck source=/dev/null
source ./script
complete -p carom | grep -q -- '-F _carom carom' || fail "not registered"

completes() { # EXPECTED WORDS...: the last word is being typed
    local expected=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _carom || true # a completion may end with any status; what counts is what it offers
    local got="${COMPREPLY[*]}"
    [[ $got == "$expected" ]] || fail "'$*' gives '$got', expected '$expected'"
}
offers() { # NAME WORDS...
    local name=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _carom || true # a completion may end with any status; what counts is what it offers
    [[ " ${COMPREPLY[*]} " == *" $name "* ]] || fail "'$*' does not offer $name"
}

# Everything that help and lists know is offered.
for verb in $("$CAROM" help | awk '/^  [a-z]/ { print $1 }'); do
    offers "$verb" carom ''
    for option in $("$CAROM" help "$verb" | awk '/^  -/ { print $1 }'); do offers "$option" carom "$verb" ''; done
done
for name in $("$CAROM" list laws --json | jq -r '.[].name'); do
    offers "$name" carom impact --law ''
    offers "$name" carom restitution --law ''
    for key in $("$CAROM" list laws --json | jq -r ".[] | select(.name == \"$name\").parameters[].name"); do
        offers "$key=" carom impact --law "$name" --set ''
    done
done
for name in $("$CAROM" list schemes --json | jq -r '.[].name'); do offers "$name" carom impact --scheme ''; done
for name in $("$CAROM" list corrections --json | jq -r '.[].name'); do offers "$name" carom impact --correct ''; done
for name in $("$CAROM" list materials --json | jq -r '.[].name'); do
    offers "$name" carom restitution --material ''
    offers "$name" carom restitution --radius 1 --material2 ''
done
for name in $("$CAROM" list woods --json | jq -r '.[].name'); do offers "$name" carom modal --wood ''; done
for name in $("$CAROM" list shapes --json | jq -r '.[].name'); do
    offers "$name" carom modal ''
    for key in $("$CAROM" list shapes --json | jq -r ".[] | select(.name == \"$name\").parameters[].name"); do
        offers "$key=" carom modal "$name" --set ''
    done
done
for name in $("$CAROM" list --json | jq -r '.[]'); do offers "$name" carom list ''; done

completes impact carom im
completes --rebounds carom impact --reb
completes "hertz hunt-crossley" carom impact --law h
completes "hertz hunt-crossley" carom impact --law = h
completes hybrid,vout carom impact --scheme rk4 --correct hybrid,v
completes alpha= carom impact --set a
completes 'k= lambda= adhesive=' carom impact --law linear --set ''
completes '' carom impact --set k = ''
completes '' carom impact --mass ''
completes schemes carom list scheme
completes demo carom help d
completes bash carom completion b
rm -rf files
mkdir -p files/folder
touch files/plot.svg
completes files/plot.svg carom impact --plot files/p
completes files/folder carom demo -o files/f
completes files/plot.svg carom render files/p
completes files/plot.svg carom render -d 1 files/p
completes files/plot.svg carom sweep files/p
completes files/plot.svg carom check files/p
completes files/plot.svg carom info files/p
completes --loudness carom render --l
completes 'peak none' carom render --normalize ''
completes auto carom render -d ''
completes flac carom sweep --format f
completes '' carom render -r ''
completes files/plot.svg carom modal files/p
completes slepc carom modal box --backend s
echo "completion offers what there is"
