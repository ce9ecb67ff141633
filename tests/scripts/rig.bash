# shellcheck shell=bash
# What every script here begins with. A failure is counted and the script goes on, so that one does not hide others:
# `fail` tells of it, and so does a command that fails where nothing looks at its status. At the end the status is 1 if
# anything failed. `exit 77` means "skipped".
set -uE
rig_failures=$(mktemp) # a file, for subshells count too
fail() {
    echo "FAILED: $1"
    echo "$1" >>"$rig_failures"
}
rig_unseen() { # STATUS LINE COMMAND
    # In subshells their own status tells: what fails in $(...) may be meant.
    [[ $BASH_SUBSHELL -gt 0 ]] || fail "line $2: status $1 of: $3"
}
rig_end() {
    local status=$? count
    trap - ERR
    count=$(grep -c '' "$rig_failures")
    rm -f "$rig_failures"
    [[ $count -eq 0 ]] || { echo "$count failed" && exit 1; }
    exit "$status"
}
trap 'rig_unseen $? $LINENO "$BASH_COMMAND"' ERR
trap rig_end EXIT

in_files() { # an empty folder, and in it
    rm -rf files && mkdir files && cd files || exit 1
}
keep_modes() { # modes and radiation are computed once for all that follows; CAROM_CACHE may name a folder that several tests share
    export CAROM_CACHE=${CAROM_CACHE:-$PWD/cache}
}
near() { # NAME VALUE EXPECTED TOLERANCE
    awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { d = a - b; exit !(a == a + 0 && (d < 0 ? -d : d) <= t) }' ||
        fail "$1 is $2, expected $3 within $4"
}
holds() { # NAME FILTER FILE
    jq -e "$2" "$3" >/dev/null || fail "$1: $2 does not hold: $(cat "$3")"
}
