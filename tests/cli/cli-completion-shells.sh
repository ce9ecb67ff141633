#!/bin/bash
# label: once
# The completion scripts for fish and zsh: all that help knows is in them, and the shells themselves offer it.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

"$CAROM" completion fish >carom.fish
"$CAROM" completion zsh >_carom
for verb in $("$CAROM" help | awk '/^  [a-z]/ { print $1 }'); do
    grep -q -- "-a $verb -d " carom.fish || fail "fish: no $verb"
    grep -q "^        '$verb:" _carom || fail "zsh: no $verb"
    "$CAROM" help "$verb" | awk '/^  -/ { print $1 }' >options
    sed -n "/^    $verb)/,/;;/p" _carom >of_zsh
    while read -r option; do
        name=${option##*-}
        [[ $option != --* ]] || name=${option#--}
        grep -qE "from $verb' -[ls] $name( |$)" carom.fish || fail "fish: $verb has no $option"
        grep -qF -- "$option[" of_zsh || fail "zsh: $verb has no $option"
    done <options
done

if command -v fish >/dev/null; then
    fish -n carom.fish || fail "fish does not read its script"
    completes() { # EXPECTED LINE
        local got
        got=$(HOME=$PWD fish --no-config -c 'source carom.fish; complete -C $argv[1]' "$2" | cut -f1 | tr '\n' ' ')
        [[ $got == "$1 " ]] || fail "fish: '$2' gives '$got', expected '$1'"
    }
    completes 'render reproduce restitution' 'carom re'
    completes '--normalize' 'carom render --nor'
    completes 'none peak' 'carom render --normalize '
    completes 'hertz hunt-crossley' 'carom impact --law h'
    completes 'adhesive= k= lambda=' 'carom impact --law linear --set '
    completes 'x= y= z=' 'carom modal box --set '
    completes 'ogg opus' 'carom sweep --format o'
fi

if command -v zsh >/dev/null; then
    zsh -n _carom || fail "zsh does not read its script"
    # The functions of zsh's completion, in small: what is offered to them is printed.
    cat >ask.zsh <<'Z'
compdef() { :; }
compadd() { while [[ $1 == -* && $1 != -- ]]; do [[ $1 != -S ]] || shift; shift; done; [[ $1 != -- ]] || shift; print -l -- "$@"; }
_describe() { print -l -- ${(P)2%%:*}; }
_arguments() { local spec; for spec in "$@"; do print -r -- "$spec"; done; }
source ./_carom
words=("${@}") CURRENT=$#
_carom
Z
    zsh -f ask.zsh carom '' >offered
    grep -qx render offered && grep -qx -- --version offered || fail "zsh: verbs: $(cat offered)"
    zsh -f ask.zsh carom render --normalize '' >offered
    grep -qF -- '--normalize[' offered && grep -qF ':(peak none )' offered || fail "zsh: options: $(cat offered)"
    grep -qF -- '*--set[' offered || fail "zsh: --set may repeat"
    cat >>ask.zsh <<'Z'
words=(impact --law linear --set '')
_carom_keys
words=(modal box --set '')
_carom_values
Z
    zsh -f ask.zsh carom list '' | tail -6 | tr '\n' ' ' >offered
    [[ $(cat offered) == 'k= lambda= adhesive= x= y= z= ' ]] || fail "zsh: keys: $(cat offered)"
fi
echo "completion for fish and zsh offers what there is"
