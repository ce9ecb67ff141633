#!/bin/bash
# label: once
# The tables of the elementary functions are those that tools/make-math-tables computes.
set -eu
command -v python3 >/dev/null || exit 77
"$CAROM_SOURCE/tools/make-math-tables" | diff - "$CAROM_SOURCE/src/base/maths_tables.h"
echo "the tables are up to date"
