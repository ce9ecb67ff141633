#!/bin/bash
# label: once
# tools/gallery: a card for each scene with picture, player, one sentence and the command; what fails is told and left out, and of what is
# there only the part is rendered again that has changed.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
cat >drop.yaml <<'S'
# yaml-language-server: $schema=../carom.schema.json
# A ball falls on a floor from 5 cm. Listen for its click, where a < b, and for nothing else. It stays there.
carom: 1
title: A ball & a floor
bodies:
  floor: {shape: plane, fixed: true}
  ball: {shape: sphere, radius: 0.02, material: brass, at: [0, 0, 0.05], modes: 0}
camera: {width: 160, height: 90, rate: 25}
output: {duration: 0.2}
S
printf '# One stroke.\ncarom: 1\nelements: {cup: {type: nothing}}\n' >broken.yaml
status=0
"$CAROM_SOURCE/tools/gallery" "$CAROM" objects/glass drop.yaml broken.yaml no/such >out 2>err || status=$?
[[ $status == 1 ]] || fail "status $status where scenes fail"
[[ ! -s out ]] || fail "on the standard output: $(cat out)"
for line in '[1/4] objects/glass' '[4/4] no/such' 'there is no scene no/such' 'gallery: failed: broken.yaml no/such' 'index.html: 2 scenes'; do
    grep -qF -- "$line" err || fail "not told: $line: $(cat err)"
done
for file in objects-glass.{flac,html,svg} drop.{flac,png}; do [[ -s gallery/$file ]] || fail "no $file"; done
compgen -G 'gallery/broken*' && fail "something is left of what failed"
[[ $(grep -c '<section>' gallery/index.html) == 2 ]] || fail "$(grep -c '<section>' gallery/index.html) cards"
for part in '<h2>A ball &amp; a floor</h2>' '<p>Listen for its click, where a &lt; b, and for nothing else.</p>' 'carom render objects/glass' \
    '="drop.flac"' 'src="objects-glass.svg"'; do
    grep -qF -- "$part" gallery/index.html || fail "the page has no $part"
done
if type -P ffmpeg >/dev/null; then grep -qF 'src="drop.mp4"' gallery/index.html || fail "no film"; fi
if type -P python3 >/dev/null; then
    for page in gallery/index.html gallery/objects-glass.svg; do
        python3 -c 'import sys, xml.dom.minidom as m; t = open(sys.argv[1], "rb").read(); m.parseString(t.split(b"\n", 1)[1] if t[:2] == b"<!" else t)' $page ||
            fail "$page is not well-formed"
    done
fi

# The second time nothing is rendered: a program that cannot run is not asked.
"$CAROM_SOURCE/tools/gallery" /bin/false objects/glass drop.yaml >out 2>err || fail "status $? of the second time: $(cat err)"
[[ $(grep -c '<section>' gallery/index.html) == 2 ]] || fail "cards of the second time"

# With another program sounds are made again, of the motion that is there, and films keep their pictures; with another scene everything is.
printf '#!/bin/bash\necho "$*" >>said\nexec "%s" "$@"\n' "$CAROM" >program
chmod +x program
touch -d '-1 hour' gallery/* gallery.recordings/* drop.yaml
said() { # SCENE: what the program is asked for, first words and what is drawn
    : >said
    "$CAROM_SOURCE/tools/gallery" ./program "$1" >out 2>err || fail "status $? with a program that says what it is asked: $(cat err)"
    sed 's/^\([a-z]*\) [^ ]* /\1 /; s/-o [^ ]* *//; s/--set [^ ]* *//g; s/ gallery[^ ]*//g; s/ *$//' said | tr '\n' ';'
}
[[ $(said objects/glass) == "render --report;" ]] || fail "of a network: $(cat said)"
[[ $(said drop.yaml) == "sound;" ]] || fail "with another program: $(cat said)"
touch drop.yaml
drawn="--picture"
! type -P ffmpeg >/dev/null || drawn+=" --video"
[[ $(said drop.yaml) == "simulate;sound $drawn;" ]] || fail "with another scene: $(cat said)"
[[ -z $(said drop.yaml) ]] || fail "when all is there: $(cat said)"
