// Exact motion of damped modes under constant forces over a step of any length: q'' + 2 sigma q' + w^2 q = f.
// With the response b to a unit force, b'' + 2 sigma b' + w^2 b = 1 from rest,
//   q(h)  = (1 - w^2 b) q + b' q' + b f
//   q'(h) = -w^2 b' q + (1 - 2 sigma b' - w^2 b) q' + b' f
// b >= 0 for every h, so that bodies may be held apart by displacements at any step. Any two steps make one.
#ifndef CAROM_MODAL_PROPAGATE_H
#define CAROM_MODAL_PROPAGATE_H

#include "carom/base.h"

// The response of one mode to a unit force.
typedef struct cr_response {
    double b, rate; // b(h) [s^2], b'(h) [s]
} cr_response;

// w > 0 [rad/s], sigma >= 0 [1/s], any damping.
cr_response cr_response_after(double w, double sigma, double h);

// Modes side by side, and their responses to one h.
typedef struct cr_propagator {
    int count;
    const double *w, *sigma; // rad/s, 1/s
    double h;                // of the responses; < 0: none yet
    cr_response *response;
} cr_propagator;

// Responses for a step; nothing to do if they are those of h already.
void cr_propagator_set(cr_propagator *p, double h);
// q and its rate after the step under the forces f (NULL: none); in and out may be the same.
void cr_propagator_run(const cr_propagator *p, const double *q, const double *rate, const double *f,
                       double *q_end, double *rate_end);
// Energy [J]: (q'^2 + w^2 q^2)/2.
double cr_propagator_energy(const cr_propagator *p, const double *q, const double *rate);

#endif
