// The modes of a sounder side by side, and the passes over them.
//
// A mode q'' + 2 sigma q' + w^2 q = f with lambda = -sigma + i w_d and y = q' - conj(lambda) q obeys y' =
// lambda y + f, and q = Im(y)/w_d. Where f is constant or straight in time, v = y + f/lambda + f'/lambda^2
// obeys v' = lambda v, and since f and f' are real, q'' = Im(lambda^2 v)/w_d, forces or not. So v turns
// freely between events, and an event adds
//     J + (step of f)/lambda + (step of f')/lambda^2                                       (derivation U1)
// to it. Heard is sum Re{T conj(z)}, z = -i lambda^2 v/w_d with Re z = q''.
#ifndef CAROM_SOUND_LANES_H
#define CAROM_SOUND_LANES_H

#include "carom/sound.h"

// Powers of the turn per sample: 1, 2, 4 ... CR_SOUND_BLOCK samples. Samples that are heard at once, between
// which damping does not change.
enum { CR_LANES_POWERS = 7, CR_LANES_STRIDE = 4, CR_LANES_PAD = 8 };

// Four numbers of a row at once; never a parameter, whose place would depend on the processor.
typedef double cr_lanes_four __attribute__((vector_size(32), aligned(8), may_alias));

// Structure of arrays, each of `count` numbers, a multiple of CR_LANES_PAD; those beyond the modes are zero,
// but for frequencies.
typedef struct cr_lanes {
    int modes, count;
    double h;                          // s, from sample to sample
    double *x, *y;                     // v
    double *sigma, *omega;             // 1/s, rad/s: lambda
    double *inverse[2];                // 1/lambda
    double fastest;                    // 1/s: no |lambda| is greater
    double *zr, *zi;                   // -i lambda^2/omega
    double *power[CR_LANES_POWERS][2]; // e^(lambda h 2^k)
    double *extra[4]; // damping beyond sigma within a block: a cubic of time in samples, 1/s, to 1/(8 h)
    bool varying;     // there is any
    // Of the precision of what is heard, double or float: e^(k lambda h), k = 1..CR_LANES_STRIDE; scratch.
    void *turn[CR_LANES_STRIDE][2];
    void *gain[2 * CR_LANES_STRIDE][2]; // of the first CR_LANES_STRIDE samples, then of their slopes
} cr_lanes;

// Passes that come in two precisions and for several processors.
typedef struct cr_lanes_kernel {
    // Adds n samples from v to out[0..n), of which the first is sample `first` of the block. v is not
    // advanced. still: weights are those at the start.
    void (*hear)(const cr_lanes *lanes, const cr_sound_weights *weights, bool still, int first, int n,
                 double *out);
    // v after n samples, of which the first is sample `first` of the block.
    void (*advance)(const cr_lanes *lanes, int first, int n);
} cr_lanes_kernel;

const cr_lanes_kernel *cr_lanes_kernel_best(cr_bank_precision precision);
extern const cr_lanes_kernel cr_lanes_kernel_double, cr_lanes_kernel_float;
void cr_lanes_advance_any(const cr_lanes *lanes, int first, int n);
void cr_lanes_advance_wide(const cr_lanes *lanes, int first, int n);
extern const cr_lanes_kernel cr_lanes_kernel_double_wide, cr_lanes_kernel_float_wide;

// e^(lambda t) of all modes.
void cr_lanes_phasor(const cr_lanes *lanes, double t, double *re, double *im);
// Tables of modes [from, until) from sigma and omega.
void cr_lanes_set(cr_lanes *lanes, int from, int until, cr_bank_precision precision);

// v += f (J + step/lambda + ...): the coefficient is 1/lambda^order times the phasor (re, im), order 0 to 2.
void cr_lanes_kick(const cr_lanes *lanes, const double *force, int order, const double *re, const double *im);

// Modes that have died away are put to rest, before their numbers become subnormal, in floats too: some
// processors spend a hundred cycles on each.
void cr_lanes_rest(const cr_lanes *lanes);

#endif
