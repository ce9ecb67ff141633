#!/bin/bash
# label: once
# tools/check-includes finds each kind of violation, and accepts a tree that has none.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

rm -rf tree
mkdir -p tree/{include/carom,src/base,src/law,src/scheme,io/{file,plot},apps/carom/list,tests}
check() { "$CAROM_SOURCE/tools/check-includes" tree; }

finds() { # FILE REASON: reads the file's text from stdin; afterwards the tree is clean again
    cat >"tree/$1"
    if output=$(check); then fail "accepted $1, expected: $2"; fi
    grep -q "^$1:[0-9]*: .*$2" <<<"$output" || fail "expected $1: $2, got: $output"
    rm "tree/$1"
}

accepts() { # FILE
    cat >"tree/$1"
    check >/dev/null || fail "rejected $1: $(check)"
}

accepts include/carom/base.h <<<'#include <stddef.h>'
accepts include/carom/law.h <<<'#include "carom/base.h"'
accepts include/carom/material.h <<<'#include "carom/base.h"'
accepts src/law/psi.h <<<'#include "carom/law.h"'
accepts src/scheme/step.c <<<$'#include "base/numeric.h"\n#include "law/psi.h"\n#include "carom/law.h"'
accepts io/plot/svg.h <<<'#include <carom/law.h>'
accepts apps/carom/verb.h <<<'#include "io/plot/svg.h"'
accepts apps/carom/list/list.h <<<'#include "verb.h"'
accepts apps/carom/main.c <<<$'#include "carom/verb.h"\n#include "verb.h"\n#include "list/list.h"\n#include "carom/law.h"'
accepts tests/test_step.c <<<$'#include "scheme/step.h"\nstatic int failures;'
accepts src/law/good.c <<'C'
// printf("this is a comment") and so is static int x;
static const double table[] = {1.0, 2.0};
static double square(double x) { return x * x; }
static const char *
name(void) {
    static const int one = 1;
    cr_exp(cr_pow(fmod(sqrt(1.0), fabs(2.0)), 1.0)); // exp(x)
    return snprintf(text, one, "%d", one) ? text : 0;
}
C

finds src/base/up.c 'base includes "law/psi.h" of the later layer law' <<<'#include "law/psi.h"'
finds src/base/public.c 'later layer law' <<<'#include "carom/material.h"'
finds src/law/angle.c 'later layer scheme' <<<'#include <carom/scheme.h>'
finds src/scheme/io.c 'later layer io/plot' <<<'#  include "io/plot/svg.h"'
finds io/file/text.c 'io/file includes "io/plot/svg.h" of the later layer io/plot' <<<'#include "io/plot/svg.h"'
finds io/plot/app.c 'later layer apps' <<<'#include "carom/verb.h"'
finds include/carom/exact.h 'private "law/psi.h"' <<<'#include "law/psi.h"'
finds include/carom/odd.h 'not a layer' <<<'int odd;'
finds src/law/lost.c 'belongs to no layer' <<<'#include "../base/numeric.h"'
finds src/law/print.c 'does not print' <<<'int f(void) { return printf("x"); }'
finds src/law/print2.c 'does not print' <<<'    fprintf(stderr, "x");'
finds src/law/power.c 'calls no pow() of the C library' <<<'double f(double x) { return sqrt(x) + pow(x, 1.5); }'
finds src/law/wave.c 'calls no sinf() of the C library' <<<'sinf(x);'
finds src/law/state.c 'mutable static' <<<'static int calls = 0;'
finds src/law/flag.c 'mutable static' <<<'static volatile sig_atomic_t arrived;'
finds src/law/local.c 'mutable static' <<<$'int f(void) {\n    static double last[3];\n}'
finds src/law/long.c 'more than 600 lines' < <(yes '// a line' | head -n 601)
finds tests/test_long.c 'function of 62 lines' < <(
    echo 'int main(void) {'
    yes '    f();' | head -n 59
    printf 'end:\n}\n'
)
accepts src/law/just.c < <(
    echo 'int main(void) {'
    yes '    f();' | head -n 58
    echo '}'
)
echo "all violations found"
