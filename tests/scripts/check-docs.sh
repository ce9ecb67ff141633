#!/bin/bash
# label: once
# tools/check-docs compiles the examples, counts the fragments and names the block that does not compile.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

rm -rf tree
mkdir -p tree/{include/carom,docs}
expect() { grep -qF "$1" <<<"$output" || fail "expected '$1' in: $output"; }

echo 'int cr_answer(void);' >tree/include/carom/answer.h
cat >tree/README.md <<'M'
Text.
```c
#include "carom/answer.h"
int main(void) { return cr_answer(); }
```
```c fragment
answer = cr_answer();
```
```text
not C at all
```
M
output=$("$CAROM_SOURCE/tools/check-docs" tree) || fail "rejected good examples: $output"
expect "1 examples compile, 1 fragments skipped"

cat >tree/docs/bad.md <<'M'
1. In a list:

   ```c
   int main(void) {
       return cr_answer();
   }
   ```
M
if output=$("$CAROM_SOURCE/tools/check-docs" tree); then fail "accepted an undeclared function"; fi
expect "docs/bad.md:3: this example does not compile"
expect "docs/bad.md:5:"

cat >tree/docs/bad.md <<'M'
```c
int main(void) { return 2.5; }
```
M
if output=$("$CAROM_SOURCE/tools/check-docs" tree); then fail "accepted a warning"; fi
expect "1 examples do not compile"

# Links, files and derivations that do not exist
mkdir -p tree/docs/theory tree/src
echo '// By derivation T9.' >tree/src/a.c
printf '| what | own | `src/a.c` |\n| x | T1 | `src/a.c` |\n' >tree/docs/theory/index.md
printf '# A Page\n\n[one](none.md) [two](bad.md#no-such) [three](bad.md#a-page) `src/b.c` `src/a.c` [four](https://x.y)\n' >tree/docs/bad.md
printf '### T1. Here\n' >tree/docs/theory/more.md
if output=$("$CAROM_SOURCE/tools/check-docs" tree); then fail "accepted links that lead nowhere"; fi
expect "docs/bad.md:3: no such file: none.md"
expect "docs/bad.md:3: no such heading: bad.md#no-such"
expect "docs/bad.md:3: no such file: src/b.c"
expect "src/a.c:1: no derivation T9 in docs/theory"
expect '"own" is no source'
expect "docs/theory/more.md:1: derivation T1 names no test that verifies it"
for good in a-page https 'file: src/a.c' 'no derivation T1'; do
    if grep -F "$good" <<<"$output"; then fail "rejects $good"; fi
done

# Tables of costs
mkdir -p tree/bench/results
rm -r tree/docs/bad.md tree/docs/theory tree/src
printf 'bench,case,figure,unit,value\nmachine,processor,,,P\nmachine,compiler,,,C\nmachine,measured,x,,D\nmachine,measured,y,,E\nx,one,a,ns,1.23456\nx,one,b,ns,2\nx,two,b,ns,4000\n' >tree/bench/results/m.csv
printf 'machine,processor,,,Q\nmachine,compiler,,,C\nmachine,measured,x,,F\nx,one,a,ns,7\n' >tree/bench/results/n.csv
printf 'machine,processor,,,R\ny,one,a,ns,8\n' >tree/bench/results/o.csv
printf 'Before\n<!-- bench x -->\n<!-- bench end -->\n<!-- bench z -->\n<!-- bench end -->\nAfter\n' >tree/docs/costs.md
if output=$("$CAROM_SOURCE/tools/check-docs" tree); then fail "accepted a table that is not there"; fi
expect "docs/costs.md: a table of costs is not that of its files"
"$CAROM_SOURCE/bench/tables" tree 2>/dev/null
output=$("$CAROM_SOURCE/tools/check-docs" tree) || fail "rejected the table it wrote: $output"
output=$(cat tree/docs/costs.md)
for line in '| ns | a | b |' '| one | 1.23 | 2 |' '| two |  | 4000 |' '`bench/results/m.csv`: P, C, D.' \
    '| one | 7 |' '`bench/results/n.csv`: Q, C, F.' 'Not measured yet: `bench/run z`.' Before After; do expect "$line"; done
if grep -q 'o.csv' <<<"$output"; then fail "a table of a machine that has no such figures"; fi
echo "examples are compiled; links, files, derivations and tables are checked"
