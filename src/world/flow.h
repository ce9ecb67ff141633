// How a rigid body moves under a force that is constant in space and a torque that is constant in the frame
// of the body.
#ifndef CAROM_WORLD_FLOW_H
#define CAROM_WORLD_FLOW_H

#include "carom/world.h"

// Mass and inertia (about the centre of mass, in the frame of the body).
typedef struct cr_rigid {
    double mass;
    double inertia[6]; // xx yy zz yz xz xy
    double root[6];    // lower triangle L of inertia = L L^T: 00 10 11 20 21 22
} cr_rigid;

typedef struct cr_rigid_state {
    cr_vec at; // of the centre of mass
    cr_quat turn;
    cr_vec velocity;
    cr_vec spin; // in the frame of the body
} cr_rigid_state;

// Derives the root. False where the inertia is not positive.
bool cr_rigid_prepare(cr_rigid *rigid);
cr_vec cr_rigid_momentum(const cr_rigid *rigid, cr_vec spin); // I w
// L^-1 v and L^-T v.
cr_vec cr_rigid_root_solve(const cr_rigid *rigid, cr_vec v);
cr_vec cr_rigid_root_solve_back(const cr_rigid *rigid, cr_vec v);
// L v and L^T v.
cr_vec cr_rigid_root_apply(const cr_rigid *rigid, cr_vec v);
cr_vec cr_rigid_root_apply_back(const cr_rigid *rigid, cr_vec v);
double cr_rigid_kinetic(const cr_rigid *rigid, const cr_rigid_state *state);

// The mean spin over a step h by the implicit midpoint, I (w1 - w0) = h (I m x m + torque), m = (w0 + w1)/2:
// energy changes by torque . h m exactly, and with Cayley's map of h m so does the angular momentum.
cr_vec cr_flow_mean_spin(const cr_rigid *rigid, cr_vec spin, cr_vec torque, double h);

void cr_flow_rigid(const cr_rigid *rigid, const cr_rigid_state *start, cr_vec force, cr_vec torque, double h,
                   cr_rigid_state *end);

#endif
