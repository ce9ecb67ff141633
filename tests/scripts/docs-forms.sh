#!/bin/bash
# label: once
# docs/forms.md has every form of `carom list forms` with its text, parameters and defaults, and no other.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

page=$CAROM_SOURCE/docs/forms.md
"$CAROM" list forms --json | jq -r '.[] | "| `\(.name)` | \(.doc) | " + (if (.parameters | length) == 0 then "-" else "" end) +
    ([.parameters[] | "`\(.name)`" + (if .default == null then "" else " \(.default)" + (if .unit == "" then "" else " " + .unit end) end)] |
        join(", ")) + " |"' >rows
[[ -s rows ]] || fail "no forms"
while IFS= read -r row; do
    grep -qxF -- "$row" "$page" || fail "docs/forms.md lacks: $row"
done <rows
listed=$(sed -n '/^| form | what it is/,/^$/p' "$page" | grep -c '^| `')
[[ $listed == $(wc -l <rows) ]] || fail "docs/forms.md has $listed forms, carom list forms $(wc -l <rows)"
