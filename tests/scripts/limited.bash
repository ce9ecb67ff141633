# shellcheck shell=bash
# For scripts that limit the addresses of a process: limited, is_clean_failure, and the least limit at which the
# program starts, $start in MB.
limited_by=v # addresses; d: data
limited() { # MEGABYTES ARGUMENTS...
    local limit=$(($1 * 1024))
    shift
    (ulimit "-$limited_by" "$limit" && exec timeout -s KILL 120 "$CAROM" "$@") >out 2>err </dev/null
}
is_clean_failure() { # STATUS FILES...: one line, and none of the files
    local file
    [ "$1" -eq 1 ] && [ "$(grep -c '^carom' err)" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] || return
    shift
    for file; do [ ! -e "$file" ] || return; done
}

start=20
until limited "$start" --version; do
    start=$((start + 10))
    [ "$start" -lt 2000 ] || { fail "carom --version needs more than 2 GB" && exit; }
done
