// The solid as a rigid body: its mass, and the motions that its supports leave it.
#ifndef CAROM_PREP_BODY_H
#define CAROM_PREP_BODY_H

#include "prep/eigen/eigen.h"

// Mass [kg], centre [m] and inertia about it [kg m^2]: xx yy zz yz xz xy, exact for the mesh as it is.
typedef struct cr_mass_props {
    double mass, centre[3], inertia[6];
} cr_mass_props;

cr_mass_props cr_mass_props_measure(const cr_mesh *mesh, const cr_system *system);

// Motions without strain that no support hinders: orthonormal in M, at most 6. `springs`: there are some.
cr_status cr_rigid_motions(const cr_mesh *mesh, const cr_system *system, const cr_mass_props *body,
                           bool springs, cr_arena *arena, cr_known *rigid, cr_error *error);

// What `count` modes ([3 nodes] each) have of the shifts along x y z and the turns about these axes through
// the centre: [mode][CR_PARTICIPATION], u' M e and u' M (e x (r - c)), exact for the mesh as it is. NULL: no
// memory.
double *cr_participation_of(const cr_mesh *mesh, const cr_system *system, const cr_mass_props *body,
                            const double *vector, int count, cr_arena *scratch, cr_arena *arena);

#endif
