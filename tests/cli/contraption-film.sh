#!/bin/bash
# label: once
# tools/contraption with small stages: one sound and one film, as long as all of them; what is there is used again, and a stage that changes takes along
# those that begin where it ends. The stages that ship are in contraption.sh, whole in tests/scene/test_contraption_long.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
mkdir stages
cat >stages/1-falls.yaml <<'S'
carom: 1
bodies:
  floor: {shape: plane, fixed: true}
  ball: {shape: sphere, radius: 0.02, material: brass, at: [0, 0, 0.05], modes: 0}
pairs: {bounce: {a: ball, b: floor, restitution: 0.5}}
camera: {width: 160, height: 90, rate: 25}
output: {duration: 0.2}
S
sed 's/^bodies:/world: {start: 1-falls.rec}\nbodies:/; s/0.2}/0.12}/' stages/1-falls.yaml >stages/2-bounces.yaml
printf '#!/bin/bash\necho "$*" >>%q\nexec "%s" "$@"\n' "$PWD/said" "$CAROM" >program
chmod +x program
said() { # what the program is asked for
    : >said
    "$CAROM_SOURCE/tools/contraption" ./program out stages >told 2>err || fail "status $?: $(cat err)"
    sed 's/-o [^ ]* *//; s/--normalize none//; s/ *$//' said | tr '\n' ';'
}
film() { type -P ffmpeg >/dev/null && echo " --video $1.mp4"; }
first="simulate 1-falls.yaml;sound 1-falls.rec $(film 1-falls);" second="simulate 2-bounces.yaml;sound 2-bounces.rec $(film 2-bounces);"
[[ $(said) == "$first$second" ]] || fail "from nothing: $(cat said)"
[[ -z $(said) ]] || fail "again: $(cat said)"
touch -d '-1 hour' out/*.yaml stages/*.yaml && touch -d '-50 minutes' out/1-falls.rec && touch -d '-40 minutes' out/2-bounces.rec
touch -d '-30 minutes' out/*.wav out/*.mp4 && touch -d '-20 minutes' program
[[ $(said) == "sound 1-falls.rec;sound 2-bounces.rec;" ]] || fail "with another program: $(cat said)"
touch stages/1-falls.yaml
[[ $(said) == "$first$second" ]] || fail "with another first stage: $(cat said)"
if ! type -P ffmpeg ffprobe >/dev/null; then
    grep -q 'ffmpeg is not installed' err || fail "without ffmpeg: $(cat err)"
    exit 0
fi
length() { ffprobe -v error -show_entries format=duration -of default=nw=1:nk=1 "$1"; }
near "the sound, in seconds" "$(length out/contraption.wav)" 0.32 1e-6
near "the film, in seconds" "$(length out/contraption.mp4)" 0.32 0.03
[[ $(ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv=p=0 out/contraption.mp4 | tr '\n' ' ') == "h264,8 aac,"* ]] || fail "pictures of the film"
[[ $(cat told) == *"/out/contraption.wav, "*"/out/contraption.mp4" ]] || fail "it says: $(cat told)"
# The ball falls in the first stage, and bounces on in the second.
"$CAROM" info out/contraption.wav --json >info.json || fail "info"
holds "one sound" '.channels == 2 and .peak > 0' info.json
