// Contact with Coulomb friction at many points at once, one time step of it. In the frame of each contact
// (normal, two tangents) the reactions r change the velocities: u = W r + q. Find r such that at every
// contact r lies in the friction cone |r_t| <= mu r_n, a contact that parts has no reaction, one that slips
// is braked by mu r_n against its slip, and no contact closes: in De Saxce's form
//   K ∋ r ⟂ (u_n + mu |u_t|, u_t) ∈ K*.
// The reactions are not unique in general; velocities and residual are what counts. docs/contact.md tells how
// it is solved.
#ifndef CAROM_COULOMB_H
#define CAROM_COULOMB_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

// W is given in one of two ways: by its 3 x 3 blocks, or by the bodies that touch, W = A A^T + C, which is
// cheaper wherever many contacts share a body.
typedef struct cr_coulomb_problem {
    int contacts;
    const double *q;  // 3 numbers for each contact: velocities without reactions
    const double *mu; // >= 0

    // By blocks, row by row of contacts; W need not be exactly symmetric. row is NULL if W is given by
    // bodies.
    const int *row;      // contacts + 1: the blocks of contact i are row[i] to row[i + 1] - 1
    const int *column;   // of each block, rising within a row; the diagonal is among them
    const double *block; // 9 numbers each, by rows

    // By bodies.
    int bodies;
    const int *freedoms;       // of each body
    const int *body;           // 2 for each contact, unlike each other; -1: the world
    const double *const *arms; // 2 for each contact: 3 x freedoms by rows, divided by the root of the masses
    const double *compliance;  // 3 for each contact, the diagonal of C; NULL: none
} cr_coulomb_problem;

// What found the solution, from quick to thorough.
#define CR_COULOMB_METHOD_LIST(X)                                                                            \
    X(CR_COULOMB_OPEN, "open", "nothing closes: no reactions")                                               \
    X(CR_COULOMB_WARM, "warm", "the reactions given at the start hold")                                      \
    X(CR_COULOMB_SWEEPS, "sweeps", "one contact after the other, each solved exactly")                       \
    X(CR_COULOMB_NEWTON, "newton", "semismooth Newton")                                                      \
    X(CR_COULOMB_INTERIOR, "interior", "interior point")                                                     \
    X(CR_COULOMB_POLISHED, "polished", "interior point, ended by semismooth Newton")                         \
    X(CR_COULOMB_PATH, "path", "a path from an easy problem to this one")                                    \
    X(CR_COULOMB_SLOW_PATH, "slow path", "the same in smaller steps, or turned otherwise at folds")          \
    X(CR_COULOMB_UNSOLVED, "unsolved", "the best that was found; it takes energy away or leaves it")

typedef enum cr_coulomb_method {
#define X(name, text, doc) name,
    CR_COULOMB_METHOD_LIST(X)
#undef X
} cr_coulomb_method;

// The name of a method, as above; never NULL.
const char *cr_coulomb_method_name(cr_coulomb_method method);

typedef struct cr_coulomb_options {
    double tolerance; // of the residual: 1e-8
    bool warm;        // r holds a guess, such as the reactions of the last step: false
    int effort;       // greatest number of factorisations of W; 0 only sweeps: 20000
    double scale;     // velocity to which the residual is relative; 0: |q|
} cr_coulomb_options;

typedef struct cr_coulomb_result {
    cr_coulomb_method method;
    double residual;    // of the reactions that are returned
    double scaled;      // factor by which an unsolved result was shrunk to bring no energy: 1
    int iterations;     // sweeps and factorisations
    int factorisations; // of those
} cr_coulomb_result;

cr_coulomb_options cr_coulomb_options_default(void);

// Solves for r, 3 numbers for each contact. Whatever the outcome, r lies in the cones and W and q together
// give no energy to the motion: r.(q + u)/2 <= 0. A residual above the tolerance is no failure of the call:
// the method is then CR_COULOMB_UNSOLVED. The scratch arena is as it was afterwards. CR_ERR_INPUT for numbers
// that are not finite, mu < 0, or blocks that are out of order; CR_ERR_MEMORY.
cr_status cr_coulomb_solve(const cr_coulomb_problem *problem, const cr_coulomb_options *options,
                           cr_arena *scratch, double *r, cr_coulomb_result *result, cr_error *error);

// The natural map of De Saxce's form, in velocities and relative to the scale (0: |q|): with w_i the mean of
// the diagonal of W_ii, e_i = w_i |r_i - P_K(r_i - u~_i/w_i)|, the residual is |e|/scale. Free of units and
// masses. Infinite without memory; the scratch arena is as it was afterwards.
double cr_coulomb_residual(const cr_coulomb_problem *problem, const double *r, double scale,
                           cr_arena *scratch);
// r.(q + u)/2: the kinetic energy that the reactions add; never positive in a passive step. NaN without
// memory.
double cr_coulomb_energy(const cr_coulomb_problem *problem, const double *r, cr_arena *scratch);

CR_DECLARATIONS_END

#endif
