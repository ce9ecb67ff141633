# shellcheck shell=bash
# What every scene of scenes/world has to show, whatever it is about: for the scripts world-scenes.sh and world-scenes-long.sh, after rig.bash.

# physics NAME ARGS...: moves world/NAME, once on one thread and once on two. Leaves NAME.rec, NAME.csv (motion, every millisecond),
# NAME.contacts.csv and NAME.json.
physics() {
    local name=$1
    shift
    "$CAROM" simulate "$CAROM_SOURCE/scenes/world/$name.yaml" "$@" -o "$name.rec" --threads 1 --motion "$name.csv" --rate 1000 \
        --contacts "$name.contacts.csv" --json >"$name.json" 2>"$name.txt" || fail "$name does not run: $(cat "$name.txt")"
    "$CAROM" simulate "$CAROM_SOURCE/scenes/world/$name.yaml" "$@" -o "$name.two.rec" --threads 2 >/dev/null 2>&1 || fail "$name on two threads"
    cmp -s "$name.rec" "$name.two.rec" || fail "$name differs on two threads"
    rm -f "$name.two.rec"
    # The books of a run close to rounding: some 1e-16 of the greatest energy for each of up to 1e6 steps. Steps may stay above the residual
    # 1e-8 one time in ten thousand, none above 1e-4.
    holds "$name: ledger" '.energy_residual < 1e-10' "$name.json"
    holds "$name: solved" '.unsolved <= 1e-4 * .steps and .residual_greatest <= 1e-4' "$name.json"
}

# rests NAME FROM BODY...: from then on these bodies (and their copies) move by less than 1 mm/s and turn by less than 0.1 rad/s, which is what the edge of a
# thing of 1 cm does at 1 mm/s.
rests() {
    local name=$1 from=$2
    shift 2
    awk -F, -v from="$from" -v names="$*" 'BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
        NR > 1 && $1 >= from { body = $2; sub(/\.[0-9]+$/, "", body); if (!(body in wanted)) next
            seen[body] = 1
            if ($10 ^ 2 + $11 ^ 2 + $12 ^ 2 > 1e-6 || $13 ^ 2 + $14 ^ 2 + $15 ^ 2 > 1e-2) moving[$2] = $1 }
        END { for (b in moving) print b " moves at " moving[b] " s"; for (b in wanted) if (!(b in seen)) print b " is not there" }' "$name.csv" >"$name.moving"
    [[ ! -s $name.moving ]] || fail "$name: $(tr '\n' ';' <"$name.moving")"
}

# landings NAME A B FROM TO APART: how often A and B, or their copies, meet again after at least APART seconds without a contact point, between two times.
landings() {
    awk -F, -v a="$2" -v b="$3" -v from="$4" -v to="$5" -v apart="$6" 'BEGIN { last = -1 }
        NR > 1 { p = $2; q = $3; sub(/\.[0-9]+$/, "", p); sub(/\.[0-9]+$/, "", q)
            if (!((p == a && q == b) || (p == b && q == a)) || $10 <= 0) next
            if ($1 > last + apart && $1 >= from && $1 < to) print $1; last = $1 }' "$1.contacts.csv"
}
