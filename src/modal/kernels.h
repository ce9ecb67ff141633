// The inner loops over modes. Arrays are aligned to 64 bytes and `n` is a multiple of CR_LANES.
#ifndef CAROM_MODAL_KERNELS_H
#define CAROM_MODAL_KERNELS_H

// Coefficients of the turn from mid-step to mid-step.
typedef struct cr_turn {
    const double *m11, *m12, *m22;
} cr_turn;

// The shape of a tap for one length of step.
typedef struct cr_tap_shape {
    const double *a, *b;
} cr_tap_shape;

typedef struct cr_reading {
    double travel, moment;
} cr_reading;

// Kick by force and slope, turn, and read at the same tap.
cr_reading cr_modes_kick_turn_read(int n, double *p, double *r, cr_turn turn, cr_tap_shape tap, double force,
                                   double slope);
// Kick alone.
void cr_modes_kick(int n, double *p, double *r, cr_tap_shape tap, double force, double slope);
// Turn alone.
void cr_modes_turn(int n, double *p, double *r, cr_turn turn);
// Reading alone.
cr_reading cr_modes_read(int n, const double *p, const double *r, cr_tap_shape tap);
double cr_modes_dot(int n, const double *x, const double *y);
// sum (p^2 + r^2)/2
double cr_modes_energy(int n, const double *p, const double *r);
// What the coming sample takes: sum (1 - d^2)/2 (c r - s p)^2
double cr_modes_loss(int n, const double *p, const double *r, const double *c, const double *s,
                     const double *kept);

#endif
