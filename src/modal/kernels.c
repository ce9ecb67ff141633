#include "modal/kernels.h"

#include "base/numeric.h"
#include "modal/lanes.h"
#include "modal/resonator.h"

#define AT(array, i) (*(cr_lanes *)(void *)((array) + (i)))
#define GET(array, i) (*(const cr_lanes *)(const void *)((array) + (i)))

// r += A a, p -= B b; p' = m11 p + m12 r, r' = m22 r - m12 p; travel sum A r', moment -sum B p'
CR_CLONES cr_reading cr_modes_kick_turn_read(int n, double *p, double *r, cr_turn turn, cr_tap_shape tap,
                                             double force, double slope) {
    cr_lanes travel = {0}, moment = {0};
    for (int i = 0; i < n; i += CR_LANES) {
        cr_lanes a = GET(tap.a, i), b = GET(tap.b, i), m12 = GET(turn.m12, i);
        cr_lanes kicked_p = AT(p, i) - b * slope, kicked_r = AT(r, i) + a * force;
        cr_lanes turned_p = GET(turn.m11, i) * kicked_p + m12 * kicked_r;
        cr_lanes turned_r = GET(turn.m22, i) * kicked_r - m12 * kicked_p;
        AT(p, i) = turned_p;
        AT(r, i) = turned_r;
        travel += a * turned_r;
        moment -= b * turned_p;
    }
    return (cr_reading){cr_lanes_sum(&travel), cr_lanes_sum(&moment)};
}

CR_CLONES void cr_modes_kick(int n, double *p, double *r, cr_tap_shape tap, double force, double slope) {
    for (int i = 0; i < n; i += CR_LANES) {
        AT(p, i) -= GET(tap.b, i) * slope;
        AT(r, i) += GET(tap.a, i) * force;
    }
}

CR_CLONES void cr_modes_turn(int n, double *p, double *r, cr_turn turn) {
    for (int i = 0; i < n; i += CR_LANES) {
        cr_lanes m12 = GET(turn.m12, i), old_p = AT(p, i), old_r = AT(r, i);
        AT(p, i) = GET(turn.m11, i) * old_p + m12 * old_r;
        AT(r, i) = GET(turn.m22, i) * old_r - m12 * old_p;
    }
}

CR_CLONES cr_reading cr_modes_read(int n, const double *p, const double *r, cr_tap_shape tap) {
    cr_lanes travel = {0}, moment = {0};
    for (int i = 0; i < n; i += CR_LANES) {
        travel += GET(tap.a, i) * GET(r, i);
        moment -= GET(tap.b, i) * GET(p, i);
    }
    return (cr_reading){cr_lanes_sum(&travel), cr_lanes_sum(&moment)};
}

CR_CLONES double cr_modes_dot(int n, const double *x, const double *y) {
    cr_lanes sum = {0};
    for (int i = 0; i < n; i += CR_LANES) sum += GET(x, i) * GET(y, i);
    return cr_lanes_sum(&sum);
}

CR_CLONES double cr_modes_energy(int n, const double *p, const double *r) {
    cr_lanes sum = {0};
    for (int i = 0; i < n; i += CR_LANES) sum += GET(p, i) * GET(p, i) + GET(r, i) * GET(r, i);
    return 0.5 * cr_lanes_sum(&sum);
}

CR_CLONES double cr_modes_loss(int n, const double *p, const double *r, const double *c, const double *s,
                               const double *kept) {
    cr_lanes sum = {0};
    for (int i = 0; i < n; i += CR_LANES) {
        cr_lanes d = GET(kept, i), v = GET(c, i) * GET(r, i) - GET(s, i) * GET(p, i);
        sum += (1.0 - d * d) * v * v;
    }
    return 0.5 * cr_lanes_sum(&sum);
}
