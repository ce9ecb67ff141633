// The inner loops over modes, for rows of doubles and for rows of floats. Rows are aligned to 64 bytes, `n`
// is a multiple of CR_LANES, and there are as many zeros behind the end.
#ifndef CAROM_MODAL_KERNELS_H
#define CAROM_MODAL_KERNELS_H

#include <stddef.h>

// Coefficients of the turn from mid-step to mid-step, and of what it loses, sum (lost_r r - lost_p p)^2. In
// floats these are CR_LOSS_SCALE times as great: squares of what has died away to 1e-24 are then no subnormal
// numbers, on which some processors spend a hundred cycles each.
#define CR_LOSS_SCALE 0x1p50
typedef struct cr_turn {
    const void *m11, *m12, *m22;
    const void *lost_r, *lost_p;
} cr_turn;

// The shape of a tap for one length of step.
typedef struct cr_tap_shape {
    const void *a, *b;
} cr_tap_shape;

// The modes themselves, in the middle of the coming step.
typedef struct cr_mode_rows {
    void *p, *r;
} cr_mode_rows;

// What a unit of force and of slope add to what the tap reads of the next step: travel push f + cross s,
// moment lean s - cross f; sums over the modes of A m22 A, A m12 B, B m11 B.
typedef struct cr_tap_answer {
    double push, cross, lean;
} cr_tap_answer;

typedef struct cr_reading {
    double travel, moment;
    double lost; // J, of passes that book it
} cr_reading;

// What happens at a tap in one step, and what it reads of the next.
typedef struct cr_tap_push {
    cr_tap_shape shape;
    double force, slope;
    double travel, moment;
} cr_tap_push;

// The loops for one instruction set and one type of number, which all rows must have; those for one type give
// the same bits on every instruction set.
typedef struct cr_mode_kernels {
    // Kick by force and slope, turn, and read at the same tap: [whether it reads what follows without the
    // kick] [whether the loss is booked].
    cr_reading (*kick_turn_read[2][2])(int n, cr_mode_rows modes, cr_turn turn, cr_tap_shape tap,
                                       double force, double slope);
    // Likewise at two taps: the numbers of kick, kick, turn, read, read.
    void (*kick_turn_read_both)(int n, cr_mode_rows modes, cr_turn turn, cr_tap_push taps[2]);
    void (*kick)(int n, cr_mode_rows modes, cr_tap_shape tap, double force, double slope);
    void (*turn)(int n, cr_mode_rows modes, cr_turn turn);
    cr_reading (*read)(int n, cr_mode_rows modes, cr_tap_shape tap);
} cr_mode_kernels;

// From how many bytes on rows are worth vectors of 64 bytes on this processor. Between two passes a contact
// is a chain of scalar operations, and Intel's processors close a port to those beside such vectors: eight
// modes in contact take 57 ns with vectors of 32 bytes and 81 ns with 64, 128 modes the same with both.
size_t cr_mode_row_widest(void);

// Up to so many modes are read without the kick: the next force does not wait for them, they turn beside the
// chain of operations that finds it, and the force adds its cr_tap_answer. Reading of another turn costs less
// than that up to here.
enum { CR_MODES_FEW = 16 };

// The best that this processor has for so many modes.
const cr_mode_kernels *cr_mode_kernels_double(int n);
const cr_mode_kernels *cr_mode_kernels_float(int n);

// sum (p^2 + r^2)/2
double cr_modes_energy(int n, const double *p, const double *r);
// What the coming sample takes: sum (1 - d^2)/2 (c r - s p)^2
double cr_modes_loss(int n, const double *p, const double *r, const double *c, const double *s,
                     const double *kept);

#endif
