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

// The loops for one instruction set; all give the same bits.
typedef struct cr_mode_kernels {
    // Kick by force and slope, turn, and read at the same tap.
    cr_reading (*kick_turn_read)(int n, double *p, double *r, cr_turn turn, cr_tap_shape tap, double force,
                                 double slope);
    void (*kick)(int n, double *p, double *r, cr_tap_shape tap, double force, double slope);
    void (*turn)(int n, double *p, double *r, cr_turn turn);
    cr_reading (*read)(int n, const double *p, const double *r, cr_tap_shape tap);
    // sum (p^2 + r^2)/2
    double (*energy)(int n, const double *p, const double *r);
    // What the coming sample takes: sum (1 - d^2)/2 (c r - s p)^2
    double (*loss)(int n, const double *p, const double *r, const double *c, const double *s,
                   const double *kept);
} cr_mode_kernels;

// The best that this processor has.
const cr_mode_kernels *cr_mode_kernels_here(void);

#endif
