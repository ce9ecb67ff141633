# Of --contacts (-F,): when a ball on the tracks touched them last, and for how long it did not.
$2 $3 ~ /north|south/ && $2 $3 ~ /ball/ && $10 > 0 {
    ball = $2 ~ /ball/ ? $2 : $3
    if (ball in end && $1 - end[ball] > 1e-6) print ball, end[ball], $1 - end[ball], $2 ~ /ball/ ? $3 : $2
    end[ball] = $1 + $15
}
