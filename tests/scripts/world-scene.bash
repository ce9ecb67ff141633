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

# lies NAME FROM BODY...: the same on the average over 20 ms, for bodies that go on ringing about the place where they lie: rows are 1 ms apart, and the turn
# about each axis is twice the change of the quaternion.
lies() {
    local name=$1 from=$2
    shift 2
    awk -F, -v from="$from" -v names="$*" 'BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
        NR > 1 && $1 >= from && $2 in wanted { k = ++rows[$2]; go = turn = along = 0
            for (i = 3; i <= 9; i++) { old = at[$2, i, k % 20]; at[$2, i, k % 20] = $i
                if (i < 6) go += ($i - old) ^ 2; else { turn += $i ^ 2 + old ^ 2; along += $i * old } }
            turn = 4 * (turn - 2 * (along < 0 ? -along : along)) # |dq|^2 = (angle/2)^2
            if (k > 20 && (go > (1e-3 * 0.02) ^ 2 || turn > (0.1 * 0.02) ^ 2)) moving[$2] = $1 }
        END { for (b in moving) print b " moves at " moving[b] " s"; for (b in wanted) if (rows[b] < 40) print b " is not there" }' "$name.csv" >"$name.moving"
    [[ ! -s $name.moving ]] || fail "$name: $(tr '\n' ';' <"$name.moving")"
}

# flat NAME FROM BODY...: from then on one axis of each of these bodies stands upright within 1e-3 rad.
flat() {
    local name=$1 from=$2
    shift 2
    awk -F, -v from="$from" -v names="$*" 'BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
        NR > 1 && $1 >= from && $2 in wanted { seen[$2] = 1
            z[1] = 2 * ($7 * $9 - $6 * $8); z[2] = 2 * ($8 * $9 + $6 * $7); z[3] = 1 - 2 * ($7 ^ 2 + $8 ^ 2) # upright, in the body
            least = 1
            for (i = 1; i <= 3; i++) { aside = z[i % 3 + 1] ^ 2 + z[(i + 1) % 3 + 1] ^ 2; if (aside < least) least = aside }
            if (least > 1e-6) tilted[$2] = sqrt(least) }
        END { for (b in tilted) print b " is tilted by " tilted[b]; for (b in wanted) if (!(b in seen)) print b " is not there" }' "$name.csv" >"$name.tilted"
    [[ ! -s $name.tilted ]] || fail "$name: $(tr '\n' ';' <"$name.tilted")"
}

# meetings WHERE NAME A B FROM TO APART: the times between FROM and TO at which A and B, or their copies, meet after at least APART seconds without
# a contact point; WHERE, a condition on the columns of the log, picks points.
meetings() {
    awk -F, -v a="$3" -v b="$4" -v from="$5" -v to="$6" -v apart="$7" 'BEGIN { last = -1 }
        NR > 1 { p = $2; q = $3; sub(/\.[0-9]+$/, "", p); sub(/\.[0-9]+$/, "", q)
            if (!((p == a && q == b) || (p == b && q == a)) || !('"$1"')) next
            if ($1 > last + apart && $1 >= from && $1 < to) print $1; last = $1 }' "$2.contacts.csv"
}
# landings NAME A B FROM TO APART [WHERE]: meetings of what gives at its contacts, by forces.
landings() { meetings "\$10 > 0 && (${7:-1})" "${@:1:6}"; }
# blows NAME A B FROM TO APART [WHERE]: meetings of stiff bodies too, by impulses.
blows() { meetings "\$13 > 0 && (${7:-1})" "${@:1:6}"; }

# quicken NAME LEAST MOST: so many times come in, and each is closer to the one before than that to the one before it.
quicken() {
    awk -v least="$2" -v most="$3" '{ t[NR] = $1 } END { bad = NR < least || NR > most
        for (i = 3; i <= NR; i++) bad = bad || t[i] - t[i - 1] >= t[i - 1] - t[i - 2]
        if (bad) for (i = 1; i <= NR; i++) printf "%s ", t[i]
        exit bad }' >"$1.times" || fail "$1: $2 to $3 times that quicken: $(cat "$1.times")"
}

# precession NAME BODY: lines "time frequency tilt" of the axis of a body that wobbles, by what its azimuth does in 5 ms before and after.
precession() {
    awk -F, -v body="$2" 'BEGIN { turn = 8 * atan2(1, 1) }
        $2 == body { x = 2 * ($7 * $9 + $6 * $8); y = 2 * ($8 * $9 - $6 * $7); z = 1 - 2 * ($7 ^ 2 + $8 ^ 2)
            a = atan2(y, x)
            while (n && a - angle[n] > turn / 2) a -= turn
            while (n && a - angle[n] < -turn / 2) a += turn
            time[++n] = $1; angle[n] = a; tilt[n] = atan2(sqrt(x * x + y * y), z) }
        END { for (i = 6; i <= n - 5; i++) {
            f = (angle[i + 5] - angle[i - 5]) / (time[i + 5] - time[i - 5]) / turn
            print time[i], f < 0 ? -f : f, tilt[i] } }' "$1.csv"
}

# power_law: "t0 exponent" of f = c (t0 - t)^exponent through such lines, the t0 of least squares among steps of 5 ms, over
# 0.1 < (t0 - t)/t0 < 0.9 and tilts above 2e-3, below which the law ends.
power_law() {
    awk '$3 > 2e-3 && $2 > 0 { t[++n] = $1; y[n] = log($2) }
        END { least = -1
            for (t0 = 2; t0 < 4; t0 += 0.005) {
                m = sx = sy = sxx = sxy = syy = 0
                for (i = 1; i <= n; i++) {
                    u = (t0 - t[i]) / t0
                    if (u <= 0.1 || u >= 0.9) continue
                    x = log(u); m++; sx += x; sy += y[i]; sxx += x * x; sxy += x * y[i]; syy += y[i] ^ 2 }
                if (m < 100) continue
                p = (m * sxy - sx * sy) / (m * sxx - sx * sx)
                left = (syy - sy * sy / m - p * (sxy - sx * sy / m)) / m
                if (least < 0 || left < least) { least = left; best = t0; exponent = p } }
            print best, exponent }'
}
