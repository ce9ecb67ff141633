// What a grid of values with straight lines between them makes of an exact distance: the way that grids of
// distances are usually read, whose gradient jumps from cell to cell.
#ifndef CAROM_TEST_TRILINEAR_H
#define CAROM_TEST_TRILINEAR_H

#include "carom/form.h"

#include <math.h>

typedef cr_near (*exact_distance)(cr_vec p, const void *context);

static inline cr_near trilinear_near(exact_distance exact, const void *context, double cell, cr_vec p) {
    const double q[3] = {p.x / cell, p.y / cell, p.z / cell};
    double base[3], t[3], value = 0.0, slope[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        base[i] = floor(q[i]);
        t[i] = q[i] - base[i];
    }
    for (int corner = 0; corner < 8; corner++) {
        int up[3] = {corner >> 2, corner >> 1 & 1, corner & 1};
        cr_vec node = {(base[0] + up[0]) * cell, (base[1] + up[1]) * cell, (base[2] + up[2]) * cell};
        double f = exact(node, context).distance, w[3];
        for (int i = 0; i < 3; i++) w[i] = up[i] ? t[i] : 1.0 - t[i];
        value += f * w[0] * w[1] * w[2];
        for (int i = 0; i < 3; i++) slope[i] += (up[i] ? f : -f) * w[(i + 1) % 3] * w[(i + 2) % 3];
    }
    cr_vec way = {slope[0], slope[1], slope[2]};
    return (cr_near){value, cr_vec_unit(way, cr_vec_make(0.0, 0.0, 1.0))};
}

#endif
