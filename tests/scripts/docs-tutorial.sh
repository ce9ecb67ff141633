#!/bin/bash
# label: once
# The commands of docs/tutorial do what its pages say, and the pictures are drawn from that; a page that says something else
# is named.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

command -v jq >/dev/null || exit 77
"$CAROM_SOURCE/tools/check-tutorial" "$CAROM" "$CAROM_SOURCE" >out 2>&1 || fail "$(cat out)"

rm -rf tree
mkdir -p tree/docs/tutorial
says() { # TEXT: what the page says is printed
    printf '%s\n' '```yaml m.yaml' 'carom: 1' 'elements: {m: {type: mass}}' 'pickups: {o: {at: m}}' '```' '```sh' \
        'carom check m.yaml | head -1' '```' '```text' "$1" '```' >tree/docs/tutorial/page.md
}
says 'x.yaml'
if "$CAROM_SOURCE/tools/check-tutorial" "$CAROM" tree >out 2>&1; then fail "a wrong line is taken: $(cat out)"; fi
grep -q 'docs/tutorial/page.md: the commands print something else' out || fail "the page is not named: $(cat out)"
sed -i 's/^carom check.*/carom chek m.yaml/' tree/docs/tutorial/page.md
if "$CAROM_SOURCE/tools/check-tutorial" "$CAROM" tree >out 2>&1; then fail "a command that fails is taken"; fi
grep -q 'docs/tutorial/page.md: a command failed' out || fail "the failed command is not named: $(cat out)"
echo "the tutorial does what it says"
