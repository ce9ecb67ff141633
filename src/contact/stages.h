// The stages of the cascade that cr_coulomb_solve runs. Each improves r and says how far it came.
#ifndef CAROM_CONTACT_STAGES_H
#define CAROM_CONTACT_STAGES_H

#include "contact/scaled.h"

// A stage's work: the problem, where it stands, what is best.
typedef struct cr_stage {
    const cr_operator *origin;
    cr_scaled *scaled; // NULL for sweeps
    double tolerance, scale;
    double *r;       // in and out
    double residual; // of r, out
    int iterations;  // added to
} cr_stage;

// Gauss and Seidel: each contact in turn with the others as they are, in alternating directions; `sweeps` at
// least, on to `most` while two of them halve the residual. best: room for 3 numbers for each contact.
void cr_stage_sweeps(cr_stage *stage, double *best, int sweeps, int most);

// Semismooth Newton from r.
cr_status cr_stage_newton(cr_stage *stage, int iterations, cr_arena *arena, cr_error *error);

// Newton's method on problems that are held where they stand, one after the other, from r.
cr_status cr_stage_proximal(cr_stage *stage, int rounds, cr_arena *arena, cr_error *error);

// Primal-dual interior point from the middle of the cones; r is not read.
cr_status cr_stage_interior(cr_stage *stage, int iterations, cr_arena *arena, cr_error *error);

// How the path is followed.
typedef struct cr_path_rule {
    int steps;       // at most
    double fall;     // greatest change of log(tau) in a step
    int start;       // which of several starts
    bool by_tangent; // its direction is kept by continuity, not by the sign of the determinant
} cr_path_rule;

// Along a path of problems from one whose solution is known; r is not read.
cr_status cr_stage_path(cr_stage *stage, const cr_path_rule *rule, cr_arena *arena, cr_error *error);

#endif
