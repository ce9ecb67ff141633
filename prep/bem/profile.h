// The profile of a body of revolution about z, found on the surface of its modes.
#ifndef CAROM_PREP_BEM_PROFILE_H
#define CAROM_PREP_BEM_PROFILE_H

#include "carom/modes.h"
#include "prep/bem/shape.h"

// Radius and height along it, outside on the right: from axis to axis, or closed, the last point the first.
typedef struct cr_profile {
    int points;
    double (*point)[2];
} cr_profile;

// Whether the surface is one of revolution, to 0.4 % of `size` [m]: its profile then. False also when there
// is no memory; the points are the arena's.
bool cr_profile_find(const cr_modes *modes, double size, cr_arena *arena, cr_profile *profile);

// The body anew, in equal sectors with edges of about this length; the displacement of its corners comes from
// the nearest points of the modes' surface. CR_ERR_MEMORY, CR_ERR_INPUT.
cr_status cr_bem_skin_revolve(const cr_modes *modes, const cr_profile *profile, double edge, cr_arena *arena,
                              cr_bem_skin *skin, cr_error *error);

#endif
