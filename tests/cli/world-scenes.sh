#!/bin/bash
# label: once
# Short versions of the scenes of scenes/world that take long: a second or so of each, without modes. Another scene is one more line.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
. "$CAROM_SOURCE/tests/scripts/world-scene.bash"
in_files
