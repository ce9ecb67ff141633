// One degree of freedom with exact frequency and decay (derivations N7, N8, N9): m u'' + 2 m s u' + m w0^2 u
// = f as the three-level update
//     d+ = keep d - pull u + push f
// which is S1's centred scheme (1 + a) u+ = 2u - (1 - a) u- - K u with a = tanh(s h) and K = 2 - 2 cos(w
// h)/cosh(s h).
// A force f of one step is a blow h f at the sample. After it the displacement is h f slide, which is not
// push f:
//     displacement = scale u,    scale = slide/(h (1 + keep)/2),    which is sin(w h)/(w h) without loss
// The energy below is that of this displacement, and the way (u+ - u-)/2 is h times the velocity, so that
// contacts, springs and bows work with u as it is; what is heard, and where it starts, is the displacement.
#ifndef CAROM_ELEMENT_OSCILLATOR_H
#define CAROM_ELEMENT_OSCILLATOR_H

#include "base/maths.h"
#include "base/numeric.h"
#include "carom/base.h"
#include "modal/resonator_free.h"

typedef struct cr_oscillator {
    double keep, pull; // (1 - a)/(1 + a) = exp(-2 s h), K/(1 + a)
    double margin;     // pi over the angle per step
} cr_oscillator;

static inline cr_status cr_oscillator_make(double frequency, double sigma, double h, cr_oscillator *o,
                                           cr_error *error) {
    double w0 = 2.0 * cr_pi * frequency, ww = w0 * w0 - sigma * sigma, decay = cr_exp(-sigma * h);
    // an overdamped oscillator moves by cosh instead of cos
    double turn = ww >= 0.0 ? cr_cos(sqrt(ww) * h) : cr_cosh(sqrt(-ww) * h);
    if (frequency == 0.0) turn = cr_cosh(sigma * h); // nothing pulls back: pull is exactly 0
    *o = (cr_oscillator){decay * decay, 1.0 + decay * decay - 2.0 * decay * turn, 1e9};
    if (frequency == 0.0) o->pull = 0.0;
    if (ww > 0.0) o->margin = cr_pi / (sqrt(ww) * h);
    if (o->margin > 1.0) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "frequency", "%g Hz is above half the rate, %g Hz", frequency,
                   0.5 / h);
}

// What stands between the state of the clock and the motion it belongs to.
typedef struct cr_oscillator_reading {
    double scale;            // displacement/u
    double span, of_u, of_d; // span velocity = of_u u + of_d d, plus span h later f/m if f was held last
    double now, later;       // of a force held over a step: the shares that act as blows now and at its end
} cr_oscillator_reading;

// Held, the force moves by P = q(h) of q'' + 2 sigma q' + w0^2 q = 1 and speeds up by slide; two samples and
// the two forces before them then give the third, and the velocity:
//     q+ = 2 turn q - keep q- + P f + (slide^2 - U P) f-,    U = turn - sigma slide
//     v = [U q - keep q- + (slide^2 - U P) f-]/slide
static inline cr_oscillator_reading cr_oscillator_read(double frequency, double sigma, double h) {
    cr_free_motion free = cr_free_motion_at(frequency, sigma, h);
    double keep = cr_exp(-2.0 * sigma * h), half = 0.5 * (1.0 + keep) * h,
           back = free.turn - sigma * free.slide;
    double held = cr_held_displacement(frequency, sigma, h);
    return (cr_oscillator_reading){
        .scale = free.slide / half,
        .span = half,
        .of_u = back - keep,
        .of_d = keep,
        .now = held / (h * free.slide),
        .later = (free.slide - back * held / free.slide) / h,
    };
}

// (1 + a) = 2/(1 + keep), so that push = h^2/(m (1 + a))
static inline double cr_oscillator_push(double m, double keep, double h) {
    return 0.5 * (1.0 + keep) * h * h / m;
}

// m/2 (d/h)^2 + m K/(2 h^2) u u-, with K = 2 pull/(1 + keep)
static inline double cr_oscillator_energy(double m, double keep, double pull, double h, double u, double d) {
    double stiffness = 2.0 * pull / (1.0 + keep);
    return 0.5 * m / (h * h) * (d * d + stiffness * u * (u - d));
}

// 2 m a/h ((u+ - u-)/(2h))^2 h, a = (1 - keep)/(1 + keep)
static inline double cr_oscillator_loss(double m, double keep, double h, double d, double d_next) {
    double a = (1.0 - keep) / (1.0 + keep), way = d + d_next;
    return 0.5 * m * a / (h * h) * way * way;
}

#endif
