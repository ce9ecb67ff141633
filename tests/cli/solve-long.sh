#!/bin/bash
# label: long
# carom solve on a larger collection of problems, if there is one.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
folder=${CAROM_FRICTION_DATA:-none}
problems=("$folder"/*.dat)
if [ ! -e "${problems[0]}" ]; then
    echo "skipped: no problems in CAROM_FRICTION_DATA"
    exit 77
fi
"$CAROM" solve "${problems[@]}"
