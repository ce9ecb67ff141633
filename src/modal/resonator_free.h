// Free motion of one mode, q'' + 2 sigma q' + w^2 q = 0, at any time t, also backwards:
//     q(t) = (turn + sigma slide) q + slide v,    q'(t) = (turn - sigma slide) v - w^2 slide q
//     slide = exp(-sigma t) sin(w_d t)/w_d,    turn = exp(-sigma t) cos(w_d t),    w_d^2 = w^2 - sigma^2
// and hyperbolic functions where w_d^2 < 0.
#ifndef CAROM_MODAL_RESONATOR_FREE_H
#define CAROM_MODAL_RESONATOR_FREE_H

#include "base/maths.h"
#include "base/numeric.h"

typedef struct cr_free_motion {
    double slide, turn;
} cr_free_motion;

static inline cr_free_motion cr_free_motion_at(double frequency, double sigma, double t) {
    double w = 2.0 * cr_pi * frequency, ww = (w - sigma) * (w + sigma), wd = sqrt(fabs(ww));
    if (ww > 0.0) {
        double e = cr_exp(-sigma * t);
        return (cr_free_motion){e * cr_sin(wd * t) / wd, e * cr_cos(wd * t)};
    }
    if (sigma == 0.0) return (cr_free_motion){t, 1.0};
    double slow = cr_exp(-w * w / (sigma + wd) * t), less = cr_expm1(-2.0 * wd * t); // fast/slow - 1
    return (cr_free_motion){wd > 0.0 ? -slow * less / (2.0 * wd) : slow * t, slow * (1.0 + 0.5 * less)};
}

// Displacement at t of a mode at rest under a unit of force from time 0 on, q'' + 2 sigma q' + w^2 q = 1; its
// velocity is the slide of the free motion. By its power series where 1 - turn - sigma slide would lose
// digits.
static inline double cr_held_displacement(double frequency, double sigma, double t) {
    double w = 2.0 * cr_pi * frequency, damping = 2.0 * sigma * t, pull = w * w * t * t;
    if (cr_max(damping, sqrt(pull)) > 0.5) {
        cr_free_motion free = cr_free_motion_at(frequency, sigma, t);
        return w > 0.0 ? (1.0 - free.turn - sigma * free.slide) / (w * w) : (t - free.slide) / (2.0 * sigma);
    }
    double before = 0.0, term = 0.5, sum = term; // of t^k/t^2, k = 1 and 2
    for (int k = 3; fabs(term) + fabs(before) > 1e-18 && k < 40; k++) {
        double next = -(damping * term + pull * before / (k - 1)) / k;
        before = term;
        term = next;
        sum += term;
    }
    return sum * t * t;
}

#endif
