// Free motion of one mode, q'' + 2 sigma q' + w^2 q = 0, at any time t, also backwards:
//     q(t) = (turn + sigma slide) q + slide v,    q'(t) = (turn - sigma slide) v - w^2 slide q
//     slide = exp(-sigma t) sin(w_d t)/w_d,    turn = exp(-sigma t) cos(w_d t),    w_d^2 = w^2 - sigma^2
// and hyperbolic functions where w_d^2 < 0.
#ifndef CAROM_MODAL_RESONATOR_FREE_H
#define CAROM_MODAL_RESONATOR_FREE_H

#include "base/numeric.h"

typedef struct cr_free_motion {
    double slide, turn;
} cr_free_motion;

static inline cr_free_motion cr_free_motion_at(double frequency, double sigma, double t) {
    double w = 2.0 * cr_pi * frequency, ww = (w - sigma) * (w + sigma), wd = sqrt(fabs(ww));
    if (ww > 0.0) {
        double e = exp(-sigma * t);
        return (cr_free_motion){e * sin(wd * t) / wd, e * cos(wd * t)};
    }
    double slow = exp(-w * w / (sigma + wd) * t), less = expm1(-2.0 * wd * t); // fast/slow - 1
    return (cr_free_motion){wd > 0.0 ? -slow * less / (2.0 * wd) : slow * t, slow * (1.0 + 0.5 * less)};
}

#endif
