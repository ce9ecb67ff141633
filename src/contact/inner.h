// A point inside the cones and Newton's directions there. De Saxce's z_1 = w_1 + |z_t| is written as
//   phi(z) = (z_1 - |z_t|^2/z_1, z_t) = w,   x o z = tau e,
// which for tau -> 0 is the same law (slip: |z_t| = z_1; stick: z = 0; open: x = 0) and smooth inside the
// cone, so that its central path can be followed though the law is not monotone. J = dphi/dz has a
// determinant between 1 and 2.
// Directions are scaled by Nesterov and Todd's G with G x = G^-1 z = lambda:
//   J dz - W' dx = f,   G dx + G^-1 dz = c,   so   (W' + J G^2) dx = J G c - f.
#ifndef CAROM_CONTACT_INNER_H
#define CAROM_CONTACT_INNER_H

#include "contact/scaled.h"

typedef struct cr_inner {
    cr_scaled *s;
    double *x, *z;         // 3 for each contact, x_1 > |x_t|
    double *x_gap, *z_gap; // x_1 - |x_t|, kept by itself: the difference is rounding near the end
    double *g, *g_inverse; // G, 9 for each contact
    double *jacobian;      // first row of J
    double *e, *e_inverse; // J G^2
    double *lambda, *lambda_det;
    double *right; // work of cr_inner_direction
} cr_inner;

// At x = z = e. CR_ERR_MEMORY.
cr_status cr_inner_make(cr_inner *inner, cr_scaled *scaled, cr_arena *arena, cr_error *error);
void cr_inner_start(cr_inner *inner);
// sum x.z / contacts: tau on the central path.
double cr_inner_tau(const cr_inner *inner);
// phi(z) - W' x - q'
void cr_inner_residue(const cr_inner *inner, double *rd);
// G and what follows from it. False where the point has left the cones.
bool cr_inner_scale(cr_inner *inner);
// The direction for f and c after cr_inner_scale and cr_scaled_factor(scaled, inner->e, NULL).
void cr_inner_direction(cr_inner *inner, const double *f, const double *c, double *dx, double *dz);
// The same for W' by bodies.
void cr_inner_direction_bodies(cr_inner *inner, const double *f, const double *c, double *dx, double *dz);
// lambda^-1 o v of contact i: the y with lambda o y = v.
void cr_inner_divide(const cr_inner *inner, int i, const double v[3], double y[3]);
// The greatest share of (dx, dz) up to 1/0.99 that stays in the cones.
double cr_inner_reach(const cr_inner *inner, const double *dx, const double *dz);
// (x, z) += share (dx, dz), gaps without cancellation.
void cr_inner_move(cr_inner *inner, double share, const double *dx, const double *dz);
// The determinants of contact i, from the gaps.
double cr_inner_det_x(const cr_inner *inner, int i);
double cr_inner_det_z(const cr_inner *inner, int i);

// The state alone, to come back to.
typedef struct cr_inner_state {
    double *numbers;
} cr_inner_state;
// Room for one. NULL numbers: no memory.
cr_inner_state cr_inner_state_take(const cr_inner *inner, cr_arena *arena);
void cr_inner_save(const cr_inner *inner, cr_inner_state *state);
void cr_inner_restore(cr_inner *inner, const cr_inner_state *state);

#endif
