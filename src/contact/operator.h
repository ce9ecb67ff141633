// u = W r + q of a friction problem, whichever way W is given.
#ifndef CAROM_CONTACT_OPERATOR_H
#define CAROM_CONTACT_OPERATOR_H

#include "carom/coulomb.h"

typedef struct cr_operator {
    const cr_coulomb_problem *p;
    const bool *plain; // by bodies: contacts of which only the normal row counts; NULL: none
    bool *alike;       // of each contact: it and the three after it are plain and on the same bodies
    double *diagonal;  // W_ii, 9 for each contact
    double *u;         // 3 for each contact: work of residual and energy
    double *motion;    // A^T r, by body; NULL where W is given by blocks
    int *offset;       // of each body in it, and its length
} cr_operator;

// CR_ERR_MEMORY.
cr_status cr_operator_make(cr_operator *op, const cr_coulomb_problem *problem, cr_arena *arena,
                           cr_error *error);
// The same by bodies, with contacts of which the tangents are not looked at.
cr_status cr_operator_make_plain(cr_operator *op, const cr_coulomb_problem *problem, const bool *plain,
                                 cr_arena *arena, cr_error *error);
void cr_operator_apply(const cr_operator *op, const double *r, double *u);
// One contact after the other, each exactly, with the others as they are; bodies' motion must be that of r.
void cr_operator_sweep(const cr_operator *op, double *r, bool backward);
// By bodies: their motion under r, before sweeps, and u += A_i y of one contact.
void cr_operator_move(const cr_operator *op, const double *r);
void cr_operator_arms(const cr_operator *op, int contact, double u[3]);
// By bodies: the first row of that.
double cr_operator_arms_first(const cr_operator *op, int contact);
// By bodies: their motion under r_i more.
void cr_operator_push(const cr_operator *op, int contact, const double r[3]);
// u of one contact; by bodies, their motion must be that of r.
void cr_operator_velocity(const cr_operator *op, const double *r, int contact, double u[3]);
double cr_operator_residual(const cr_operator *op, const double *r, double scale);
// r.q and r.(u - q).
void cr_operator_energy(const cr_operator *op, const double *r, double *linear, double *square);

// The same problem with W by blocks. CR_ERR_MEMORY.
cr_status cr_coulomb_assemble(const cr_coulomb_problem *problem, cr_arena *arena, cr_coulomb_problem *blocks,
                              cr_error *error);

#endif
