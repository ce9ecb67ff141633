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
'0,0000-frequency=50-mode=psi-velocity=1.wav,50,psi,1,0.2
1,0001-frequency=50-mode=psi-velocity=1.5.wav,50,psi,1.5,0.2
2,0002-frequency=50-mode=psi-velocity=2.wav,50,psi,2,0.2
3,0003-frequency=50-mode=psi-plain-velocity=1.wav,50,psi-plain,1,0.2' ]] || fail "order: $(cat one/index.csv)"
[[ $(tail -1 one/index.csv | cut -d, -f1-5) == 29,0029-frequency=800-mode=psi-plain-velocity=2.wav,800,psi-plain,2 ]] ||
    fail "the last case"
[[ $(find one/.rows -name '*.raw') == "" ]] || fail "samples are left: $(ls one/.rows)"
# One gain for all, which brings the loudest to -1 dB; the others are softer by as much as they were
[[ $(awk -F, 'NR > 1 { print $8 }' one/index.csv | sort -u | wc -l) == 1 ]] || fail "gains: $(cut -d, -f8 one/index.csv)"
awk -F, 'NR > 1 { if ($7 > most) most = $7; gain = $8 } END { exit !(most * gain > 0.8912509 && most * gain < 0.8912510) }' one/index.csv ||
    fail "the loudest: $(cut -d, -f7,8 one/index.csv)"
while IFS=, read -r _ file _ _ _ _ peak gain _; do
    "$CAROM" info "one/$file" --json | jq -e --argjson p "$peak" --argjson g "$gain" '(.peak / ($p * $g) - 1 | fabs) < 1e-6' >/dev/null ||
        fail "peak of $file is not $peak times $gain" # 32-bit floats: 6e-8
done < <(tail -n +2 one/index.csv)
[[ $(awk -F, '$4 == "psi" && $5 == 1 { printf "%.6g ", $3 }' one/index.csv) == "50 100 200 400 800 " ]] || fail "log"
# psi never pulls; psi-plain may
awk -F, 'NR > 1 && !($7 > 0.9 * $5 && $9 >= 0 && $9 < 1e-10 && ($10 == 0 || $4 == "psi-plain") && $11 == "" && $12 == "ok")' one/index.csv >odd
[[ ! -s odd ]] || fail "figures: $(cat odd)"
"$CAROM" render bounce.yaml --set elements.ball.frequency=200 --set contacts.wall.mode=psi-plain \
    --set excitations.throw.velocity=1.5 -o single.wav >/dev/null
sweep -o each --gain each >/dev/null
cmp <(tail -c 12800 single.wav) <(tail -c 12800 each/0016-*.wav) || fail "a case is not what render gives"
[[ $(cut -d, -f1-7,9- each/index.csv) == "$(cut -d, -f1-7,9- one/index.csv)" ]] || fail "the gain changes other figures"
"$CAROM" info one/0016-*.wav | grep -q 'case 16: elements.ball.frequency=200, contacts.wall.mode=psi-plain' || fail "comment"

# Any number of jobs; again: nothing is rendered; a lost sound is rendered again
sweep -o four --jobs 4 >/dev/null
same "four jobs" four
sweep -o four --json | jq -e '.rendered == 0 and .present == 30' >/dev/null || fail "rendered again"
rm four/0007-*.wav four/index.csv
sweep -o four --json | jq -e '.rendered == 1 and .present == 29' >/dev/null || fail "a lost sound"
same "a lost sound" four
sweep -o four -d 0.1 --json | jq -e '.rendered == 30' >/dev/null || fail "another duration is another sweep"

# A louder case comes to it: what was there is scaled anew. Sounds of values that are no more go with their rows
loudest() { "$CAROM" sweep bounce.yaml --vary "excitations.throw.velocity=list:$1" -o grown --json >json; }
loudest 1,2
loudest 1,2,4
jq -e '.cases == 3 and .rendered == 3' json >/dev/null || fail "a louder case: $(cat json)"
[[ $(awk -F, 'NR > 1 { print $6 }' grown/index.csv | sort -u | wc -l) == 1 ]] || fail "a louder case: $(cat grown/index.csv)"
loudest 1,3
loudest 1,3,4
[[ $(find grown -name '*.wav' | sort | tr '\n' ' ') == "grown/0000-velocity=1.wav grown/0001-velocity=3.wav grown/0002-velocity=4.wav " ]] ||
    fail "sounds of other values: $(ls grown)"

# Pairs: --with goes along with the --vary before it
"$CAROM" sweep bounce.yaml --vary elements.ball.mass=list:0.01,0.02,0.04 --with contacts.wall.k=log:1e6:1e8:3 \
    --vary excitations.throw.velocity=list:1,2 -o pairs >/dev/null
[[ $(cut -d, -f1,3-5 pairs/index.csv | tail -n +2 | tr '\n' ' ') == \
    "0,0.01,1000000,1 1,0.01,1000000,2 2,0.02,10000000,1 3,0.02,10000000,2 4,0.04,100000000,1 5,0.04,100000000,2 " ]] || fail "pairs: $(cat pairs/index.csv)"
[[ -s pairs/0003-mass=0.02-k=1e+07-velocity=2.wav ]] || fail "names of pairs: $(ls pairs)"
"$CAROM" sweep bounce.yaml --vary contacts.wall.k=list:1e6 --with elements.ball.frequency=list:50 -d 0.01 \
    --with 'elements.*.sigma0=list:20' -o one-each >/dev/null || fail "a name that fits several"

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

# A run does not begin while another has the folder for itself to remove temporary files: they would be its own
mkdir -p held
exec 9<held
flock -x 9
sweep -o held 9<&- >/dev/null &
pid=$!
sleep 0.3
[[ -z $(find held -type f) ]] || fail "a run began in a folder that is being tidied: $(find held -type f)"
exec 9<&-
wait $pid || fail "a run that waited for its folder: $?"
same "waited" held

# kill -9 at any moment, then again: the same bytes
interrupted=0
for delay in 0.02 0.1 0.2 0.4; do
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
    "$CAROM" info loud/000$i-*.flac --json | jq -e '(.loudness + 20 | fabs) < 0.1' >/dev/null || fail "loudness of a case"
done
echo "sweeps are the same however they are rendered"
