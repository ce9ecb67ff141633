#!/bin/bash
# label: long
# carom simulate, killed at fifty random moments and gone on with, records the same bytes.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
struck=("$CAROM_SOURCE/scenes/world/tower.yaml" --set loads.push.impulse.1=0.1)
begun=$(date +%s%N)
"$CAROM" simulate "${struck[@]}" -o whole.rec >/dev/null || fail "tower"
whole=$((($(date +%s%N) - begun) / 1000000)) # ms
RANDOM=${CAROM_SEED:-$((begun / 1000 % 32768))}
kills=0 runs=0 seed=$RANDOM
RANDOM=$seed
echo "seed $seed, $whole ms without a kill"
while ((kills < 50)); do
    "$CAROM" simulate "${struck[@]}" -o killed.rec >out 2>err &
    sleep "$(awk -v r="$RANDOM" -v t="$whole" 'BEGIN { print 0.6e-3 * t * r / 32768 }')"
    if kill -s KILL $! 2>/dev/null; then kills=$((kills + 1)); fi
    { wait $! || true; } 2>/dev/null
    [[ ! -s err ]] || fail "kill $kills: $(cat err)"
    [[ -e killed.rec ]] || continue
    cmp whole.rec killed.rec || fail "kill $kills changes the recording"
    [[ ! -e killed.rec.part && ! -e killed.rec.checkpoint ]] || fail "left: $(ls killed.rec*)"
    rm killed.rec
    runs=$((runs + 1))
done
"$CAROM" simulate "${struck[@]}" -o killed.rec >out || fail "a run that goes on"
cmp whole.rec killed.rec || fail "kills change the recording"
echo "$kills kills in $((runs + 1)) runs"
