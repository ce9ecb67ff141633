#!/bin/bash
# label: long
# carom solve on a larger collection of problems, if there is one: each to 1e-8, all of them within 2.5 s.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
folder=${CAROM_FRICTION_DATA:-none}
problems=("$folder"/*.dat)
if [ ! -e "${problems[0]}" ]; then
    echo "skipped: no problems in CAROM_FRICTION_DATA"
    exit 77
fi
"$CAROM" solve "${problems[@]}" --json >solved.json || fail "status $?"
python3 - "${#problems[@]}" <<'EOF' || fail "what solve found"
import collections, json, sys
found = json.load(open("solved.json"))
assert len(found) == int(sys.argv[1]), len(found)
for one in found:
    assert one["residual"] <= 1e-8 and one["energy"] <= 0, one
total = sum(one["seconds"] for one in found)
print(len(found), "problems in", round(1e3 * total), "ms:", dict(collections.Counter(one["method"] for one in found)))
assert total < 2.5, total
EOF
