# Of --motion (1000 rows a second, -F,): when the ball has gone round once, twice and so on, and how fast it is then.
$2 == ball && $5 < 0.4545 {
    angle = atan2($4, $3)
    if (there) {
        went = before - angle
        if (went < -3.14159265) went += 6.28318531
        if (went > 3.14159265) went -= 6.28318531
        gone += went
        if (gone >= 6.28318531 * (turn + 1) && turn < 4) {
            turn++
            print turn, $1, sqrt($10 * $10 + $11 * $11 + $12 * $12)
        }
    }
    before = angle
    there = 1
}
