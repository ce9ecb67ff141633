#!/bin/bash
# label: long
# Moving pictures of recordings and of modes against the Khronos validator (npm package gltf-validator), which is installed in a
# folder of its own. Skipped without npm, or where it cannot be had.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
{ command -v npm && command -v node; } >/dev/null || {
    echo "no npm and node: skipped"
    exit 77
}
npm install --no-audit --no-fund --silent --prefix "$PWD" gltf-validator >npm.out 2>&1 || {
    echo "gltf-validator cannot be installed: skipped"
    cat npm.out
    exit 77
}
cat >validate.js <<'END'
const validator = require('gltf-validator'), fs = require('fs');
for (const file of process.argv.slice(2))
  validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {uri: file, maxIssues: 20})
    .then(r => console.log(file, r.issues.numErrors, r.issues.numWarnings, JSON.stringify(r.issues.messages)))
    .catch(e => console.log(file, 'not read', e));
END

printf 'v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >wedge.obj
cat >mixed.yaml <<'END'
carom: 1
world: {gravity: [0, 0, -9.81]}
bodies:
  floor: {shape: plane, fixed: true}
  wedge: {file: wedge.obj, on: floor, modes: 0}
  mug: {shape: mug, at: [0.3, 0, 0.06], modes: 0}
  balls: {shape: sphere, radius: 0.01, at: [0, 0.3, 0.05], copies: 3, step: [0.03, 0, 0], modes: 0}
output: {duration: 0.1}
END
"$CAROM" simulate mixed.yaml --anim mixed.glb >/dev/null || fail "mixed: status $?"
cat >still.yaml <<'END'
carom: 1
bodies:
  floor: {shape: plane, fixed: true}
  block: {shape: box, fixed: true, modes: 0}
output: {duration: 0.01}
END
"$CAROM" simulate still.yaml --anim still.glb >/dev/null || fail "still: status $?"
for scene in "$CAROM_SOURCE"/scenes/world/*.yaml; do
    name=$(basename "$scene" .yaml)
    "$CAROM" simulate "$scene" -d 0.05 --anim "$name.glb" >/dev/null || fail "$name: status $?"
done
"$CAROM" modal cup -n 6 --glb modes.glb >/dev/null || fail "modes: status $?"

count=0
while read -r file errors warnings messages; do
    count=$((count + 1))
    [[ $errors == 0 && $warnings == 0 ]] || fail "$file: $errors errors, $warnings warnings: $messages"
done < <(node validate.js ./*.glb)
[[ $count -eq $(find . -maxdepth 1 -name '*.glb' | wc -l) && $count -gt 3 ]] || fail "only $count files were looked at"
