#!/bin/bash
# label: once
# docs/shapes.md has every shape of `carom list shapes` with its text, parameters and defaults, and no other.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

page=$CAROM_SOURCE/docs/shapes.md
"$CAROM" list shapes --json | jq -r '.[] | "| `\(.name)` | \(.doc) | " +
    ([.parameters[] | "`\(.name)` \(.default)" + (if .unit == "" then "" else " " + .unit end)] | join(", ")) + " | "' >rows
[[ -s rows ]] || fail "no shapes"
while IFS= read -r row; do
    grep -qF -- "$row" "$page" || fail "docs/shapes.md lacks: $row"
done <rows
listed=$(sed -n '/^| shape/,/^$/p' "$page" | grep -c '^| `')
[[ $listed == $(wc -l <rows) ]] || fail "docs/shapes.md has $listed shapes, carom list shapes $(wc -l <rows)"
