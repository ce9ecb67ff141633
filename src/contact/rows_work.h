// What the stages of cr_rows_solve share.
#ifndef CAROM_CONTACT_ROWS_WORK_H
#define CAROM_CONTACT_ROWS_WORK_H

#include "contact/local.h"
#include "contact/rows.h"
#include "contact/scaled.h"

// A A^T of the rows of closed blocks, its lower half: it stays while these are the same.
typedef struct cr_rows_square {
    int rows, room;
    int *block; // of each row; a block has all of its rows or none
    double *matrix;
} cr_rows_square;

typedef struct cr_rows_work {
    const cr_rows *rows;
    cr_coulomb_problem problem; // the same without kinds: q, arms, compliance
    cr_operator op;             // of that
    cr_row_law *law;            // of each block; joints none
    double *weight;             // of each block: the mean of the diagonal of W_ii, of its first row if plain
    double *measure; // of each block: what its f counts by, at most ten times the bodies' part of that
    double *u, *f;   // 3 for each block: at the reactions last measured, and the map there
    double tolerance;
    double *best, residual; // 3 for each block, admissible, the best so far
    bool measured;          // u, f and the bodies' motion are those of the best
    double size;            // of the map there
    double *trial;
    double *start, *along; // of sweeps: where a pair began, the direction
    double fall;           // of the logarithm of the residual in two sweeps
    int sweeps, factorisations;
    cr_rows_square square; // of the last direction by rows
} cr_rows_work;

// CR_ERR_NUMERIC with a reason.
cr_status cr_rows_not_finite(int block, cr_error *error);
// CR_ERR_MEMORY; CR_ERR_NUMERIC for arms that are not finite.
cr_status cr_rows_work_make(cr_rows_work *work, const cr_rows *rows, double tolerance, cr_arena *arena,
                            cr_error *error);

// The rows of a block in the order of its law: normal, tangents.
static inline const int *cr_rows_order(unsigned char kind) {
    static const int orders[2][3] = {{0, 1, 2}, {2, 0, 1}};
    return orders[kind == CR_ROWS_DISK];
}

// The nearest reactions that blocks can bear, the normal one first.
void cr_rows_admit(const cr_rows_work *work, double *r);
// Alart and Curnier's map in velocities, at r: w = the block's weight, a = r - u/w,
//   f_n = r_n - [a_n]  within its bounds,   f_t = r_t - [a_t]  within the disk of radius mu r_n + radius,
// joints f = u/w. Sets u and f; returns sqrt(sum (m f)^2), m the block's measure: w but for soft contacts.
double cr_rows_map(cr_rows_work *work, const double *r);
// What the map is relative to at r: what the reactions move, |m r|, at least the scale of the rows. Not |q|:
// a body that slides or rolls fast moves far in a step beside what its weight compresses.
double cr_rows_scale(const cr_rows_work *work, const double *r);
// The residual of admissible r, which is taken as the best if it is.
double cr_rows_keep(cr_rows_work *work, const double *r);
// The same where the map was last measured at r and has this size.
double cr_rows_keep_measured(cr_rows_work *work, const double *r, double size);

// Sweeps from the best reactions until these are good enough (true): at least `least` of them, then on as
// long as they are likely to end before `most`.
bool cr_rows_sweep(cr_rows_work *work, int least, double most);
// How many more sweeps are likely to be needed.
double cr_rows_sweeps_left(const cr_rows_work *work);
// What one sweep takes, in multiplications of a factorisation.
double cr_rows_sweep_effort(const cr_rows_work *work);

// Newton's method: its room, made once.
typedef struct cr_rows_newton cr_rows_newton;
cr_rows_newton *cr_rows_newton_make(cr_rows_work *work, cr_arena *arena, cr_error *error);
// What one step takes from the best reactions, in multiplications.
double cr_rows_newton_effort(cr_rows_newton *newton);
// From the best reactions; true when these are good enough then.
bool cr_rows_newton_run(cr_rows_newton *newton, int iterations);

// Newton's direction by the rows of closed blocks, whose K is not 0: E dr + K du = -f; false where there is
// no memory or it is singular.
bool cr_rows_dense_direction(cr_rows_work *work, const double *e, const double *k, const double *f,
                             cr_arena *arena, double *step);
// Multiplications for that, and for gathering the matrix by bodies; closed: room for a number of each body.
double cr_rows_dense_effort(const cr_rows_work *work, const double *k, int *closed);
double cr_rows_body_effort(const cr_rows_work *work, const double *k);

// Interior point and path of carom/coulomb.h, for holds and small kicks without budgets, which can be stated
// for them; the method says how far they had to go. CR_ERR_MEMORY.
bool cr_rows_are_coulomb(const cr_rows *rows);
cr_status cr_rows_thorough(cr_rows_work *work, cr_arena *arena, cr_coulomb_method *method, cr_error *error);

#endif
