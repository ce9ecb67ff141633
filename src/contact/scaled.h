// A friction problem in variables without units: r = V D x, D_i = d_i diag(1/mu, 1, 1), so that both cones
// become the second-order cone |x_t| <= x_1, and W' = D W D has blocks of the size of 1 on its diagonal. A
// contact without friction has D_i = d_i diag(1, 0, 0): its tangential rows vanish.
#ifndef CAROM_CONTACT_SCALED_H
#define CAROM_CONTACT_SCALED_H

#include "contact/block_lu.h"
#include "contact/operator.h"

typedef struct cr_scaled {
    const cr_operator *origin;
    int contacts;
    double *factor;              // V D, 3 for each contact
    cr_coulomb_problem problem;  // in x; mu is 1
    cr_operator op;              // of that
    cr_block_lu lu;              // of groups of contacts, or of bodies
    int *group, *place;          // by blocks: the group of each contact and where its rows begin in it
    double *inverse, *share;     // by bodies: (e + k C)^-1 and (e + k C)^-1 k of each contact
    struct cr_body_pairs *pairs; // by bodies: contacts in the order of the pairs that touch
    double *work, *pushed;       // 3 for each contact
    double *sides;               // by bodies: one number for each freedom
    int factorisations, effort;
} cr_scaled;

// CR_ERR_MEMORY.
cr_status cr_scaled_make(cr_scaled *scaled, const cr_operator *origin, int effort, cr_arena *arena,
                         cr_error *error);
// The reactions, in their cones.
void cr_scaled_reactions(const cr_scaled *scaled, const double *x, double *r);
// x of reactions.
void cr_scaled_from(const cr_scaled *scaled, const double *r, double *x);
// Factors e + k W', e and k one 3 x 3 block for each contact; k NULL: the identity. `inverse` is that of e
// where the caller knows it to more digits than e has, else NULL. False where it is singular or the effort is
// spent.
bool cr_scaled_factor(cr_scaled *scaled, const double *e, const double *k, const double *inverse);
// Solves (e + k W') x = f with the factors and one step of refinement.
void cr_scaled_solve(cr_scaled *scaled, const double *e, const double *k, const double *f, double *x);

// By blocks: contacts that move the same others, such as those between two bodies, are one group.
// CR_ERR_MEMORY.
cr_status cr_scaled_plan_contacts(cr_scaled *scaled, cr_arena *arena, cr_error *error);
bool cr_scaled_factor_contacts(cr_scaled *scaled, const double *e, const double *k);
// One solution without refinement; x may be f.
void cr_scaled_solve_contacts(cr_scaled *scaled, const double *f, double *x);

// By bodies: the pattern of I + sum A^T D A (CR_ERR_MEMORY), its factors, and one solution without
// refinement.
cr_status cr_scaled_plan_bodies(cr_scaled *scaled, cr_arena *arena, cr_error *error);
bool cr_scaled_factor_bodies(cr_scaled *scaled, const double *e, const double *k, const double *inverse);
void cr_scaled_solve_bodies(cr_scaled *scaled, const double *k, const double *f, double *x);

#endif
