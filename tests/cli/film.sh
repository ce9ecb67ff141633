#!/bin/bash
# label: once
# Films and pictures of bodies: as long as their sound, of the size asked for; what is wrong is one line.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files

refuse() { # STATUS TEXT WORDS...: one line on stderr that contains the text
    local wanted=$1 text=$2 status=0
    shift 2
    "$CAROM" "$@" >out 2>err || status=$?
    [ $status -eq "$wanted" ] || fail "$*: status $status, not $wanted"
    { [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$text" err; } || fail "$*: $(cat err)"
}

cat >drop.yaml <<'S'
carom: 1
bodies:
  floor: {shape: plane, fixed: true}
  ball: {shape: sphere, radius: 0.02, material: brass, at: [0, 0, 0.05], modes: 0}
camera: {width: 160, height: 90, rate: 25, follow: ball, path: {times: [0, 0.2], at: [[0, -0.3, 0.1], [0.1, -0.3, 0.1]]}}
output: {duration: 0.2}
S
refuse 3 "NAME.mp4" render drop.yaml --video drop.avi
refuse 3 "NAME.png" render drop.yaml --picture drop.bmp
refuse 3 "needs a sound file" render drop.yaml -o - --video drop.mp4
refuse 2 "this one has elements" render "$CAROM_SOURCE/scenes/objects/bell.yaml" --video bell.mp4
refuse 3 "leave one of at and path out" check drop.yaml --set 'camera.at=[0,0,1]'
refuse 3 "leave one of look and follow out" check drop.yaml --set 'camera.look=[0,0,1]'
refuse 3 "needs an even number" check drop.yaml --set camera.width=161
refuse 3 "did you mean" check drop.yaml --set camera.follow=bal

mkdir none # where no ffmpeg is
status=0
PATH=$PWD/none "$CAROM" render drop.yaml --picture drop.png --video drop.mp4 >out 2>err || status=$?
{ [[ $status -eq 3 ]] && grep -qF "apt install ffmpeg" err; } || fail "without ffmpeg: status $status, $(cat err)"
[[ -s drop.png && ! -e drop.mp4 ]] || fail "a picture needs no ffmpeg"
if ! type -P ffmpeg ffprobe >/dev/null; then
    echo "ffmpeg is not installed: no film is made"
    exit 0
fi

tell() { ffprobe -v error -count_frames -show_entries "stream=$2" -of default=nw=1:nk=1 "$1" | tr '\n' ' '; }
"$CAROM" render drop.yaml -o drop.wav --video drop.mp4 --picture drop.png >/dev/null || fail "render"
[[ $(tell drop.mp4 codec_name,width,height,nb_read_frames) == "h264 160 90 5 aac "* ]] || fail "film: $(tell drop.mp4 codec_name,width,height,nb_read_frames)"
[[ $(tell drop.png codec_name,width,height) == "png 160 90 " ]] || fail "picture: $(tell drop.png codec_name,width,height)"
near "duration" "$(ffprobe -v error -show_entries format=duration -of default=nw=1:nk=1 drop.mp4)" 0.2 0.03

# The ball is yellow, in the middle of the picture, and the sky is not.
color() { ffmpeg -v error -i "$1" -vf "crop=4:4:$2:$3,scale=1:1" -f rawvideo -pix_fmt rgb24 - | od -An -tu1; }
read -r red _ blue <<<"$(color drop.png 78 43)"
((red > blue + 30)) || fail "the ball is $red red, $blue blue"
read -r red _ blue <<<"$(color drop.png 78 2)"
((red < blue + 30)) || fail "what is above it is $red red, $blue blue"
"$CAROM" simulate drop.yaml -o drop.rec >/dev/null && "$CAROM" sound drop.rec -o again.wav --picture again.png >/dev/null || fail "sound"
cmp -s drop.png again.png || fail "pictures of two passes differ from one"
