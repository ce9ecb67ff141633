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
echo "examples are compiled"
