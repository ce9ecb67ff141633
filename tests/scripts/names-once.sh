#!/bin/bash
# label: once
# No name is defined twice among all objects: what links libraries one after the other does not notice, what links all of them
# does.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
build=$(dirname "$CAROM")
mapfile -t libraries < <(find "$build" -maxdepth 1 -name 'libcarom*.a')
[[ ${#libraries[@]} -ge 3 ]] || fail "only ${#libraries[@]} libraries in $build"
# An object may be part of two libraries: names count by object.
twice=$(nm -A --defined-only "${libraries[@]}" 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ { sub(/^[^:]*:/, "", $1); sub(/:.*/, "", $1); if (!seen[$1, $3]++) print $3 }' | sort | uniq -d)
[[ -z $twice ]] || fail "defined twice: $twice"
