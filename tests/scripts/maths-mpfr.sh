#!/bin/bash
# label: long
# The elementary functions of the core against MPFR with 200 bits, over all ranges of tests/base/test_maths.c.
set -eu
echo '#include <mpfr.h>' | gcc -E -x c - >/dev/null 2>&1 || exit 77
gcc -std=c17 -O2 -ffp-contract=off -fno-math-errno -D_POSIX_C_SOURCE=200809L -DCAROM_MPFR -I"$CAROM_SOURCE/include" -I"$CAROM_SOURCE/src" -I"$CAROM_SOURCE/tests/rigs" \
    "$CAROM_SOURCE/tests/base/test_maths.c" "$CAROM_SOURCE"/src/base/maths_*.c -o maths -lmpfr -lgmp -lm
CAROM_TEST_ARGUMENTS=100000 ./maths
