// The solid as a rigid body: its mass, and the motions that its supports leave it.
#ifndef CAROM_PREP_BODY_H
#define CAROM_PREP_BODY_H

#include "prep/fem/eigen.h"

// Mass [kg], centre [m] and inertia about it [kg m^2]: xx yy zz yz xz xy, exact for the mesh as it is.
typedef struct cr_body {
    double mass, centre[3], inertia[6];
} cr_body;

cr_body cr_body_measure(const cr_mesh *mesh, const cr_system *system);

// Motions without strain that no support hinders: orthonormal in M, at most 6. `springs`: there are some.
cr_status cr_body_rigid(const cr_mesh *mesh, const cr_system *system, const cr_body *body, bool springs,
                        cr_arena *arena, cr_known *rigid, cr_error *error);

#endif
