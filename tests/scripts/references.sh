#!/bin/bash
# label: once
# The references that carom reproduce holds itself to are what the programs in papers/references compute, each within one unit
# of its last digit; and no row names a program that does not give its value.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
type -P python3 >/dev/null || exit 77
for paper in S0 S1 S2 S4; do
    "$CAROM" reproduce $paper --json >$paper.json || fail "exit status $? of reproduce $paper"
    python3 "$CAROM_SOURCE/papers/references/${paper,,}.py" >$paper.tsv || fail "the program of $paper"
    python3 - $paper.json $paper.tsv <<'END' || fail "references of $paper"
import json, sys
from decimal import Decimal

found = {}
for line in open(sys.argv[2]):
    table, what, value = line.rstrip("\n").split("\t")
    found[table, what] = float(value)


def meets(text, value, tolerance):
    if text[0] == "<":
        return abs(value) <= float(text[1:])
    if "/" in text:
        return abs(value - float(Decimal(text.split("/")[0]) / Decimal(text.split("/")[1]))) < 1e-14
    unit = 10.0 ** Decimal(text).as_tuple().exponent
    return abs(value - float(text)) <= max(unit, tolerance) * (1 + 1e-9)


count = bad = 0
for row in json.load(open(sys.argv[1]))["rows"]:
    if not (row["source"] or "").startswith("papers/references/"):
        continue
    count += 1
    value = found.get((row["table"], row["what"]))
    own = 0.0 if row["printed"] else row["tolerance"] or 0.0  # where a print stands the tolerance is its
    if value is None or not meets(row["reference"], value, own):
        bad += 1
        print(row["table"], row["what"], row["reference"], value, sep=" | ")
print(count, "references,", bad, "bad")
sys.exit(bad > 0 or count == 0)
END
done
echo "the references are up to date"
