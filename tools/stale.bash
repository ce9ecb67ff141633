# shellcheck shell=bash
# What is made of what, for tools that make a lot and are run again.

# stale FILE PART...: FILE is not there, or older than a part it is made of.
stale() {
    local file=$1 part
    shift
    [[ -e $file ]] || return 0
    for part in "$@"; do [[ ! $part -nt $file ]] || return 0; done
    return 1
}

# program_of CAROM ROOT: the file that changes with the program; ROOT/carom builds it first.
program_of() {
    [[ $(readlink -f -- "$1") == "$(readlink -f -- "$2/carom")" ]] || { echo "$1" && return; }
    "$1" --version >/dev/null && echo "$2/build/carom"
}
