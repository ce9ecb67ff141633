#include "unit.h"

#include <math.h>

cr_prefix cr_prefix_for(double value) {
    static const cr_prefix prefixes[] = {{"n", "n", 1e9}, {"u", "\xC2\xB5", 1e6}, {"m", "m", 1e3},
                                         {"", "", 1.0},   {"k", "k", 1e-3},       {"M", "M", 1e-6},
                                         {"G", "G", 1e-9}};
    const cr_prefix plain = prefixes[3];
    if (!isfinite(value) || value == 0.0) return plain;
    cr_prefix best = prefixes[0];
    for (unsigned i = 1; i < sizeof prefixes / sizeof *prefixes; i++)
        if (fabs(value) * prefixes[i].factor >= 0.9995) best = prefixes[i];
    return best;
}
