#!/bin/bash
# label: once
# carom sweep: order and values of the cases, the same bytes for any jobs and shards and after kill -9 at any moment.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
in_files
cat >bounce.yaml <<'Y'
carom: 1
title: A mass on a spring against a wall
elements:
  ball: {type: mass, mass: 0.01, frequency: 100, sigma0: 30}
contacts:
  wall: {a: ball, b: ground, gap: 1e-4, law: power, k: 1e8, alpha: 1.5}
excitations:
  throw: {type: throw, element: ball, velocity: 1}
pickups:
  left: {at: ball}
output: {duration: 0.2, rate: 16000}
Y
axes=(--vary elements.ball.frequency=log:50:800:5 --vary 'contacts.wall.mode=list:psi,psi-plain'
    --vary excitations.throw.velocity=lin:1:2:3)
sweep() { "$CAROM" sweep bounce.yaml "${axes[@]}" "$@"; }
same() { # NAME FOLDER: sounds and index are those of the folder `one`
    diff -rq --exclude='index-*' one "$2" >differences || fail "$1: $(cat differences)"
    [[ -z $(find "$2" -name '*.tmp') ]] || fail "$1: temporary files are left"
}

# Cases, values, names, figures
sweep -o one --jobs 1 --json >json
jq -e '.cases == 30 and .rendered == 30 and .present == 0 and .failed == 0 and .complete' json >/dev/null || fail "$(cat json)"
[[ $(head -1 one/index.csv) == index,file,elements.ball.frequency,contacts.wall.mode,excitations.throw.velocity,duration,peak,gain,energy_residual,contact_force_min,warnings,status,error ]] ||
    fail "columns: $(head -1 one/index.csv)"
[[ $(wc -l <one/index.csv) == 31 && $(find one -name '*.wav' | wc -l) == 30 ]] || fail "number of cases"
[[ $(sed -n 2,5p one/index.csv | cut -d, -f1-6) == \
'0,0000.wav,50,psi,1,0.2
1,0001.wav,50,psi,1.5,0.2
2,0002.wav,50,psi,2,0.2
3,0003.wav,50,psi-plain,1,0.2' ]] || fail "order: $(cat one/index.csv)"
[[ $(tail -1 one/index.csv | cut -d, -f1-5) == 29,0029.wav,800,psi-plain,2 ]] || fail "the last case"
[[ $(awk -F, '$4 == "psi" && $5 == 1 { printf "%.6g ", $3 }' one/index.csv) == "50 100 200 400 800 " ]] || fail "log"
# psi never pulls; psi-plain may
awk -F, 'NR > 1 && !($7 > 0.9 * $5 && $9 >= 0 && $9 < 1e-10 && ($10 == 0 || $4 == "psi-plain") && $11 == "" && $12 == "ok")' one/index.csv >odd
[[ ! -s odd ]] || fail "figures: $(cat odd)"
"$CAROM" render bounce.yaml --set elements.ball.frequency=200 --set contacts.wall.mode=psi-plain \
    --set excitations.throw.velocity=1.5 -o single.wav >/dev/null
cmp <(tail -c 12800 single.wav) <(tail -c 12800 one/0016.wav) || fail "a case is not what render gives"
"$CAROM" info one/0016.wav | grep -q 'case 16: elements.ball.frequency=200, contacts.wall.mode=psi-plain' || fail "comment"

# Any number of jobs; again: nothing is rendered; a lost sound is rendered again
sweep -o four --jobs 4 >/dev/null
same "four jobs" four
sweep -o four --json | jq -e '.rendered == 0 and .present == 30' >/dev/null || fail "rendered again"
rm four/0007.wav four/index.csv
sweep -o four --json | jq -e '.rendered == 1 and .present == 29' >/dev/null || fail "a lost sound"
same "a lost sound" four
sweep -o four -d 0.1 --json | jq -e '.rendered == 30' >/dev/null || fail "another duration is another sweep"

# Shards, one after the other and under GNU parallel; a run without shards collects the index
for i in 1 2 3; do sweep -o parts --shard $i/3 --json >json; done
jq -e '.complete and .rendered == 10 and .index == "index-3-of-3.csv"' json >/dev/null || fail "shards: $(cat json)"
same "shards" parts
[[ $(cut -d, -f1 parts/index-2-of-3.csv | tr '\n' ' ') == "index 1 4 7 10 13 16 19 22 25 28 " ]] || fail "index of a shard"
rm parts/index.csv
sweep -o parts --json | jq -e '.rendered == 0 and .present == 30' >/dev/null || fail "rendered after shards"
same "collected" parts
if command -v parallel >/dev/null; then
    quoted=$(printf '%q ' "${axes[@]}")
    parallel --will-cite -j 3 "$CAROM sweep bounce.yaml $quoted -o spread --shard {}/4" ::: 1 2 3 4 >out 2>err ||
        fail "parallel: $(cat err)"
    same "GNU parallel" spread
fi

# kill -9 at any moment, then again: the same bytes
interrupted=0
for delay in 0.01 0.02 0.05 0.1 0.15; do
    rm -rf killed
    "$CAROM" sweep bounce.yaml "${axes[@]}" -o killed --jobs 2 >/dev/null 2>&1 & # no function: its shell would be killed
    pid=$!
    sleep $delay
    status=0
    if ! kill -9 $pid 2>/dev/null; then echo "it had ended after $delay s"; fi # the status tells whether well
    wait $pid 2>/dev/null || status=$?
    ((status == 0 || status == 137)) || fail "a sweep to be killed ended with status $status"
    ((status != 137)) || interrupted=$((interrupted + 1))
    [[ ! -e killed/index.csv ]] || cmp -s killed/index.csv one/index.csv || fail "a torn index"
    for sound in killed/*.wav; do [[ ! -e $sound ]] || cmp -s "$sound" "one/${sound#*/}" || fail "$sound is torn"; done
    for try in 1 2 3 4 5; do # processes of the killed run may need a moment to be gone
        sweep -o killed --jobs 2 >/dev/null
        [[ -n $(find killed -name '*.tmp') ]] || break
        sleep 0.$try
    done
    same "killed after $delay s" killed
done
((interrupted > 0)) || fail "no sweep was interrupted"

# FLAC and loudness
"$CAROM" sweep bounce.yaml --vary excitations.throw.velocity=lin:1:2:2 --format flac --loudness -20 -d 0.5 -o loud >/dev/null
[[ $(head -1 loud/index.csv) == *,gain,loudness,true_peak,* ]] || fail "columns of the loudness"
for i in 0 1; do
    "$CAROM" info loud/000$i.flac --json | jq -e '(.loudness + 20 | fabs) < 0.1' >/dev/null || fail "loudness of a case"
done
echo "sweeps are the same however they are rendered"
