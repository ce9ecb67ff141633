#!/bin/bash
# label: once
# The contacts of a bar that falls in MuJoCo, heard by carom sound --contacts. Skipped without libmujoco-dev; CAROM_MUJOCO is
# the folder that its files are under, / if it is not set.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
in_files
export CAROM_CACHE=$PWD/cache

root=${CAROM_MUJOCO-}
library=
for file in "$root"/usr/lib/*/libmujoco.so*; do
    [[ ! -e $file ]] || library=$file
done
[[ -n $library && -e $root/usr/include/mujoco/mujoco.h ]] || exit 77
cc -O1 -I"$root/usr/include" "$CAROM_SOURCE/tests/scripts/mujoco-log.c" -o log "$library" -Wl,-rpath,"$(dirname "$library")" || fail "mujoco-log.c"
./log || fail "MuJoCo"

mkdir bodies
echo '{shape: plane, fixed: true, material: wood}' >bodies/floor.yaml
echo '{shape: box, x: 0.12, y: 0.03, z: 0.01, material: steel, modes: 4}' >bodies/bar.yaml
"$CAROM" sound --contacts contacts.csv --objects bodies --motion moves.csv --set 'listeners.me={type: mono, at: [0, -0.4, 0.1]}' \
    --set sound.radiation=none -d 0.6 -o bar.wav --json >bar.json || fail "the log of MuJoCo"
[[ $(jq '.contacts > 20 and .peak_pascal > 0.01 and .peak_pascal < 1000' bar.json) == true ]] || fail "$(cat bar.json)"

# What the log says of the fall: the impulse of the first blow, and when it is; and when it is heard, 0.4 m later.
struck=$(sed -n 2p contacts.csv | cut -d, -f1)
# half g t^2 from 0.05 m to where its lower corner touches, 0.06 sin 10 + 0.005 cos 10 degrees; steps are of 0.5 ms
near "the first blow" "$struck" 0.0841 0.0006
at=$(grep -abo data bar.wav | head -1 | cut -d: -f1)
od -An -v -tf4 -w4 -j $((at + 8)) -N $((4 * 26460)) bar.wav | awk -v struck="$struck" '
    { level = $1 < 0 ? -$1 : $1; x[NR] = level; if (level > peak) peak = level }
    END {
        for (n = 1; x[n] < 0.01 * peak; n++) continue
        heard = n / 44100 - 0.4 / 343.2
        for (i = 1; i < n - 100; i++) if (x[i] > quiet) quiet = x[i]
        printf "struck at %.4f s, heard from %.4f s on; before that %.1e of the peak\n", struck, heard, quiet / peak
        exit !(heard > struck - 1e-3 && heard < struck + 2e-3)
    }' || fail "heard at another time"
