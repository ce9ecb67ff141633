// The rows of one step of bodies in space: contacts with friction, resistances to rolling and spinning,
// joints; solved together, warm started. One code serves the kick (velocities and impulses) and the hold
// (displacements and forces): u = A y + C r + q, y = A^T r by bodies, A divided by the root of the metric.
// Blocks of three rows:
//   contact  r_n >= 0 ⟂ u_n >= 0; |r_t| <= mu r_n + radius[0], r_t against u_t where it slips
//   disk     |(r_1, r_2)| <= radius[0], |r_3| <= radius[1], each against u where it slips: rolling, spinning
//   joint    u = 0
// Stacks of bodies: reference in docs/contact.md.
#ifndef CAROM_CONTACT_ROWS_H
#define CAROM_CONTACT_ROWS_H

#include "carom/coulomb.h"

typedef enum cr_rows_kind { CR_ROWS_CONTACT, CR_ROWS_DISK, CR_ROWS_JOINT } cr_rows_kind;

// A A^T of one body for the rows of some blocks, over several solves in which its arms stay the same.
typedef struct cr_rows_kept {
    int body;       // -1: none
    int rows, room; // of these there are none at first, and room for so many
    int *block;     // of each row
    double *product;
} cr_rows_kept;

typedef struct cr_rows {
    int blocks, bodies;
    const int *freedoms;       // of each body
    const int *body;           // 2 for each block, unlike each other; -1: the world
    const double *const *arms; // 2 for each block: 3 x freedoms by rows
    const double *compliance;  // 3 for each block, diagonal, >= 0; joints and disks: > 0
    const double *q;           // 3 for each block
    const unsigned char *kind; // cr_rows_kind of each block
    const double *mu;          // of each block; contacts only
    const double *radius;      // 2 for each block
    double scale;              // floor of the velocity (or displacement) to which the residual is relative
    bool hold;          // forces: the thorough stages of carom/coulomb.h may serve, for few impulses too
    cr_rows_kept *kept; // NULL: nothing
} cr_rows;

typedef struct cr_rows_result {
    cr_coulomb_method method;
    double residual;
    double energy; // r.(q + u)/2, never positive
    int sweeps, factorisations;
} cr_rows_result;

// Solves for r (3 numbers for each block; in: a guess, such as that of the last step, or zeros) and y (by
// bodies, one after the other, freedoms numbers each). tolerance: 1e-8. Whatever the outcome, r is admissible
// and r.(q + u)/2 <= 0, of a hold that is not solved r.u <= 0 too. The scratch arena is as it was afterwards.
// CR_ERR_MEMORY, CR_ERR_NUMERIC for numbers that are not finite.
cr_status cr_rows_solve(const cr_rows *rows, double tolerance, cr_arena *scratch, double *r, double *y,
                        cr_rows_result *result, cr_error *error);

#endif
