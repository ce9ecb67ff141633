#!/bin/bash
# label: long
# The scenes of scenes/world, whole: books, residuals, threads, and what their comments say of motion. What is heard is in
# tests/rigs/scene_promises.c.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
. "$CAROM_SOURCE/tests/scripts/world-scene.bash"
in_files
